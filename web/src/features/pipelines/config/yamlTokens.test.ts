// @vitest-environment node
import { describe, expect, it } from 'vitest'

import { yamlTokens } from './yamlTokens.ts'

const signal = new AbortController().signal
const kinds = async (text: string) =>
  (await yamlTokens(text, signal))?.map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`)

describe('the parts of a YAML text', () => {
  it('are keys, texts, remarks, marks and signs', async () => {
    const text = ['steps:', '  - image: "node:24" # pinned', '    extra: !!map { <<: *base }'].join('\n')
    expect(await kinds(text)).toEqual([
      'key steps',
      'sign :',
      'sign -',
      'key image',
      'sign :',
      'string "node:24"',
      'comment # pinned',
      'key extra',
      'sign :',
      'mark !!map',
      'sign {',
      'key <<',
      'sign :',
      'mark *base',
      'sign }',
    ])
  })

  it('are told of texts that are no YAML, too', async () => {
    expect(await kinds('a: [b\n}}} : :\n\t- x: "')).toBeInstanceOf(Array)
    expect(await kinds('')).toEqual([])
  })

  it('come in their order and never overlap', async () => {
    const tokens = (await yamlTokens('a: {b: "c", d: [e, &f g]}\n? h\n: i\n'.repeat(50), signal)) ?? []
    expect(tokens.length).toBeGreaterThan(300)
    expect(tokens.every(({ from }, index) => from >= (tokens[index - 1]?.to ?? 0))).toBe(true)
  })

  it.each(['- ', '[', '{', '? ', 'a: ', '&a ', '!!a ', '\0', '"', '*a\n'])(
    'are given up in time where %j comes 100 kB long',
    async (part) => {
      const start = performance.now()
      let longest = 0
      let last = start
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 1)
      const tokens = await yamlTokens(part.repeat(100_000 / part.length), signal)
      clearInterval(watch)
      if (tokens) expect(tokens.length).toBeLessThanOrEqual(100_000)
      // Generous: machines that do other things meanwhile must pass, a parser without end must not.
      expect(performance.now() - start).toBeLessThan(30_000)
      expect(longest).toBeLessThan(5_000)
    },
  )

  it('are not looked for any longer when nobody waits', async () => {
    const leaving = new AbortController()
    const tokens = yamlTokens('a: '.repeat(30_000), leaving.signal)
    leaving.abort()
    expect(await tokens).toBeUndefined()
  })
})
