import { readdirSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { textsFor } from './signInTexts.ts'
import { signInWords } from './signInWords.ts'

describe('textsFor', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['xx, yy;q=0.5', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.1, fr;q=0.9', 'fr'],
    ['fr;q=0, it', 'it'],
    ['fr;q=x, it;q=0.1', 'it'],
    ['BAR', 'bar'],
    ['nb', 'nb-NO'],
    ['nn-NO', 'nb-NO'],
    ['no', 'nb-NO'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['zh-TW', 'zh-Hant'],
    ['pt-BR', 'pt'],
    ['constructor', 'en'],
    [','.repeat(100_000), 'en'],
  ])('reads %.30j as %s', (header, lang) => {
    expect(textsFor(header).lang).toBe(lang)
  })

  it.each([
    ['en', 1, 'Too many attempts. Try again in 1 minute.'],
    ['de', 5, 'Zu viele Versuche. Bitte versuche es in 5 Minuten noch einmal.'],
    ['ru', 2, 'Слишком много попыток. Попробуйте ещё раз через 2 минуты.'],
    ['pl', 5, 'Zbyt wiele prób. Spróbuj ponownie za 5 minut.'],
    ['bar', 1, 'Z’vui Versuach. Probias in 1 Minute no amoi.'],
  ])('says in %s how long to wait', (lang, minutes, text) => {
    expect(textsFor(lang).texts.slow(minutes)).toBe(text)
  })
})

describe('signInWords', () => {
  it('has every language of the page', () => {
    const files = readdirSync(new URL('../../../web/src/i18n', import.meta.url))
    const languages = files.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
    expect(Object.keys(signInWords).sort()).toEqual(languages.sort())
  })

  it.each(Object.entries(signInWords))('is whole in %s', (lang, words) => {
    expect(Object.values(words).filter((text) => text.trim() === '')).toEqual([])
    const { texts } = textsFor(lang)
    expect(texts.linkIntro('$& "ana"')).toContain('$& "ana"')
    expect(texts.linkSubmit('ana')).toContain('ana')
    expect(texts.slow(7)).toContain('7')
  })
})
