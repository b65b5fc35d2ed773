// @vitest-environment node
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The custom properties of all blocks with this selector. */
function tokensOf(selector: string): Record<string, string> {
  const blocks = css.matchAll(/^(\S[^{\n]*) \{\n([^}]*)\n\}/gm)
  const own = [...blocks].filter(([, name]) => name === selector).map(([, , body = '']) => body)
  return Object.fromEntries(
    [...own.join('\n').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

const light = tokensOf(':root')
const themes = { light, dark: { ...light, ...tokensOf("[data-theme='dark']") } }

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Of WCAG 2: from 1 for equal colours to 21 for black on white. */
function contrast(a: string, b: string): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((left, right) => left - right)
  return (bright + 0.05) / (dark + 0.05)
}

const surfaces = ['canvas', 'panel', 'raised', 'hover', 'selected']
const statuses = ['success', 'failure', 'running', 'pending', 'neutral']

const text: [string, string][] = [
  ...['strong', 'normal', 'muted', 'link'].flatMap((name) =>
    surfaces.map((surface): [string, string] => [name, surface]),
  ),
  ...statuses.flatMap((name): [string, string][] => [
    [name, `${name}-soft`],
    ['strong', `${name}-soft`],
    ['normal', `${name}-soft`],
    ...['canvas', 'panel', 'raised'].map((surface): [string, string] => [name, surface]),
  ]),
  ['on-solid', 'solid'],
  ['on-solid', 'solid-hover'],
  ['on-solid', 'danger-solid'],
  ['on-solid', 'danger-solid-hover'],
  ['on-mark', 'mark'],
  ...['log-text', 'log-muted', 'log-error', 'log-warning', 'log-link'].map((name): [string, string] => [
    name,
    'log',
  ]),
  ...['key', 'string', 'mark'].flatMap((name) =>
    ['log', 'log-selected'].map((surface): [string, string] => [`code-${name}`, surface]),
  ),
  ['log-text', 'log-selected'],
  ['log-muted', 'log-selected'],
  ...Array.from({ length: 16 }, (_, index): [string, string] => [`ansi-${index}`, 'log']),
]

const shapes: [string, string][] = [
  ...['focus', 'control'].flatMap((name) =>
    ['canvas', 'panel', 'raised'].map((surface): [string, string] => [name, surface]),
  ),
  ['brand', 'panel'],
  ...statuses.map((name): [string, string] => [name, 'hover']),
]

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  const ratio = ([front, back]: [string, string]) => contrast(tokens[front]!, tokens[back]!)

  it.each(text)('has readable %s on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapes)('has visible %s on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(3)
  })
})

describe('tokens', () => {
  it('are the only place with colours', () => {
    const sources = import.meta.glob(['../**/*.{ts,tsx,css}', '!./tokens.css', '!../**/*.test.*'], {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const raw = /#[0-9a-f]{6}\b|\b(?:rgb|hsl|oklch)\(|-\[#/i
    // The browser's own frame, and what programs print in logs.
    const known = new Set(['./theme.ts', '../features/pipelines/log/colour.ts'])
    const offenders = Object.entries(sources).filter(([file, source]) => !known.has(file) && raw.test(source))
    expect(offenders.map(([file]) => file)).toEqual([])
  })
})
