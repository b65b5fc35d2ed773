import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { decode } from './decode.ts'
import { PipelineMessage } from './events.ts'
import { feedRoutes } from './feed.ts'
import { forgeRoutes } from './forges.ts'
import { logRoutes } from './logs.ts'
import { orgRoutes } from './orgs.ts'
import { pipelineRoutes } from './pipelines.ts'
import { queueRoutes } from './queue.ts'
import { repoRoutes } from './repos.ts'
import type { Route } from './route.ts'
import { defOf } from './schema.ts'
import { userRoutes } from './users.ts'

/** Values as a server may send them for a schema: complete, with gaps, with too much, and now and then all wrong. */
function sentFor(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const { type, shape, element, innerType, in: input } = defOf(schema)
  const strange = fc.jsonValue({ maxDepth: 2 })
  const mostly = (usual: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 200, arbitrary: usual }, { weight: 1, arbitrary: strange })
  switch (type) {
    case 'string':
      return mostly(fc.string({ unit: 'binary', maxLength: 8 }))
    case 'number':
      return mostly(fc.oneof({ weight: 50, arbitrary: fc.maxSafeInteger() }, fc.double()))
    case 'boolean':
      return mostly(fc.boolean())
    case 'array':
      return mostly(fc.array(element ? sentFor(element) : strange, { maxLength: 3 }))
    case 'object': {
      const known = fc.record(
        Object.fromEntries(Object.entries(shape ?? {}).map(([key, field]) => [key, sentFor(field)])),
        { requiredKeys: [] },
      )
      const more = fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), strange, { maxKeys: 2 }),
      )
      return mostly(fc.tuple(known, more).map(([given, added]) => ({ ...added, ...given })))
    }
    case 'pipe':
      return input ? sentFor(input) : strange
    case 'optional':
    case 'nullable':
      return fc.option(innerType ? sentFor(innerType) : strange)
    default:
      return strange
  }
}

const outcome = (work: () => unknown) => {
  try {
    return { value: JSON.stringify(sorted(work())) }
  } catch (error) {
    return { issues: JSON.stringify((error as { issues?: unknown }).issues) }
  }
}
/** The order of keys means nothing, nor do keys of undefined. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, item]) => (item === undefined ? [] : [key, sorted(item)]))
          .filter((pair) => pair.length > 0)
      : value

const features = [
  feedRoutes,
  forgeRoutes,
  logRoutes,
  orgRoutes,
  pipelineRoutes,
  queueRoutes,
  repoRoutes,
  userRoutes,
]
const responses = features
  .flatMap((routes): Route[] => Object.values(routes))
  .map(({ method, path, response }) => [`${method} ${path}`, response] as const)

describe('what is read', () => {
  it.each([['an event', PipelineMessage] as const, ...responses])(
    'is what the schema itself makes of it, or refuses in the same words: %s',
    (_name, schema) => {
      fc.assert(
        fc.property(
          sentFor(schema).map((value) => JSON.stringify(value) ?? 'null'),
          (text) => {
            expect(outcome(() => decode(schema, JSON.parse(text)))).toEqual(
              outcome(() => schema.parse(JSON.parse(text))),
            )
          },
        ),
      )
    },
  )

  it('has lists of its own: what one value is given no other one shows', () => {
    const [first, second] = decode(repoRoutes.mine.response, [{}, {}])
    first?.netrc_trusted.push('a')
    expect(second?.netrc_trusted).toEqual([])
    expect(decode(repoRoutes.mine.response, [{}])[0]?.netrc_trusted).toEqual([])
    expect(first?.trusted).not.toBe(second?.trusted)
  })

  it('leaves what has rules of its own to the schema', () => {
    const Small = z.object({ count: z.int().check(z.maximum(5)), word: z.string().check(z.regex(/^a/)) })
    expect(() => decode(Small, { count: 6, word: 'ab' })).toThrow(z.core.$ZodError)
    expect(() => decode(Small, { count: 5, word: 'b' })).toThrow(z.core.$ZodError)
    expect(decode(Small, { count: 5, word: 'a' })).toEqual({ count: 5, word: 'a' })
  })
})
