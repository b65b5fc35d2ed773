/** The format of a pipeline file as a JSON schema (draft 7). What does not fit is a warning: the parser is lenient. */

type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const anything: Schema = {}
const scalar: Schema = { type: ['string', 'number', 'boolean'] }
const texts: Schema = { type: ['string', 'array'], items: text }
const scalars: Schema = { type: 'object', additionalProperties: scalar }

const closed = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

/** One of these words, or a list of them. */
const words = (...allowed: string[]): Schema => ({
  type: ['string', 'array'],
  if: { type: 'array' },
  else: { enum: allowed },
  items: { enum: allowed },
})

const globs: Schema = closed(
  { include: texts, exclude: texts },
  { type: ['string', 'array', 'object'], items: text },
)

const path: Schema = closed(
  { include: texts, exclude: texts, ignore_message: text, on_empty: flag },
  { type: ['string', 'array', 'object'], items: text },
)

const status = words('success', 'failure')
const event = words(
  'push',
  'pull_request',
  'pull_request_closed',
  'pull_request_metadata',
  'tag',
  'release',
  'deployment',
  'cron',
  'manual',
)

const filters = {
  event,
  status,
  branch: globs,
  ref: globs,
  repo: globs,
  instance: globs,
  platform: globs,
  cron: globs,
  path,
  evaluate: text,
}
const oneOrMore = (properties: Record<string, Schema>): Schema =>
  closed(properties, { type: ['object', 'array'], items: closed(properties) })

const workflowWhen = oneOrMore(filters)
const stepWhen = oneOrMore({ ...filters, matrix: { type: 'object' } })

const dependency: Schema = closed(
  { name: text, optional: flag },
  { type: ['string', 'object'], required: ['name'] },
)
const dependencies: Schema = { type: ['string', 'array'], items: dependency }

const container = {
  name: text,
  image: text,
  pull: flag,
  commands: texts,
  entrypoint: texts,
  environment: { type: 'object' },
  settings: { type: 'object' },
  when: stepWhen,
  directory: text,
  privileged: flag,
  volumes: texts,
  tmpfs: texts,
  devices: texts,
  extra_hosts: texts,
  network_mode: text,
  backend_options: { type: 'object' },
}

const step = closed(
  {
    ...container,
    depends_on: dependencies,
    detach: flag,
    dns: texts,
    dns_search: texts,
    failure: { enum: ['fail', 'ignore', 'cancel'] },
  },
  { required: ['image'] },
)

const service = closed(
  {
    ...container,
    ports: { type: 'array', items: { type: ['string', 'number'] } },
    failure: { enum: ['fail', 'ignore'] },
  },
  { required: ['image'] },
)

const named = (item: Schema): Schema => ({ ...item, required: ['name', 'image'] })

/** A map of names to entries, or a list. */
const mapOrList = (item: Schema, ofList: Schema = item): Schema => ({
  type: ['object', 'array'],
  additionalProperties: item,
  items: ofList,
})

export const workflowSchema: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Pipeline file',
  ...closed(
    {
      $schema: text,
      variables: anything,
      steps: mapOrList(step),
      services: mapOrList(service, named(service)),
      clone: closed({ git: step }, { type: ['object', 'array'], items: step }),
      skip_clone: flag,
      when: workflowWhen,
      depends_on: dependencies,
      matrix: {
        type: 'object',
        properties: { include: { type: 'array', items: scalars } },
        additionalProperties: { type: 'array', items: scalar },
      },
      labels: scalars,
      workspace: closed({ base: text, path: text }),
      concurrency: closed({ limit: { type: 'integer' }, group: text }, { type: ['integer', 'object'] }),
      runs_on: { type: 'array', items: { enum: ['success', 'failure'] } },
    },
    { required: ['steps'] },
  ),
}
