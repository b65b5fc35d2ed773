import { execFileSync } from 'node:child_process'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseBasic } from './credentials.ts'
import { isGitEnough } from './git.ts'
import { isLogin, isRefName, parseFullName } from './names.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { createSectionReader, packet, section } from './pktLine.ts'
import { createPlaces } from './places.ts'
import { parseUpdates } from './pushRecord.ts'

describe('names', () => {
  test.each(['ada', 'A-da_1.x', '_', '0', 'x'.repeat(250)])('%s is a login', (login) => {
    expect(isLogin(login)).toBe(true)
  })
  test.each(['', '.', '..', '.ada', '-ada', 'a/b', 'a b', 'ädä', 'a\n', 'a\0', 'x'.repeat(251)])(
    '%j is no login',
    (login) => {
      expect(isLogin(login)).toBe(false)
    },
  )
  test.each(['a/b', 'a.b/c-d_e', 'a/b.gitx'])('%s is a full name', (name) => {
    const [owner, rest] = name.split('/')
    expect(parseFullName(name)).toEqual({ owner, name: rest })
  })
  test.each([
    'a',
    'a/',
    '/b',
    'a/b/c',
    'a/..',
    '../b',
    'a/.b',
    'a/b.git',
    'a/b.GIT',
    'a/b.lock',
    'a/-b',
    'a//b',
  ])('%s is no full name', (name) => {
    expect(parseFullName(name)).toBeUndefined()
  })

  test('of refs are good when git says so', () => {
    const part = fc.string({
      unit: fc.constantFrom(...'a.b/-@{~^:?*[\\ \t\u007fé#'.split(''), '.lock', '..'),
      maxLength: 6,
    })
    fc.assert(
      fc.property(part, (name) => {
        // On its own a name may not begin with a dash; git lets it below refs/heads, we do not.
        fc.pre(!name.startsWith('-') && !name.includes('\0'))
        expect(isRefName(name)).toBe(gitTakes(`refs/heads/${name}`) && name !== '@')
      }),
      { numRuns: 40 },
    )
  })
})

function gitTakes(ref: string): boolean {
  try {
    execFileSync('git', ['check-ref-format', ref])
    return true
  } catch {
    return false
  }
}

describe('passwords', () => {
  test('are known again from a hash that is different each time', async () => {
    const [one, two] = await Promise.all([hashPassword('sécret wörd'), hashPassword('sécret wörd')])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w-]+\$[\w-]+$/)
    expect(await verifyPassword('sécret wörd', one)).toBe(true)
    expect(await verifyPassword('sécret wörd'.normalize('NFD'), one)).toBe(true)
    expect(await verifyPassword('sécret word', one)).toBe(false)
  })

  test.each([undefined, 'plain', 'scrypt$1$1$1$$'])('never match the hash %j', async (hash) => {
    expect(await verifyPassword('', hash)).toBe(false)
    expect(await verifyPassword('plain', hash)).toBe(false)
  })

  test('of logins that do not exist take as long to refuse', async () => {
    const hash = await hashPassword('correct horse')
    const best = async (stored: string | undefined) => {
      const times: number[] = []
      for (let round = 0; round < 3; round++) {
        const start = performance.now()
        await verifyPassword('wrong', stored)
        times.push(performance.now() - start)
      }
      return Math.min(...times)
    }
    const [known, unknown] = [await best(hash), await best(undefined)]
    expect(unknown / known).toBeGreaterThan(0.4)
    expect(unknown / known).toBeLessThan(2.5)
  })
})

describe('basic credentials', () => {
  test('are split at the first colon', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (login, password) => {
        fc.pre(!login.includes(':') && login + password !== '')
        const header = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
        expect(parseBasic(header)).toEqual({ login, password })
      }),
    )
  })
  test.each([undefined, '', 'Basic', 'Basic !', 'Bearer YTpi', 'Basic bm8gY29sb24='])(
    'are not in %j',
    (header) => {
      expect(parseBasic(header)).toBeUndefined()
    },
  )
})

describe('packets', () => {
  const lines = fc.array(
    fc.string({ unit: 'grapheme', maxLength: 30 }).filter((line) => !line.endsWith('\n')),
  )

  test('are read as they were written, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(lines, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        (sections, size) => {
          const bytes = Buffer.from(sections.map(section).join(''))
          const reader = createSectionReader(1 << 20)
          const read: string[][] = []
          for (let at = 0; at < bytes.length; at += size) {
            reader.add(bytes.subarray(at, at + size))
            for (let next = reader.take(); next; next = reader.take()) read.push(next)
          }
          expect(read).toEqual(sections)
        },
      ),
    )
  })
  test.each(['zzzz', '0001', '0003x', '-001', ' 12a'])('are not what begins with %j', (text) => {
    const reader = createSectionReader(100)
    reader.add(Buffer.from(text))
    expect(() => reader.take()).toThrow('These are no packets')
  })
  test('are not taken without end', () => {
    const reader = createSectionReader(10)
    expect(() => reader.add(Buffer.alloc(11))).toThrow('too long')
    expect(() => packet('x'.repeat(70_000))).toThrow('too long')
  })
})

describe('lines of refs', () => {
  const zero = '0'.repeat(40)
  test('that are none are left out', () => {
    const good = `${zero} ${'a'.repeat(40)} refs/heads/x`
    expect(parseUpdates(`${good}\n${good} more\nshort refs/heads/x\n\n`)).toEqual([
      { before: zero, after: 'a'.repeat(40), ref: 'refs/heads/x' },
    ])
  })
})

describe('git', () => {
  test.each([
    ['git version 2.39.5', true],
    ['git version 2.31.0', true],
    ['git version 3.0.1.windows.1', true],
    ['git version 2.50.1 (Apple Git-155)', true],
    ['git version 2.30.9', false],
    ['git version 1.8.3.1', false],
    ['something else', false],
  ])('%s is new enough: %s', (version, isEnough) => {
    expect(isGitEnough(version)).toBe(isEnough)
  })
})

describe('places', () => {
  const signal = new AbortController().signal

  test('are given out up to their number, then in order', async () => {
    const places = createPlaces(2, 60_000)
    const [one, two] = [await places.take(signal), await places.take(signal)]
    const order: string[] = []
    const third = places.take(signal).then((leave) => order.push('third') && leave)
    const fourth = places.take(signal).then((leave) => order.push('fourth') && leave)
    one?.()
    // A second time is nobody's place.
    one?.()
    await third
    expect(order).toEqual(['third'])
    two?.()
    await fourth
    expect(order).toEqual(['third', 'fourth'])
  })
  test('are not waited for past patience or the end of the server', async () => {
    const ending = new AbortController()
    const places = createPlaces(1, 5)
    const leave = await places.take(ending.signal)
    expect(await places.take(ending.signal)).toBeUndefined()
    const patient = createPlaces(1, 60_000)
    await patient.take(ending.signal)
    const waiting = patient.take(ending.signal)
    ending.abort()
    expect(await waiting).toBeUndefined()
    leave?.()
    expect(await places.take(ending.signal)).toBeUndefined()
    expect(await places.take(signal)).toBeDefined()
  })
})
