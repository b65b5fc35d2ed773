import type { Route } from '@yaffle/contract/route'

import { routeTables } from '../routeTables.ts'
import type { Answer } from './people.ts'
import { aFile, stepOf } from './repos.ts'
import { testServer } from './testServer.ts'

export type StockedServer = Awaited<ReturnType<typeof stockedServer>>

export const made = (answer: Answer) => (answer.json() as { id: number }).id

const routes: Route[] = Object.values(routeTables).flatMap((table) =>
  Object.values(table as Record<string, Route>),
)
/** Every route that is read and ends. */
export const reading = routes.filter(
  ({ method, path }) => method === 'GET' && !/\/stream\/|norunning|pprof/.test(path),
)

/** A server with one of everything: `boss` has made it, and `ids` has its id or name by the name of a parameter. */
export async function stockedServer() {
  const server = await testServer()
  const boss = await server.person('boss')
  const ana = await server.person('ana')
  const ben = await server.person('ben')
  const team = server.org('team', [[boss, 'admin']])
  const repo = await server.repo('team/tool', { by: boss, files: aFile('echo hello') })
  const copy = await repo.clone()
  await copy.commit('Change', { change: '1' })
  await copy.do('push', 'origin', 'main')
  await copy.commit('Fix', { change: '2' })
  await copy.do('push', 'origin', 'HEAD:refs/for/main', '-o', 'topic=fix', '-o', 'title=Fix')
  copy.remove()
  const [newest] = (await boss.get(`${repo.url}/pipelines`)).json() as { number: number }[]
  const pipeline = await repo.finished(newest?.number ?? 0)
  for (const scope of [repo.url, `/api/orgs/${team}`, '/api']) {
    await boss.post(`${scope}/secrets`, { name: 's', value: 'x', events: ['push', 'cron'] })
    await boss.post(`${scope}/registries`, { address: 'docker.io', username: 'a', password: 'hidden-word' })
  }
  const ids: Record<string, string> = {
    repo_id: String(repo.id),
    org_id: String(team),
    number: String(pipeline.number),
    step_id: String(stepOf(pipeline).id),
    cron_id: String(made(await boss.post(`${repo.url}/cron`, { name: 'n', schedule: '@daily' }))),
    forge_id: '1',
    agent_id: '1',
    owner: 'team',
    name: 's',
    address: 'docker.io',
    login: 'boss',
  }

  function addressOf({ path }: Route): string {
    const own: Record<string, string> = {
      ...ids,
      ...(path.startsWith('/api/badges/') && { name: 'tool' }),
      '*': path.startsWith('/api/repos/') ? 'team/tool' : 'team',
    }
    return path.replaceAll(/:(\w+)|\*/g, (star, name: string = star) => own[name] ?? '')
  }

  return { server, boss, ana, ben, team, repo, ids, addressOf }
}
