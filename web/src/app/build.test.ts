// @vitest-environment node
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder = ''
/** By path below the built folder. */
let files = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yaffle-page-'))
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const { NODE_ENV: _, ...env } = process.env
  const web = new URL('../..', import.meta.url).pathname
  await promisify(execFile)(process.execPath, [vite, 'build', web, '--outDir', folder, '--emptyOutDir'], {
    env,
  })

  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = paths.map(
    async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const,
  )
  files = new Map(await Promise.all(read))
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

const page = () => files.get('index.html') ?? ''
const nameOf = (start: string) => [...files.keys()].find((name) => name.startsWith(`assets/${start}-`)) ?? ''

describe('the built page', () => {
  it('has only files that other hosts of the wire serve with a type', () => {
    const others = [...files.keys()].filter((name) => !/\.(?:js|css|png|svg|html)$/.test(name))
    expect(others).toEqual([])
  })

  it('asks for everything under the place that the host replaces, but for what gets its root path otherwise', () => {
    const addresses = [...page().matchAll(/\s(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    const own = ['/web-config.js', '/assets/custom.js', '/assets/custom.css']
    expect(addresses.filter((address) => !address.startsWith('/BASE_PATH/')).sort()).toEqual(own.sort())
    for (const address of own) expect(page().split(address)).toHaveLength(2)
  })

  it('needs no script or style inside the page', () => {
    expect(page()).not.toMatch(/<style|\sstyle=|\son\w+=|="javascript:/i)
    for (const [, attributes = '', inside = ''] of page().matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
      expect(attributes).toContain('src=')
      expect(inside).toBe('')
    }
  })

  it('puts the theme on before anything is drawn', () => {
    const [, first = ''] = /<script([^>]*)>/.exec(page()) ?? []
    expect(first).toContain(`src="/BASE_PATH/${nameOf('theme')}"`)
    expect(first).not.toMatch(/module|defer|async/)
    expect(files.get(nameOf('theme'))).not.toMatch(/^\s*(?:import|export)\b/m)
  })

  it('never makes code or elements of texts, libraries apart', () => {
    for (const [name, code] of files) {
      if (!name.endsWith('.js') || name === nameOf('framework')) continue
      expect([name, /\beval\(|new Function\(|\.innerHTML\s*=|document\.write\(/.exec(code)?.[0]]).toEqual([
        name,
        undefined,
      ])
    }
  })

  it('has the first files compiled while they arrive, of which browsers look for the sign in the first line only', () => {
    for (const name of ['framework', 'page', 'arrival']) {
      const [, code] =
        [...files].find(([path]) => path.startsWith(`assets/${name}-`) && path.endsWith('.js')) ?? []
      expect([name, code?.split('\n', 1)[0]]).toEqual([name, '//# allFunctionsCalledOnLoad'])
    }
  })

  it('brings the list of repositories in under 150 kB of compressed script', () => {
    const first = new Set<string>()
    const follow = (name: string) => {
      if (first.has(name)) return
      first.add(name)
      for (const [, next = ''] of (files.get(name) ?? '').matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
        follow(`assets/${next}`)
    }
    for (const name of ['theme', 'index', 'ReposScreen']) follow(nameOf(name))
    const bytes = [...first].reduce((sum, name) => sum + gzipSync(files.get(name) ?? '').length, 0)
    expect([...first].join(' ')).toContain('framework')
    expect(bytes).toBeLessThan(150_000)
  })
})
