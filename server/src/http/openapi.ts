import { omittedKeysOf } from '@yaffle/contract/encode'
import type { Access, Route } from '@yaffle/contract/route'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** What the document is made of: route tables by the resource they belong to, and the entities that get a name. */
export interface ApiParts {
  tables: Record<string, Record<string, Route>>
  /** Of each table what it is about, and of each of its operations a line. */
  texts: Record<string, { about: string; summaries: Record<string, string> }>
  entities: Record<string, z.ZodMiniType>
  version: string
  /** `{root}/api` and `{root}`. */
  root: string
}

const whoMay: Record<Access, string> = {
  any: 'Everybody.',
  user: 'Signed-in users.',
  admin: 'Server admins.',
  repo: 'Everybody who addresses a repository that exists.',
  'repo:pull': 'Those who may see the repository.',
  'repo:push': 'Those who may push to the repository.',
  'repo:admin': 'Admins of the repository.',
  org: 'Everybody who addresses an organisation that exists.',
  'org:member': 'Members of the organisation.',
  'org:admin': 'Admins of the organisation.',
}

/** Bodies and queries as a caller may send them. */
const asked = (schema: z.ZodMiniType) =>
  clean(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

/** Answers as this server sends them: complete but for the keys that the wire leaves out when they are empty. */
const answered = (schema: z.ZodMiniType) =>
  clean(
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type !== 'object') return
        const omitted = omittedKeysOf(zodSchema)
        const keys = Object.keys(jsonSchema.properties ?? {}).filter(
          (key) => !omitted.has(key) && !isMaybe(zodSchema, key),
        )
        if (keys.length > 0) jsonSchema.required = keys
      },
    }),
    true,
  )

/** A key that may be absent altogether, whatever its value would be. */
function isMaybe(schema: unknown, key: string): boolean {
  const field = (schema as { shape?: Record<string, z.ZodMiniType> }).shape?.[key]
  return field !== undefined && field.safeParse(undefined).data === undefined
}

/** Without zod's own marks; with `isAnswer` without the nulls that only other servers send. */
function clean(schema: Json, isAnswer = false): Json {
  const { $schema: _, '~standard': _standard, ...rest } = schema
  // Every whole number of zod's has these; they say nothing to a reader.
  if (rest['maximum'] === Number.MAX_SAFE_INTEGER) delete rest['maximum']
  if (rest['minimum'] === Number.MIN_SAFE_INTEGER) delete rest['minimum']
  const { type } = rest
  if (isAnswer && Array.isArray(type)) rest['type'] = (type as string[]).find((one) => one !== 'null')
  const alternatives = rest['anyOf']
  if (isAnswer && Array.isArray(alternatives) && alternatives.length === 2) {
    const [first, second] = alternatives as [Json, Json]
    if (second['type'] === 'null') return clean(first, isAnswer)
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, cleanValue(value, isAnswer)]))
}

function cleanValue(value: unknown, isAnswer: boolean): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => cleanValue(one, isAnswer))
  return value !== null && typeof value === 'object' ? clean(value as Json, isAnswer) : value
}

/** Puts a reference where a schema is one of the named entities. */
function named(schema: unknown, names: ReadonlyMap<string, string>, isTop = false): unknown {
  if (Array.isArray(schema)) return schema.map((one: unknown) => named(one, names))
  if (schema === null || typeof schema !== 'object') return schema
  const name = isTop ? undefined : names.get(JSON.stringify(schema))
  if (name) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, named(value, names)]))
}

/** The OpenAPI 3.1 document of every mounted route. */
export function openApiOf({ tables, texts, entities, version, root }: ApiParts): Json {
  const schemas = Object.entries(entities).map(([name, schema]) => [name, answered(schema)] as const)
  const names = new Map(schemas.map(([name, schema]) => [JSON.stringify(schema), name]))
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, table] of Object.entries(tables))
    for (const [verb, route] of Object.entries(table)) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}').replace('*', `{${restOf(route)}}`)
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: {
          summary: texts[tag]?.summaries[verb] ?? '',
          ...operation(tag, verb, route, names),
        },
      }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Yaffle',
      version,
      description: 'The HTTP interface of Woodpecker CI, as this server speaks it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: root || '/' }],
    tags: Object.keys(tables).map((name) => ({ name, description: texts[name]?.about ?? '' })),
    paths,
    components: {
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, named(schema, names, true)])),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/user/token.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'user_sess',
          description: 'With X-CSRF-TOKEN on every write.',
        },
      },
    },
    security: [{ token: [] }, { session: [] }],
  }
}

const text = (description: string) => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' } } },
})

/** What the rest of a path is called. */
const restOf = ({ path }: Route) => (path.includes('/lookup/') ? 'full_name' : 'rest')

function operation(tag: string, verb: string, route: Route, names: ReadonlyMap<string, string>): Json {
  const params = [...route.path.matchAll(/:(\w+)|\*/g)].map(([, name]) => ({
    name: name ?? restOf(route),
    in: 'path',
    required: true,
    schema: { type: name && /(?:_id|number)$/.test(name) ? 'integer' : 'string' },
  }))
  return {
    tags: [tag],
    operationId: `${tag}_${verb}`,
    description: whoMay[route.access],
    ...(route.access === 'any' && { security: [] }),
    parameters: [...params, ...queryOf(route)],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: asked(route.body) } } },
    }),
    responses: { ...success(route, names), '4XX': text('Refused; the text says why.') },
  }
}

function queryOf({ query }: Route): Json[] {
  const { properties } = query ? (asked(query) as { properties?: Record<string, Json> }) : {}
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }))
}

function success({ response, produces }: Route, names: ReadonlyMap<string, string>): Json {
  if (produces === 'stream') return { '200': text('Written as it comes.') }
  if (produces === 'text') return { '200': text('The text itself.') }
  if (response._zod.def.type === 'void') return { '204': { description: 'Done.' } }
  const content = { 'application/json': { schema: named(answered(response), names) } }
  const isMaybeNothing =
    response.safeParse(undefined).success && response.safeParse(undefined).data === undefined
  return {
    '200': { description: 'The answer.', content },
    ...(isMaybeNothing && { '204': { description: 'Nothing to run.' } }),
  }
}
