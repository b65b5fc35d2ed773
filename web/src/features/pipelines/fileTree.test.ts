import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findFiles, linesOfFiles } from './fileTree.ts'

const draw = (paths: string[], closed: string[] = []) =>
  linesOfFiles(paths, new Set(closed)).map(
    (line) => '  '.repeat(line.level) + (line.kind === 'file' ? line.name : `${line.name}/ ${line.count}`),
  )

describe('linesOfFiles', () => {
  it('merges folders that hold nothing but one folder', () => {
    expect(draw(['web/src/api/call.ts', 'web/src/api/log/find.ts', 'README.md'])).toEqual([
      'web/src/api/ 2',
      '  log/ 1',
      '    find.ts',
      '  call.ts',
      'README.md',
    ])
  })

  it('orders names as people count', () => {
    expect(draw(['a/10', 'a/9', 'b'])).toEqual(['a/ 2', '  9', '  10', 'b'])
  })

  it('leaves out what is in a closed folder, but counts it', () => {
    expect(draw(['a/b/1', 'a/b/2', 'c'], ['a/b/'])).toEqual(['a/b/ 2', 'c'])
  })

  it('takes names of objects, and slashes in odd places, for names', () => {
    expect(draw(['__proto__/constructor', '/etc/x', 'dir/'])).toEqual([
      '/etc/ 1',
      '  x',
      '__proto__/ 1',
      '  constructor',
      'dir/ 1',
      '  ',
    ])
  })

  it('shows every file exactly once, under its whole path', () => {
    const part = fc.constantFrom('a', 'b', 'c', '__proto__', 'é', '')
    fc.assert(
      fc.property(fc.array(fc.array(part, { minLength: 1, maxLength: 5 })), (given) => {
        const paths = given.map((parts) => parts.join('/'))
        const files = linesOfFiles(paths, new Set()).filter(({ kind }) => kind === 'file')
        expect(files.map(({ path }) => path).toSorted()).toEqual([...new Set(paths)].toSorted())
      }),
    )
  })
})

describe('findFiles', () => {
  it.each([
    ['', ['src/Log.ts', 'docs/a.md']],
    ['LOG', ['src/Log.ts']],
    ['ts src', ['src/Log.ts']],
    ['.*', []],
  ])('%j finds %j', (search, found) => {
    expect(findFiles(search, ['src/Log.ts', 'docs/a.md'])).toEqual(found)
  })
})
