import { admit } from './access.ts'
import { empty, text, type Answer } from './answers.ts'
import type { Call, Route } from './route.ts'
import { adminRoutes } from './routes/admin.ts'
import { cronRoutes } from './routes/crons.ts'
import { logRoutes } from './routes/logs.ts'
import { openRoutes } from './routes/open.ts'
import { orgAgentRoutes, orgRoutes } from './routes/orgs.ts'
import { pipelineRoutes } from './routes/pipelines.ts'
import { queueRoutes } from './routes/queue.ts'
import { registryRoutes } from './routes/registries.ts'
import { repoRoutes } from './routes/repos.ts'
import { secretRoutes } from './routes/secrets.ts'
import { userRoutes, usersRoutes } from './routes/user.ts'
import { stepsOf } from './world.ts'

const routes: Route[] = [
  ...userRoutes,
  ...usersRoutes,
  ...repoRoutes,
  ...pipelineRoutes,
  ...logRoutes,
  ...secretRoutes,
  ...registryRoutes,
  ...cronRoutes,
  ...orgRoutes,
  ...orgAgentRoutes,
  ...adminRoutes,
  ...queueRoutes,
  ...openRoutes,
]

/** Fixed segments win over named ones, as in the server's own router. */
const table = routes
  .map((route) => ({ route, ...compiled(route.at) }))
  .toSorted((one, other) => one.named - other.named)

function compiled(at: string) {
  const [method = '', path = ''] = at.split(' ')
  const names: string[] = []
  const source = path.replaceAll(/:(\w+)|\*/g, (all, name: string | undefined) => {
    names.push(name ?? all)
    return name === undefined ? '(.+)' : '([^/]+)'
  })
  return {
    method,
    names,
    named: names.length,
    pattern: new RegExp(`^${source.replaceAll('.svg', '\\.svg')}$`),
  }
}

/** Percent signs are decoded after the match, so that an encoded slash stays inside its segment (3.0). */
export function find(method: string, path: string, areUserAgents: boolean) {
  for (const { route, method: wanted, names, pattern } of table) {
    const match = wanted === method ? pattern.exec(path) : null
    if (!match || (!areUserAgents && orgAgentRoutes.includes(route))) continue
    const params = names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])
    return { route, params: Object.fromEntries(params) as Record<string, string> }
  }
  return undefined
}

/** Access first, then what the path names below a repository (3.1), then the work. */
export async function answer(route: Route, call: Call): Promise<Answer> {
  const refused = admit(route.access, call) ?? addressed(call)
  return refused ?? route.run(call)
}

function addressed(call: Call): Answer | undefined {
  const { world, repo, params } = call
  const { number, step } = params
  if (!repo || number === undefined) return undefined
  if (!/^\d+$/.test(number)) return empty(400)
  const pipeline = world.pipelines.find((one) => one.repo_id === repo.id && one.number === Number(number))
  if (!pipeline) return empty(404)
  Object.assign(call, { pipeline })
  if (step === undefined) return undefined
  if (!/^\d+$/.test(step)) return empty(400)
  const found = stepsOf(pipeline).find(({ id }) => id === Number(step))
  if (!found) return empty(404)
  Object.assign(call, { step: found })
  return undefined
}

/** A body that Go cannot read. */
export const unreadable = ({ refusal }: Route): Answer =>
  refusal ? text(`${refusal} invalid character`, 400) : empty(400)
