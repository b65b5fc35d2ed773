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

/** Of two colours, with so much of the first; as `color-mix(in srgb, …)` and `opacity` do it. */
function mix(front: string, share: number, back: string): string {
  const part = (at: number) =>
    Math.round(
      parseInt(front.slice(at, at + 2), 16) * share + parseInt(back.slice(at, at + 2), 16) * (1 - share),
    )
      .toString(16)
      .padStart(2, '0')
  return `#${part(1)}${part(3)}${part(5)}`
}

const withMixed = (tokens: Record<string, string>): Record<string, string> => ({
  ...tokens,
  white: '#ffffff',
  'log-hover': mix(tokens['log-raised']!, 0.7, tokens['log']!),
  'log-error-line': mix(tokens['log-error']!, 0.13, tokens['log']!),
  'log-warning-line': mix(tokens['log-warning']!, 0.09, tokens['log']!),
})

const light = withMixed(tokensOf(':root'))
const themes = { light, dark: withMixed({ ...light, ...tokensOf("[data-theme='dark']") }) }

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

const ansi = Array.from({ length: 16 }, (_, index) => `ansi-${index}`)
/** Plain lines, hovered ones, those of errors and of warnings, chosen ones; as in `log.css`. */
const logSurfaces = ['log', 'log-raised', 'log-hover', 'log-error-line', 'log-warning-line', 'log-selected']
const surfaces = ['canvas', 'panel', 'raised', 'hover', 'pressed', 'selected']
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
  ...statuses.flatMap((name): [string, string][] => [
    ['link', `${name}-soft`],
    ['muted', `${name}-soft`],
  ]),
  // On a button that is hovered or held, and in menus.
  ['failure', 'hover'],
  ['pending', 'hover'],
]

/** The log is dark whatever the theme; its toolbar and messages have the dark theme's own colours. */
const logText: [string, string][] = [
  ...[...ansi, 'log-text', 'log-link', 'log-muted', 'log-error', 'log-warning'].flatMap((name) =>
    logSurfaces.map((surface): [string, string] => [name, surface]),
  ),
  ...['key', 'string', 'mark'].flatMap((name) =>
    ['log', 'log-selected'].map((surface): [string, string] => [`code-${name}`, surface]),
  ),
  ...['strong', 'normal', 'muted', ...statuses].map((name): [string, string] => [name, 'log']),
  ['log', 'log-warning'],
  ['log', 'log-mark-current'],
  ['log', 'log-text'],
  ['white', 'log-mark'],
]

const shapes: [string, string][] = [
  ...['focus', 'control'].flatMap((name) =>
    ['canvas', 'panel', 'raised'].map((surface): [string, string] => [name, surface]),
  ),
  ...['hover', 'pressed', 'selected', 'neutral-soft', 'pending-soft', 'failure-soft'].map(
    (surface): [string, string] => ['focus', surface],
  ),
  ...['panel', 'raised', 'hover', 'selected'].map((surface): [string, string] => ['brand', surface]),
  ['crest', 'panel'],
  ['danger-solid', 'panel'],
  ...statuses.flatMap((name): [string, string][] => [
    [name, 'hover'],
    [name, 'selected'],
  ]),
]

/** Faint on purpose, and no words or controls: what they part or cover can be told without them. */
const decoration = new Set(['border', 'log-border'])

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  const ratio = ([front, back]: [string, string]) => contrast(tokens[front]!, tokens[back]!)

  it.each(text)('has readable %s on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapes)('has visible %s on %s', (...pair) => {
    expect(ratio(pair)).toBeGreaterThanOrEqual(3)
  })
})

describe('the log', () => {
  it.each(logText)('has readable %s on %s', (front, back) => {
    expect(contrast(themes.dark[front]!, themes.dark[back]!)).toBeGreaterThanOrEqual(4.5)
  })

  it('shows the focus', () => {
    for (const surface of logSurfaces)
      expect(contrast(themes.dark['focus']!, themes.dark[surface]!), surface).toBeGreaterThanOrEqual(3)
  })
})

describe('what cannot be used now', () => {
  // WCAG asks nothing of it; it shall be readable all the same.
  it.each(Object.entries(themes))('is faint but can be read in the %s theme', (_, tokens) => {
    const off = (front: string, back: string, surface: string, opacity: number) =>
      contrast(mix(tokens[front]!, opacity, tokens[surface]!), mix(tokens[back]!, opacity, tokens[surface]!))
    expect(off('normal', 'panel', 'panel', 0.55), 'a button').toBeGreaterThanOrEqual(3)
    expect(off('on-solid', 'solid', 'panel', 0.55), 'the main button').toBeGreaterThanOrEqual(2)
    expect(off('normal', 'canvas', 'panel', 0.7), 'a field').toBeGreaterThanOrEqual(3)
    expect(off('normal', 'raised', 'raised', 0.5), 'the item of a menu').toBeGreaterThanOrEqual(2.5)
  })
})

describe('tokens', () => {
  it('are each counted with what they stand on', () => {
    const counted = new Set([...text, ...shapes, ...logText].flat())
    const names = Object.keys({ ...tokensOf(':root'), ...tokensOf("[data-theme='dark']") })
    expect(names.filter((name) => !counted.has(name) && !decoration.has(name))).toEqual([])
  })

  it('are counted in every pair that one place uses', () => {
    const counted = new Set([...text, ...shapes, ...logText].map((pair) => pair.join(' on ')))
    const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    const names = new Set(Object.keys(light))
    const used = (classes: string, kind: string) =>
      [...classes.matchAll(new RegExp(`(?:^|[\\s:])${kind}-([a-z-]+?)(?=\\s|$)`, 'g'))]
        .map(([, name = '']) => name)
        .filter((name) => names.has(name))
    const missing = new Set<string>()
    for (const source of Object.values(sources)) {
      for (const [, classes = ''] of source.matchAll(/['"`]([^'"`\n]*\bbg-[^'"`\n]*)['"`]/g)) {
        for (const front of used(classes, 'text'))
          for (const back of used(classes, 'bg')) {
            const pair = `${front} on ${back}`
            if (!counted.has(pair)) missing.add(pair)
          }
      }
    }
    expect([...missing]).toEqual([])
  })

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
