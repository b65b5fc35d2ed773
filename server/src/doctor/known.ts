/** What the doctor has learned of a server so far, by the name of a part of a path; `table.name` before `name`. */
export type Known = Record<string, string>

/** The path of a route with what is known put in; undefined where something is not. */
export function fill(name: string, path: string, known: Known): string | undefined {
  const table = name.split('.', 1)[0] ?? ''
  let isKnown = true
  const filled = path.replaceAll(/:(\w+)|\*/g, (all, part: string | undefined) => {
    const value = known[`${table}.${part ?? all}`] ?? known[part ?? all]
    if (value === undefined) isKnown = false
    if (part !== undefined) return encodeURIComponent(value ?? '')
    return value?.split('/').map(encodeURIComponent).join('/') ?? ''
  })
  return isKnown ? filled : undefined
}

type Row = Record<string, unknown>

/** Takes out of a route's answer what later ones are asked about. The first that is known stays. */
export function learn(name: string, answer: unknown, known: Known) {
  const rows = (Array.isArray(answer) ? answer : [answer]).filter(
    (row): row is Row => typeof row === 'object' && row !== null,
  )
  const [first] = rows
  if (!first) return
  const keep = (key: string, value: unknown) => {
    if (known[key] !== undefined || value === '') return
    if (typeof value === 'string' || typeof value === 'number') known[key] = String(value)
  }
  const [table = '', verb] = name.split('.')
  if (name === 'user.me') keep('login', first['login'])
  if (name === 'repos.mine') {
    keep('repo_id', first['id'])
    keep('org_id', first['org_id'])
    keep('repos.*', first['full_name'])
    keep('orgs.*', first['owner'])
    keep('badges.owner', first['owner'])
    keep('badges.name', first['name'])
  }
  // One that is over has logs to show.
  if (name === 'pipelines.list')
    keep('number', (rows.find(({ started, finished }) => started && finished) ?? first)['number'])
  if (name === 'pipelines.get') keep('step_id', endedStepOf(first))
  if (name === 'forges.list') keep('forge_id', first['id'])
  if (name === 'agents.list') keep('agent_id', first['id'])
  if (name === 'crons.list') keep('cron_id', first['id'])
  if (verb === 'list' && table.endsWith('registries')) keep(`${table}.address`, first['address'])
  if (verb === 'list' && table.endsWith('secrets')) keep(`${table}.name`, first['name'])
}

function endedStepOf(pipeline: Row): unknown {
  const workflows = pipeline['workflows'] as { children?: { id?: number; finished?: number }[] }[] | undefined
  return workflows?.flatMap(({ children }) => children ?? []).find(({ finished }) => finished)?.id
}
