import type { Messages } from './english.ts'
import { fallbackLocale, locales } from './locales.ts'
import type { Locale } from './locales.ts'

declare module 'use-intl' {
  // Keys are checked against the English texts wherever they are used.
  interface AppConfig {
    Messages: Messages
  }
}

interface Part {
  default: object
}

// The build answers each query with one part of the file (see `areas.ts`); elsewhere both are the whole file.
const english = import.meta.glob<Part>('./en.json', { query: '?first', eager: true })
const firsts = import.meta.glob<Part>(['./*.json', '!./en.json'], { query: '?first' })
const rests = import.meta.glob<Part>('./*.json', { query: '?rest' })

const fileOf = (locale: Locale) => `./${locale}.json`

/** Languages with a file, in the product's order. */
export const offeredLocales = locales.filter((locale) => fileOf(locale) in rests)

/** English, as far as every page needs it. */
export const firstEnglish = (english[fileOf(fallbackLocale)]?.default ?? {}) as Messages

/**
 * The texts of a language, in English where it lacks one: those of the first areas or all. Rejects when a file cannot
 * be loaded.
 */
export async function loadMessages(locale: Locale, isWhole: boolean): Promise<Messages> {
  const [first, rest, englishRest] = await Promise.all([
    firsts[fileOf(locale)]?.().then(textsOf),
    isWhole ? rests[fileOf(locale)]?.().then(textsOf) : undefined,
    isWhole ? rests[fileOf(fallbackLocale)]?.().then(textsOf) : undefined,
  ])
  return withFallback({ ...first, ...rest }, { ...firstEnglish, ...englishRest })
}

const textsOf = (part: Part) => part.default

/** Every text of `fallback`, replaced where `texts` has one of its own. */
export function withFallback<Texts extends object>(texts: object, fallback: Texts): Texts {
  const own = texts as Record<string, unknown>
  const merged = Object.entries(fallback).map(([key, english]: [string, unknown]) => {
    const text = own[key]
    if (isGroup(english)) return [key, isGroup(text) ? withFallback(text, english) : english]
    return [key, text === undefined || text === '' || isGroup(text) ? english : text]
  })
  return Object.fromEntries(merged) as Texts
}

/** Texts are strings, or arrays where the build compiled them (vite.config.ts). */
const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
