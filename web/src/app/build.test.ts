// @vitest-environment node
import { gzipSync } from 'node:zlib'

import { build } from 'vite'
import type { Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

type File = Rolldown.OutputAsset | Rolldown.OutputChunk
let files = new Map<string, File>()

beforeAll(async () => {
  const configFile = new URL('../../vite.config.ts', import.meta.url).pathname
  const result = await build({ configFile, logLevel: 'error', build: { write: false } })
  const { output } = result as Rolldown.RolldownOutput
  files = new Map(output.map((file) => [file.fileName, file]))
}, 60_000)

const sourceOf = (file: File | undefined) => String(file?.type === 'chunk' ? file.code : file?.source)
const page = () => sourceOf(files.get('index.html'))

describe('the built page', () => {
  it('has only files that other hosts of the wire serve with a type', () => {
    const others = [...files.keys()].filter((name) => !/\.(?:js|css|png|svg|html)$/.test(name))
    expect(others).toEqual([])
  })

  it('asks for everything under the place that the host replaces, but for what gets its root path otherwise', () => {
    const addresses = [...page().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    const own = ['/web-config.js', '/assets/custom.js', '/assets/custom.css']
    expect(
      addresses.filter((address) => !own.includes(address) && !address.startsWith('/BASE_PATH/')),
    ).toEqual([])
    for (const address of own) expect(page().split(address)).toHaveLength(2)
  })

  it('needs no script or style inside the page', () => {
    expect(page()).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
    for (const [, attributes = '', inside = ''] of page().matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
      expect(attributes).toContain('src=')
      expect(inside).toBe('')
    }
  })

  it('puts the theme on before anything is drawn', () => {
    const [, first = ''] = /<script([^>]*)>/.exec(page()) ?? []
    expect(first).toMatch(/src="\/BASE_PATH\/assets\/theme-[\w-]+\.js"/)
    expect(first).not.toMatch(/module|defer|async/)
    const early = files.get(/assets\/theme-[\w-]+\.js/.exec(first)?.[0] ?? '')
    expect(sourceOf(early)).not.toMatch(/\b(?:import|export)\b/)
  })

  it('never makes code of texts', () => {
    for (const [name, file] of files) {
      if (file.type === 'chunk')
        expect([name, /\beval\(|\.innerHTML\s*=|document\.write\(/.exec(file.code)?.[0]]).toEqual([
          name,
          undefined,
        ])
    }
  })

  it('brings the list of repositories in under 150 kB of compressed script', () => {
    const wanted = new Set<string>()
    const follow = (name: string) => {
      const file = files.get(name)
      if (file?.type !== 'chunk' || wanted.has(name)) return
      wanted.add(name)
      file.imports.forEach(follow)
    }
    for (const file of files.values()) {
      if (file.type === 'chunk' && (file.isEntry || file.name === 'ReposScreen')) follow(file.fileName)
    }
    const bytes = [...wanted].reduce((sum, name) => sum + gzipSync(sourceOf(files.get(name))).length, 0)
    expect(wanted.size).toBeGreaterThan(3)
    expect(bytes).toBeLessThan(150_000)
  })
})
