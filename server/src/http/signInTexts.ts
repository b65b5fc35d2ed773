import { signInWords } from './signInWords.ts'
import type { SignInWords } from './signInWords.ts'

/** The sign-in pages speak without script, so their few texts live here and not with the page's. */
export interface SignInTexts extends Omit<SignInWords, 'slow' | 'linkIntro' | 'linkSubmit'> {
  slow: (minutes: number) => string
  linkIntro: (login: string) => string
  linkSubmit: (login: string) => string
}

type Code = keyof typeof signInWords

/** Codes by their lower case, as browsers write them in either. */
const codes = new Map(Object.keys(signInWords).map((code) => [code.toLowerCase(), code as Code]))
/** What Intl knows in place of a code that it does not. */
const intlCodes: Partial<Record<Code, string>> = { bar: 'de' }

/**
 * The language and the texts for an Accept-Language header: the wish with the highest weight that there is, Chinese by
 * its script or its country, any Norwegian as Bokmål, else English.
 */
export function textsFor(accept: string | undefined): { lang: string; texts: SignInTexts } {
  const lang = wishesOf(accept).map(codeFor).find(Boolean) ?? 'en'
  const words = signInWords[lang]
  const relative = new Intl.RelativeTimeFormat(intlCodes[lang] ?? lang)
  return {
    lang,
    texts: {
      ...words,
      // A replacement by function: a login may hold "$&".
      slow: (minutes) => words.slow.replace('{when}', () => relative.format(minutes, 'minute')),
      linkIntro: (login) => words.linkIntro.replace('{login}', () => login),
      linkSubmit: (login) => words.linkSubmit.replace('{login}', () => login),
    },
  }
}

/** The languages of the header in lower case, the most wanted first; `q=0` refuses one. */
function wishesOf(accept = ''): string[] {
  return accept
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = options.find((option) => option.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

function codeFor(tag: string): Code | undefined {
  const parts = tag.split(/[-_]/)
  const [language = ''] = parts
  if (language === 'zh') {
    return parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-Hant' : 'zh-Hans'
  }
  if (['nb', 'nn', 'no'].includes(language)) return 'nb-NO'
  return codes.get(parts.join('-')) ?? codes.get(language)
}
