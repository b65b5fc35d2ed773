import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { collectOutput } from './stepOutput.ts'
import { startProcess } from './stepProcess.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'yaffle-output-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('keeps everything that was printed, however long storing takes', async () => {
  const started = await startProcess(
    { file: 'seq', args: ['1', '30000'], cwd: folder, env: { PATH: process.env['PATH'] ?? '' } },
    join(folder, 'pipe'),
  )
  const chunks: Buffer[] = []
  const exit = await collectOutput(
    started,
    {
      // Longer than the silence after which a pipe that somebody holds open is closed.
      async write(chunk) {
        chunks.push(chunk)
        await wait(1200)
      },
      note() {},
      end() {},
      failed: new AbortController().signal,
    },
    'no-such-mark',
  )
  expect(exit).toEqual({ code: 0 })
  expect(Buffer.concat(chunks).toString().split('\n').slice(0, -1)).toEqual(
    Array.from({ length: 30_000 }, (_, index) => String(index + 1)),
  )
}, 60_000)
