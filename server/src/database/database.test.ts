import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { createBox, readOrMakeKey } from './box.ts'
import { openDatabase } from './database.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'yaffle-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true })
})

describe('database', () => {
  it('keeps what it has when it is opened again', () => {
    const file = join(folder(), 'y.db')
    const first = openDatabase(file)
    first.run('INSERT INTO settings (name, value) VALUES (:name, :value)')({ name: 'a', value: '1' })
    first.close()
    const second = openDatabase(file)
    expect(second.all('SELECT name, value FROM settings')()).toMatchObject([{ name: 'a', value: '1' }])
    second.close()
  })

  it('serves two openers of one file', () => {
    const file = join(folder(), 'y.db')
    const [one, two] = [openDatabase(file), openDatabase(file)]
    one.run('INSERT INTO settings (name, value) VALUES (:name, :value)')({ name: 'a', value: '1' })
    expect(two.get('SELECT value FROM settings WHERE name = :name')({ name: 'a' })).toMatchObject({
      value: '1',
    })
    one.close()
    two.close()
  })

  it('does all of a transaction or nothing, and tells only of what was committed', () => {
    const db = openDatabase(':memory:')
    const add = db.run('INSERT INTO settings (name, value) VALUES (:name, 1)')
    const told: string[] = []
    const failing = () =>
      db.transaction(() => {
        add({ name: 'lost' })
        db.afterCommit(() => told.push('lost'))
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    db.transaction(() => {
      db.transaction(() => {
        add({ name: 'kept' })
        db.afterCommit(() => told.push('kept'))
      })
      expect(told).toEqual([])
    })
    expect(
      db
        .all<{ name: string }>('SELECT name FROM settings')()
        .map(({ name }) => name),
    ).toEqual(['kept'])
    expect(told).toEqual(['kept'])
  })

  it('refuses to bind an object', () => {
    const get = openDatabase(':memory:').get('SELECT :x AS x')
    expect(() => get({ x: {} as unknown as string })).toThrow()
  })
})

describe('sealed values', () => {
  const box = createBox(Buffer.alloc(32, 7))

  it('open only where they belong, unchanged, and with the same key', () => {
    const sealed = box.seal('päss', 'secrets:value:1')
    expect(sealed.includes('päss')).toBe(false)
    expect(box.open(sealed, 'secrets:value:1')).toBe('päss')
    expect(() => box.open(sealed, 'secrets:value:2')).toThrow()
    expect(() => createBox(Buffer.alloc(32, 8)).open(sealed, 'secrets:value:1')).toThrow()
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    expect(() => box.open(sealed, 'secrets:value:1')).toThrow()
  })

  it('have a key file that only its owner can read, made once', () => {
    const file = join(folder(), 'key')
    const key = readOrMakeKey(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readOrMakeKey(file)).toEqual(key)
  })
})
