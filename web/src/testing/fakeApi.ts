import { encoderOf } from '@yaffle/contract/encode'
import type { Route, RouteAnswer, RouteParsed } from '@yaffle/contract/route'
import { vi } from 'vitest'

interface Reply {
  route: Route
  answer: (input: never) => unknown
}

/** Answers one route. The reply is typed, and checked at run time, by the contract. */
export const reply = <R extends Route>(
  route: R,
  answer: (input: RouteParsed<R>) => RouteAnswer<R> | Promise<RouteAnswer<R>>,
): Reply => ({ route, answer })

class Failure extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/** Thrown inside an answer, makes the call fail as the server would. */
export const failure = (status: number, text = ''): never => {
  throw new Failure(status, text)
}

/** An answer that never comes. */
export const never = () => new Promise<never>(() => undefined)

const pattern = (path: string) =>
  new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\*$/, '(?<rest>.+)')}$`)

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  500: 'Internal Server Error',
}

/** Replaces the network. A call nobody answers fails as one without a connection would, and is told to the test. */
export function fakeApi(...replies: Reply[]) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: { method: string; body?: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://ci.test')
    calls.push(`${init.method} ${pathname}`)
    for (const { route, answer } of replies) {
      const match = pattern(route.path).exec(pathname)
      if (!match || route.method !== init.method) continue
      const { rest, ...params } = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
      )
      const input = {
        params: route.params?.parse(rest === undefined ? params : { ...params, '*': rest }),
        query: route.query?.parse(Object.fromEntries(searchParams)),
        body: route.body?.parse(JSON.parse(init.body ?? 'null')),
      }
      try {
        return answered(route, await answer(input as never))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const { status, message } = error
        return new Response(message, { status, statusText: statusTexts[status] ?? '' })
      }
    }
    throw new TypeError(`No reply for ${init.method} ${pathname}`)
  })
  return { calls }
}

function answered(route: Route, answer: unknown): Response {
  const whole = route.response.parse(answer)
  if (whole === undefined) return new Response(null, { status: 204 })
  if (route.produces === 'text') return new Response(whole as string)
  return Response.json(encoderOf(route.response)(whole))
}
