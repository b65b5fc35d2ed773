// @vitest-environment node
import { describe, expect, it } from 'vitest'

import { intlCode, languageName, locales, matchLocale } from './locales.ts'

describe('matchLocale', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['xx', 'fr-CA'], 'fr'],
    [['zh-CN'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-Hant-HK'], 'zh-Hant'],
    [['zh-Hans-SG'], 'zh-Hans'],
    [['nb'], 'nb-NO'],
    [['no'], 'nb-NO'],
    [['nn-NO'], 'nb-NO'],
    [['pt-BR'], 'pt'],
    [['BAR'], 'bar'],
    [['xx', 'yy'], 'en'],
    [[], 'en'],
  ] as const)('reads %j as %s', (wanted, locale) => {
    expect(matchLocale(wanted, locales)).toBe(locale)
  })

  it('passes over what is not on offer', () => {
    expect(matchLocale(['zh-CN', 'fr', 'de'], ['en', 'de'])).toBe('de')
  })
})

describe('every language', () => {
  it.each(locales)('%s has a code for numbers and dates that is known for sure', (locale) => {
    expect(Intl.DateTimeFormat.supportedLocalesOf(intlCode(locale))).toHaveLength(1)
  })

  it('has a name of its own', () => {
    expect(new Set(locales.map(languageName)).size).toBe(locales.length)
  })
})
