/**
 * A server that will be killed. In the data folder of its argument it makes `ana/tool`, whose pipelines print a line and
 * sleep; when the first of three runs it says so.
 */
import { aFile } from './repos.ts'
import { testServer } from './testServer.ts'

const [dataDir = '', nap = ''] = process.argv.slice(2)
const server = await testServer({ dataDir, capacity: 1 })
const repo = await server.repo('ana/tool', {
  files: aFile(['echo stored', `test "$LAST" || sleep ${nap}`]),
})
const { number } = await repo.start()
await repo.running(number)
const step = (await repo.pipeline(number)).workflows?.[0]?.children[0]?.id ?? 0
const stream = await repo.by.events(`/api/stream/logs/${repo.id}/${number}/${step}`)
await stream.until((messages) => messages.length >= 3)
await repo.start({ variables: { LAST: 'yes' } })
server.core.pipelines.insert({ repo_id: repo.id, event: 'manual', status: 'created', version: '1' })
process.stdout.write('ready\n')
