import type { BrowserContext } from '@playwright/test'

export interface Complaints {
  /** What is part of the test: a server that is away, a session that ended. */
  expect: (...patterns: RegExp[]) => void
  /** What nobody expected, each with its page. */
  unexpected: () => string[]
}

/** What the browser itself objects to on any page of the context: uncaught errors, failed loads, a broken policy. */
export function listenForComplaints(context: BrowserContext): Complaints {
  const heard: string[] = []
  const expected: RegExp[] = []
  context.on('weberror', (error) => heard.push(`${error.page()?.url()}: uncaught ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error')
      heard.push(`${message.page()?.url()}: ${message.text()} ${message.location().url}`)
  })
  return {
    expect: (...patterns) => void expected.push(...patterns),
    unexpected: () => heard.filter((text) => !expected.some((pattern) => pattern.test(text))),
  }
}

/** What Chromium writes when a server or the network is away. */
export const isAway =
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INTERNET_DISCONNECTED|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED|SOCKET_NOT_CONNECTED)/
/** What it writes when an answer is not for the person any more. */
export const isRefused = /status of 401/
