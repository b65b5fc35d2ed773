import { afterEach, describe, expect, it, vi } from 'vitest'

import { handOver, portOf } from './handOver.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the waiting program', () => {
  it.each([
    ['1', 1],
    ['41234', 41234],
    ['65535', 65535],
    ['65536', undefined],
    ['0', undefined],
    ['', undefined],
    ['080', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['80/x', undefined],
    ['80@evil.test', undefined],
    ['99999', undefined],
    [' 80', undefined],
    ['٤٢', undefined],
  ])('is found by the port %j: %s', (text, port) => {
    expect(portOf(text)).toBe(port)
  })

  it('gets the token in the body of one request to this machine, without cookies', async () => {
    const asked: unknown[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push([url, init.method, init.body, init.credentials, init.redirect, init.referrerPolicy])
      return Response.json({ ok: 'true' })
    })
    await handOver(4000, 'tok')
    expect(asked).toEqual([
      ['http://localhost:4000/token', 'POST', '{"token":"tok"}', 'omit', 'error', 'no-referrer'],
    ])
  })

  it.each([
    ['says no', Response.json({ ok: 'false' })],
    ['says nothing', Response.json(null)],
    ['is something else', new Response('<html>')],
    ['fails', Response.json({ ok: 'true' }, { status: 500 })],
  ])('that %s has not taken it', async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer)
    await expect(handOver(4000, 'tok')).rejects.toThrow(Error)
  })
})
