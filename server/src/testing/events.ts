import { until } from '../runner/testing/harness.ts'

export interface Message {
  id?: string
  event?: string
  data: string
}

export type Events = Awaited<ReturnType<typeof openEvents>>

/** Reads a stream of server-sent events until it ends or is left. */
export async function openEvents(url: string, headers: Record<string, string>) {
  const leaving = new AbortController()
  const answer = await fetch(url, { headers, signal: leaving.signal })
  const messages: Message[] = []
  let text = ''
  let isOver = false

  function take() {
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const fields = frame.split('\n').flatMap((line) => {
        const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
        return name ? [[name, value] as const] : []
      })
      if (fields.length > 0) messages.push(Object.fromEntries(fields) as unknown as Message)
    }
  }
  async function read() {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      take()
    }
  }
  const reading = read()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })

  return {
    status: answer.status,
    headers: answer.headers,
    messages,
    get isOver() {
      return isOver
    },
    /** What has come so far that is not whole, such as a ping. */
    until: (condition: (messages: Message[]) => unknown) => until(() => condition(messages)),
    /** Ended by the server. */
    end: () => until(() => isOver),
    async leave() {
      leaving.abort()
      await reading
    },
  }
}
