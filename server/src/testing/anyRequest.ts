import type { Route } from '@yaffle/contract/route'
import fc from 'fast-check'

import type { Request } from './people.ts'

/** Texts that have made somebody's server fail. */
const hostile = [
  '',
  ' ',
  '.',
  '..',
  '../../../etc/passwd',
  '%2e%2e%2f',
  '%',
  '\0',
  'a\0b',
  '\r\nX-Injected: yes',
  `'; DROP TABLE repos; --`,
  '<script>alert(1)</script>',
  '${PATH}$(id)`id`',
  '--upload-pack=id',
  '\ud800',
  '\u202e\u200b',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-1',
  '1e309',
  '9007199254740993',
  '99999999999999999999',
  '0x1',
  '١',
  'x'.repeat(3000),
  '🦜'.repeat(300),
  '*',
  'latest',
]
const aString = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string(),
)
const aValue = fc.oneof(
  aString,
  fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 1e308, 2 ** 53, [], {}, [null], [[]], [''], { a: null }),
  fc.integer(),
  fc.array(aString, { maxLength: 3 }),
  fc.dictionary(aString, aString, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
)

export const keysOf = (schema: unknown): string[] => {
  const { shape } = (schema ?? {}) as { shape?: object }
  return Object.keys(shape ?? {})
}

/** An object with some of the schema's keys, each with a value of any kind, and sometimes with others. */
function anObject(schema: unknown, value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.fromEntries(keysOf(schema).map((key) => [key, value]))
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), fc.dictionary(aString, value, { maxKeys: 2 }))
    .map(([some, others]) => (Math.abs(Object.keys(others).length) > 1 ? { ...some, ...others } : some))
}

const aContentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/json; charset=utf-7',
  ';',
  'x',
)
const aRawBody = fc.oneof(
  fc.constantFrom('', '{', '[', 'null', '"', '{"a":}', '\ufeff{}', '['.repeat(5000), `{"__proto__":{"x":1}}`),
  fc.string(),
)

/** One request to a route; `who` and undefined parameters are filled in by the sender. */
export interface Try {
  who: number
  method: Request['method']
  params: Record<string, string | undefined>
  query: Record<string, unknown>
  body: { json: unknown } | { raw: string; type: string } | undefined
  headers: Record<string, string>
}

/** Requests of every kind to a route: proper ones, odd ones and nonsense. */
export function aTry(route: Route): fc.Arbitrary<Try> {
  const names = [...route.path.matchAll(/:(\w+)|\*/g)].map(([star, name]) => name ?? star)
  // Undefined: the one that is there.
  const aParam = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, aString, fc.nat(20).map(String))
  const aBody = fc.oneof(
    { weight: 6, arbitrary: anObject(route.body, aValue).map((json) => ({ json })) },
    { weight: 1, arbitrary: aValue.map((json) => ({ json })) },
    { weight: 2, arbitrary: fc.record({ raw: aRawBody, type: aContentType }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
  return fc.record({
    who: fc.nat(5),
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant(route.method) },
      fc.constantFrom('HEAD' as const, 'PUT' as const, 'OPTIONS' as const, 'DELETE' as const),
    ),
    params: fc.record(Object.fromEntries(names.map((name) => [name, aParam]))),
    query: anObject(route.query, aString),
    body: route.body || route.method !== 'GET' ? aBody : fc.constant(undefined),
    headers: fc.record(
      {
        'last-event-id': fc.constantFrom('-1', 'x', '99999999999999999999', '1e5'),
        accept: fc.constantFrom('text/html', '*/*', 'x'),
        'x-forwarded-proto': fc.constantFrom('https', 'javascript'),
        'x-gitlab-token': fc.constantFrom('x', 'a.b.c'),
        authorization: fc.constantFrom('Bearer x', 'Basic YTpi', 'Bearer', 'Bearer a.b.c'),
      },
      { requiredKeys: [] },
    ),
  })
}
