/** The product's languages. One is offered as soon as it has a file beside this one. */
export const locales = [
  'bar',
  'cs',
  'de',
  'en',
  'eo',
  'es',
  'fi',
  'fr',
  'hu',
  'id',
  'it',
  'lv',
  'nb-NO',
  'nl',
  'pl',
  'pt',
  'ru',
  'uk',
  'zh-Hans',
  'zh-Hant',
] as const
export type Locale = (typeof locales)[number]

export const fallbackLocale: Locale = 'en'

export const isLocale = (code: unknown): code is Locale => (locales as readonly unknown[]).includes(code)

/**
 * The first of a browser's languages that is on offer: exactly, by its script for Chinese, else by its language
 * alone. English when none fits.
 */
export function matchLocale(wanted: readonly string[], offered: readonly Locale[]): Locale {
  for (const tag of wanted) {
    const found = matchOne(tag, offered)
    if (found) return found
  }
  return fallbackLocale
}

function matchOne(tag: string, offered: readonly Locale[]): Locale | undefined {
  const parts = tag.toLowerCase().split(/[-_]/)
  const language = parts[0] ?? ''
  const isOffered = (code: string) => offered.find((locale) => locale.toLowerCase() === code)

  if (language === 'zh') {
    const isTraditional = parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part))
    return isOffered(isTraditional ? 'zh-hant' : 'zh-hans')
  }
  if (['nb', 'nn', 'no'].includes(language)) return isOffered('nb-no')
  return isOffered(parts.join('-')) ?? isOffered(language)
}

/** Codes that Intl does not know, or knows only in part, would silently become the machine's own language. */
const intlCodes: Partial<Record<Locale, string>> = {
  bar: 'de',
  'nb-NO': 'nb',
  'zh-Hans': 'zh-CN',
  'zh-Hant': 'zh-TW',
}

/** The code to hand to Intl, for plurals, numbers and dates. */
export function intlCode(locale: Locale): string {
  const code = intlCodes[locale] ?? locale
  return Intl.DateTimeFormat.supportedLocalesOf(code).length > 0 ? code : fallbackLocale
}

/** A language's name in that language. */
export function languageName(locale: Locale): string {
  if (locale === 'bar') return 'Boarisch'
  const name = new Intl.DisplayNames([intlCode(locale)], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(intlCode(locale)) + name.slice(1)
}
