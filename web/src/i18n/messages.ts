import en from './en.json' with { type: 'json' }
import { fallbackLocale, locales } from './locales.ts'
import type { Locale } from './locales.ts'

export type Messages = typeof en

declare module 'use-intl' {
  // Keys are checked against the English texts wherever they are used.
  interface AppConfig {
    Messages: typeof en
  }
}

const files = import.meta.glob<{ default: object }>(['./*.json', '!./en.json'])
const fileOf = (locale: Locale) => files[`./${locale}.json`]

/** Languages with a file, in the product's order. */
export const offeredLocales = locales.filter((locale) => locale === fallbackLocale || fileOf(locale))

/** All texts of a language; what it lacks, and everything when its file cannot be loaded, is English. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const load = fileOf(locale)
  return load ? withFallback((await load()).default, en) : en
}

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
