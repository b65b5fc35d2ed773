import { describe, expect, it } from 'vitest'

import { badgePath, badgeText } from './badgeText.ts'

const options = { branch: '', events: ['push'], workflow: '', step: '' }
const place = { origin: 'https://ci.test', repoId: 7, alt: 'status-badge' }

describe('a badge', () => {
  it.each([
    [{}, ''],
    [{ events: [] }, ''],
    [{ events: ['tag'] }, '?events=tag'],
    [{ events: ['push', 'tag'] }, '?events=push%2Ctag'],
    [{ branch: 'feat/a&b' }, '?branch=feat%2Fa%26b'],
    [{ step: 'test' }, ''],
    [{ workflow: 'build', step: 'test' }, '?step=test&workflow=build'],
  ])('of %j asks for "%s"', (part, query) => {
    expect(badgePath(7, { ...options, ...part })).toBe(`/api/badges/7/status.svg${query}`)
  })

  it('is a plain address', () => {
    expect(badgeText('url', place, options)).toBe('https://ci.test/api/badges/7/status.svg')
  })

  it('is a linked image in Markdown, whatever is in the name of the branch', () => {
    expect(badgeText('markdown', place, { ...options, branch: 'a)b(c' })).toBe(
      '[![status-badge](https://ci.test/api/badges/7/status.svg?branch=a%29b%28c)](https://ci.test/repos/7/branches/a%29b%28c)',
    )
  })

  it('is a linked image in HTML, with every ampersand and quote escaped', () => {
    const html = badgeText(
      'html',
      { ...place, alt: '"<&' },
      { branch: 'a', events: ['tag'], workflow: 'b', step: 'c' },
    )
    expect(html).toBe(
      '<a href="https://ci.test/repos/7/branches/a"><img src="https://ci.test/api/badges/7/status.svg?branch=a&amp;events=tag&amp;step=c&amp;workflow=b" alt="&quot;&lt;&amp;"></a>',
    )
  })
})
