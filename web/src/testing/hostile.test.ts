import { afterEach, describe, expect, it } from 'vitest'

import { aPipeline } from './fixtures.ts'
import { harmOn, makeHostile, payloads } from './hostile.ts'

/** A check that never finds anything would be worse than none. */
const page = (html: string) => {
  const body = document.createElement('body')
  body.innerHTML = html
  return body
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'wasRun')
})

describe('harmOn', () => {
  it.each([
    '<img src="x" onerror="go()">',
    '<a href="javascript:go()">x</a>',
    '<a href=" JavaScript:go()">x</a>',
    '<a href="https://evil.test/">x</a>',
    '<img src="data:text/html,x">',
    '<form action="//evil.test"></form>',
    '<button formaction="//evil.test"></button>',
    '<script></script>',
    '<iframe></iframe>',
    '<meta http-equiv="refresh">',
  ])('finds %s', (html) => {
    expect(harmOn(page(html))).not.toEqual([])
  })

  it('finds that something was run', () => {
    Object.assign(globalThis, { wasRun: true })
    expect(harmOn(page(''))).toEqual(['a payload was run'])
  })

  it('lets the product’s own pages be', () => {
    const own = '<form><a href="/repos">x</a></form><a href="https://a.test" rel="noopener noreferrer">x</a>'
    expect(harmOn(page(own))).toEqual([])
  })
})

describe('makeHostile', () => {
  it('puts a payload into every text and leaves numbers alone', () => {
    const hostile = makeHostile(aPipeline({ variables: { A: 'b' }, changed_files: ['a', 'b'] }))
    const texts = JSON.stringify(hostile, (_, value: unknown) =>
      typeof value === 'string' && !(payloads as readonly string[]).includes(value) ? 'UNTOUCHED' : value,
    )
    expect(texts).not.toContain('UNTOUCHED')
    expect(hostile.number).toBe(128)
  })

  it('brings every payload to every field with enough rounds', () => {
    const seen = new Set(payloads.map((_, seed) => makeHostile({ a: 'x' }, seed).a))
    expect(seen.size).toBe(payloads.length)
  })
})
