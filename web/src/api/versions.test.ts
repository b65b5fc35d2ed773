import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { aUser } from '../testing/fixtures.ts'

/** The module reads the server's globals when it starts. */
async function publishedVersions() {
  vi.resetModules()
  vi.stubGlobal('WOODPECKER_USER', aUser({ admin: true }))
  vi.stubGlobal('WOODPECKER_VERSION', '1.2.3')
  return (await import('./versions.ts')).publishedVersions
}
const ask = async (signal = new AbortController().signal) => {
  const { queryFn } = await publishedVersions()
  return (queryFn as (context: { signal: AbortSignal }) => Promise<unknown>)({ signal })
}

const reported = vi.fn<(error: unknown) => void>()
beforeEach(() => {
  reported.mockReset()
  vi.stubGlobal('reportError', reported)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const answer = (body: string, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }))

describe('the published versions', () => {
  it('are read without a word', async () => {
    answer('{"latest":"1.2.3","rc":"1.3.0-rc.1","next":"next-abc"}')
    expect(await ask()).toEqual({ latest: '1.2.3', rc: '1.3.0-rc.1', next: 'next-abc' })
    expect(reported).not.toHaveBeenCalled()
  })

  it.each([
    ['no JSON', '<html>', 200],
    ['a page for an error', 'Bad gateway', 502],
    ['a document without a field', '{"latest":"1.2.3","rc":""}', 200],
    ['a document of another kind', '[]', 200],
  ])('leave a line in the log of the browser when there is %s', async (_, body, status) => {
    answer(body, status)
    await expect(ask()).rejects.toThrow()
    expect(reported).toHaveBeenCalledOnce()
    expect(String(reported.mock.calls[0]?.[0])).toContain('versions')
  })

  it('leave it to the browser to log that nobody answers, and that it asked no longer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(ask()).rejects.toThrow('Failed to fetch')

    const page = new AbortController()
    vi.stubGlobal('fetch', async () => {
      page.abort()
      return { json: () => Promise.reject(page.signal.reason as Error) }
    })
    await expect(ask(page.signal)).rejects.toThrow()
    expect(reported).not.toHaveBeenCalled()
  })
})
