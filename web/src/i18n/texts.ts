import type { Messages } from './english.ts'
import { fallbackLocale, isLocale, matchLocale } from './locales.ts'
import type { Locale } from './locales.ts'
import { firstEnglish, loadMessages, offeredLocales } from './messages.ts'

const storageKey = 'yaffle:locale'

interface Shown {
  locale: Locale
  messages: Messages
}

/** The page's texts: in which language, and how many of them are there yet. */
export function createTexts() {
  let shown: Shown = { locale: fallbackLocale, messages: firstEnglish }
  let isWhole = false
  let last: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()

  /** One change at a time, each built on the one before; a failed one leaves everything as it was. */
  const change = (next: { locale?: Locale; isWhole?: true }) => {
    const run = async () => {
      const locale = next.locale ?? shown.locale
      const wantsWhole = next.isWhole ?? isWhole
      if (locale === shown.locale && wantsWhole === isWhole) return
      shown = { locale, messages: await loadMessages(locale, wantsWhole) }
      isWhole = wantsWhole
      for (const listener of listeners) listener()
    }
    const done = last.then(run)
    last = done.catch(() => undefined)
    return done
  }

  return {
    get: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Loads what screens beyond the first need; rejects when that fails. */
    whole: () => change({ isWhole: true }),
    /** Loads the language to start with: the stored choice, else the first of the browser's that is on offer. */
    start() {
      // Tabs follow each other; one that cannot load the language stays as it is.
      globalThis.addEventListener('storage', ({ key, newValue }) => {
        if (key === storageKey && isLocale(newValue)) change({ locale: newValue }).catch(() => undefined)
      })
      return change({ locale: startLocale() })
    },
    /** Loads and shows a language, and remembers it; rejects when its file cannot be loaded. */
    async choose(locale: Locale) {
      await change({ locale })
      store(locale)
    },
  }
}

export const texts = createTexts()

function startLocale(): Locale {
  const stored = read()
  return isLocale(stored) && offeredLocales.includes(stored)
    ? stored
    : matchLocale(navigator.languages, offeredLocales)
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function store(locale: Locale) {
  try {
    localStorage.setItem(storageKey, locale)
  } catch {
    // Blocked or full: the choice lasts as long as the page.
  }
}
