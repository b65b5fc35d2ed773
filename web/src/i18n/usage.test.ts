import { describe, expect, it } from 'vitest'

import { english } from './english.ts'
import { sameAsEnglish } from './sameAsEnglish.ts'

type Tree = { [key: string]: string | Tree }

const leaves = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[path + key, text]] : leaves(text, `${path}${key}.`),
  )

/** Groups whose keys are words of the wire or names of complaints: a key is used when its name stands in any file. */
const namedByData = ['status.', 'forms.problems.', 'ui.']

const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**', '!./**'],
  { query: '?raw', import: 'default', eager: true },
)

/** What a file asks for: the groups it names, its plain strings, and the fixed ends of its templates. */
function askedBy(source: string) {
  const groups = [...source.matchAll(/useTranslations\('([\w.]+)'\)/g)].map(([, group = '']) => `${group}.`)
  const strings = new Set([...source.matchAll(/'([\w.-]+)'/g)].map(([, text = '']) => text))
  const templates = [...source.matchAll(/`([\w.]+)\$\{[^}]*\}([\w.]*)`/g)].map(
    ([, start = '', end = '']) => [start, end] as const,
  )
  return { groups, strings, templates }
}

const files = Object.values(sources).map(askedBy)

const asks = ({ strings, templates }: ReturnType<typeof askedBy>, key: string) =>
  strings.has(key) ||
  templates.some(
    ([start, end]) => key.startsWith(start) && key.endsWith(end) && key.length > start.length + end.length,
  )

function isUsed(key: string): boolean {
  const name = key.slice(key.lastIndexOf('.') + 1)
  return files.some(
    (file) =>
      asks(file, key) ||
      file.groups.some((group) => key.startsWith(group) && asks(file, key.slice(group.length))) ||
      (namedByData.some((group) => key.startsWith(group)) && file.strings.has(name)),
  )
}

describe('texts', () => {
  it('are each asked for by some part of the page', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(
      leaves(english)
        .map(([key]) => key)
        .filter((key) => !isUsed(key)),
    ).toEqual([])
  })

  it('would be found when nothing asked for them', () => {
    expect(isUsed('repos.noSuchTextAnywhere')).toBe(false)
    expect(isUsed('noSuchGroup.title')).toBe(false)
  })
})

const languages = Object.entries(
  import.meta.glob<Tree>(['./*.json', '!./en.json'], { import: 'default', eager: true }),
).map(([file, tree]) => [file.slice(2, -'.json'.length), tree] as const)

const englishTexts = new Map(leaves(english))
/** Whether there is a word to translate: names of arguments, numbers and signs are none. */
const hasWords = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\w+\}/g, ''))

describe.each(languages)('%s', (language, tree) => {
  const same = leaves(tree).filter(([key, text]) => text === englishTexts.get(key) && hasWords(text))

  it('leaves no text in English but the words that it shares with it', () => {
    expect(same.filter(([, text]) => !isShared(language, text))).toEqual([])
  })
})

function isShared(language: string, text: string): boolean {
  const shared = sameAsEnglish[text]
  return shared === 'all' || (shared ?? '').split(' ').includes(language)
}

describe('words shared with English', () => {
  it.each(Object.entries(sameAsEnglish).filter(([, shared]) => shared !== 'all'))(
    '%s is such a word in every language named for it',
    (text, shared) => {
      const holders = languages
        .filter(([, tree]) =>
          leaves(tree).some(([key, own]) => own === text && englishTexts.get(key) === text),
        )
        .map(([language]) => language)
      expect(holders).toEqual(expect.arrayContaining(shared.split(' ')))
    },
  )
})
