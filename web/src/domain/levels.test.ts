import { describe, expect, it } from 'vitest'

import { mergeLevels } from './levels.ts'

describe('levels', () => {
  it('let the closest thing of a name count and say what it replaces', () => {
    const merged = mergeLevels(
      [
        { level: 'repo', items: ['B', 'A'] },
        { level: 'org', items: ['B', 'C'] },
        { level: 'global', items: ['B', 'C', '__proto__'] },
      ],
      (name) => name,
    )
    expect(
      merged.map(({ item, level, overriddenBy, overrides }) => [item, level, overriddenBy, overrides]),
    ).toEqual([
      ['__proto__', 'global', undefined, []],
      ['A', 'repo', undefined, []],
      ['B', 'repo', undefined, ['org', 'global']],
      ['B', 'org', 'repo', []],
      ['B', 'global', 'repo', []],
      ['C', 'org', undefined, ['global']],
      ['C', 'global', 'org', []],
    ])
  })
})
