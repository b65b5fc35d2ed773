import { afterEach, describe, expect, it, vi } from 'vitest'

import { LogSession } from './logSession.ts'

const sessions: LogSession[] = []
afterEach(() => {
  for (const session of sessions.splice(0)) session.stop()
  vi.unstubAllGlobals()
})

type Answer = (request: {
  isStream: boolean
  lastEventId: string | undefined
  signal: AbortSignal
}) => unknown

/** A session whose network answers with `answer`; what it throws is a network that is away. */
function begin(answer: Answer) {
  vi.stubGlobal(
    'fetch',
    async (url: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) =>
      answer({ isStream: url.endsWith('/stream'), lastEventId: headers['Last-Event-ID'], signal }),
  )
  const session = new LogSession({
    storedUrl: 'http://ci.test/stored',
    streamUrl: 'http://ci.test/stream',
    token: '',
    isFailed: false,
  })
  sessions.push(session)
  session.start()
  return { session, phase: () => session.read().snapshot?.phase }
}

const anEvent = (line: number) =>
  `id: ${line + 1}\ndata: ${JSON.stringify({ line, time: 0, type: 0, data: btoa('text') })}\n\n`

/** A stream that stays open until its reader leaves. */
function aStream(text: string, signal: AbortSignal) {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text))
      signal.addEventListener('abort', () => controller.error(new DOMException('left', 'AbortError')))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

describe('when the network changes', () => {
  it.each(['offline', 'online'])('a live log is followed anew from where it was: %s', async (change) => {
    const asked: (string | undefined)[] = []
    const { session, phase } = begin(({ lastEventId, signal }) => {
      asked.push(lastEventId)
      return aStream(lastEventId === undefined ? anEvent(0) + anEvent(1) : anEvent(2), signal)
    })
    await vi.waitFor(() => expect(session.read().snapshot?.lines).toBe(2))
    dispatchEvent(new Event(change))
    await vi.waitFor(() => expect(session.read().snapshot?.lines).toBe(3))
    expect(asked).toEqual([undefined, '2'])
    expect(phase()).toBe('live')
  })

  it('a stored log that could not be reached is asked for again', async () => {
    let isAway = true
    const { session, phase } = begin(({ isStream, signal }) => {
      if (isStream) return aStream('event: eof\ndata: eof\n\n', signal)
      if (isAway) throw new TypeError('Failed to fetch')
      return Response.json([{ line: 0, time: 0, type: 0, data: btoa('text') }])
    })
    await vi.waitFor(() => expect(phase()).toBe('failed'))
    isAway = false
    dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(phase()).toBe('complete'))
    expect(session.read().snapshot?.lines).toBe(1)
  })
})
