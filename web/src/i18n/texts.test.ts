import compile from 'icu-minify/compile'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { firstAreas } from './areas.ts'
import { english } from './english.ts'
import { intlCode, type Locale } from './locales.ts'
import { withFallback } from './messages.ts'
import { createTexts } from './texts.ts'

type Tree = { [key: string]: string | Tree }

const leaves = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[path + key, text]] : leaves(text, `${path}${key}.`),
  )

/** The names of a message's arguments and tags, sorted. A part is `[name, kind, options]` or `[tag, ...parts]`. */
const argumentsOf = (message: string) => [...new Set(namesIn(compile(message)))].sort()

function namesIn(parts: unknown): string[] {
  if (Array.isArray(parts)) {
    return parts.flatMap((part: unknown) => {
      if (!Array.isArray(part)) return []
      const [name, ...inner] = part as unknown[]
      return [String(name), ...inner.flatMap((one) => namesIn(Array.isArray(one) ? [one] : one))]
    })
  }
  return typeof parts === 'object' && parts !== null ? Object.values(parts).flatMap(namesIn) : []
}

const files = import.meta.glob<Tree>('./*.json', { import: 'default', eager: true })

describe.each(Object.entries(files))('%s', (name, file) => {
  const own = new Map(leaves(file))

  it('has every text and none too many', () => {
    expect([...own.keys()].sort()).toEqual(
      leaves(english)
        .map(([key]) => key)
        .sort(),
    )
  })

  it('fills the same places', () => {
    const wrong = leaves(english).filter(
      ([key, text]) => argumentsOf(own.get(key) ?? '').join() !== argumentsOf(text).join(),
    )
    expect(wrong).toEqual([])
  })

  it('has every plural form that the language needs', () => {
    const language = intlCode((name.match(/([\w-]+)\.json$/)?.[1] ?? '') as Locale)
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const lacking = [...own].filter(
      ([, text]) => /\{\w+, plural,/.test(text) && needed.some((form) => !text.includes(`${form} {`)),
    )
    expect(lacking).toEqual([])
  })

  it('has no empty text', () => {
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

describe('first areas', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  /** Everything that these files import, in whatever many steps, but for what is fetched later. */
  const first = new Set<string>()
  const follow = (file: string) => {
    const source = sources[file]
    if (source === undefined || first.has(file)) return
    first.add(file)
    for (const [, path = ''] of source.matchAll(/^(?:import|export) (?!type)[^'(]*?from '(\.[^']+)'/gm)) {
      follow(
        new URL(path, `file:///src/i18n/${file}`).pathname.replace('/src/', '../').replace('../i18n/', './'),
      )
    }
  }
  const screens = ['repos/ReposScreen', 'repos/AddRepoScreen', 'feed/FeedSidebar'].map(
    (name) => `../features/${name}.tsx`,
  )
  for (const file of ['../main.tsx', '../app/RouteError.tsx', ...screens]) follow(file)

  const used = [...first].flatMap((file) =>
    [...(sources[file] ?? '').matchAll(/useTranslations\('(\w+)/g)].map(([, area = '']) => [file, area]),
  )

  it('exist', () => {
    expect(Object.keys(english)).toEqual(expect.arrayContaining([...firstAreas]))
  })

  it('are looked for in all of the first load', () => {
    for (const file of ['../app/Header.tsx', '../domain/StatusIcon.tsx', '../ui/Toasts.tsx'])
      expect(first).toContain(file)
  })

  it.each(used)('have what %s uses: %s', (_, area) => {
    expect(firstAreas).toContain(area)
  })
})

describe('withFallback', () => {
  it('keeps English where a language has no text, an empty one, or a group in its place', () => {
    const texts = { a: { one: 'eins', two: '', three: { x: 'y' } }, b: 'no group' }
    const fallback = { a: { one: 'one', two: 'two', three: 'three' }, b: { c: 'c' }, d: 'd' }
    expect(withFallback(texts, fallback)).toEqual({
      a: { one: 'eins', two: 'two', three: 'three' },
      b: { c: 'c' },
      d: 'd',
    })
  })

  it('takes compiled texts as they are', () => {
    const compiled = ['Hallo ', ['name']]
    expect(withFallback({ hello: compiled }, { hello: ['Hello ', ['name']] })).toEqual({ hello: compiled })
  })
})

describe('texts', () => {
  beforeEach(() => localStorage.clear())

  it('start in English with what every page needs, and have the rest when asked', async () => {
    const texts = createTexts()
    expect(texts.get().locale).toBe('en')
    expect(Object.keys(texts.get().messages)).not.toContain('log')
    await texts.whole()
    expect(texts.get().messages.log).toEqual(english.log)
  })

  it('start in the stored language', async () => {
    localStorage.setItem('yaffle:locale', 'de')
    const texts = createTexts()
    await texts.start()
    expect(texts.get().locale).toBe('de')
  })

  it.each(['xx', '', '__proto__', 'fr-XX'])(
    'start in the browser language when %j is stored',
    async (stored) => {
      localStorage.setItem('yaffle:locale', stored)
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-CH'])
      const texts = createTexts()
      await texts.start()
      expect(texts.get().locale).toBe('de')
    },
  )

  it('change the language, tell it, and remember it; the rest stays there', async () => {
    const texts = createTexts()
    await texts.whole()
    const listener = vi.fn<() => void>()
    texts.subscribe(listener)
    await texts.choose('de')
    expect(listener).toHaveBeenCalledOnce()
    expect(localStorage.getItem('yaffle:locale')).toBe('de')
    expect(texts.get().messages.log).not.toEqual(english.log)
  })

  it('follow the language that is chosen in another tab, if it is one', async () => {
    localStorage.setItem('yaffle:locale', 'en')
    const texts = createTexts()
    await texts.start()
    const tell = (newValue: string | null) =>
      dispatchEvent(new StorageEvent('storage', { key: 'yaffle:locale', newValue }))
    tell('xx')
    tell(null)
    tell('de')
    await vi.waitFor(() => expect(texts.get().locale).toBe('de'))
  })

  it('end in the last of several languages chosen at once', async () => {
    const texts = createTexts()
    await Promise.all([texts.choose('de'), texts.whole(), texts.choose('en')])
    expect(texts.get()).toEqual({ locale: 'en', messages: english })
  })
})
