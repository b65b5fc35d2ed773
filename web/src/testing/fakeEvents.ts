import { vi } from 'vitest'

type Listener = (event: { data: string }) => void

/** Stands for the browser's EventSource: the test is the server. */
export class FakeSource {
  static readonly CLOSED = 2
  static all: FakeSource[] = []

  readonly url: string
  readyState = 0
  private readonly listeners: Record<string, Listener[]> = {}

  constructor(url: string) {
    this.url = url
    FakeSource.all.push(this)
  }

  addEventListener(kind: string, listener: Listener) {
    ;(this.listeners[kind] ??= []).push(listener)
  }

  private tell(kind: string, data = '') {
    for (const listener of this.listeners[kind] ?? []) listener({ data })
  }

  open() {
    this.readyState = 1
    this.tell('open')
  }

  send(message: unknown) {
    this.tell('message', typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** A broken connection that the browser repairs by itself, or one it has given up. */
  fail(isFinal = false) {
    this.readyState = isFinal ? 2 : 0
    this.tell('error')
  }

  close() {
    this.readyState = 2
  }
}

/** Replaces the event stream; gives the newest one that is not closed. */
export function fakeEvents() {
  FakeSource.all = []
  vi.stubGlobal('EventSource', FakeSource)
  return () => FakeSource.all.findLast(({ readyState }) => readyState !== 2)
}
