/**
 * A server that will be killed: runs three workflows (one of them waits for the first) in the data folder of its first
 * argument, whose first step sleeps for the seconds of its second, and says when that has begun.
 */
import { aHarness, aWorkflow, sh, until } from './harness.ts'

const [dataDir = '', nap = ''] = process.argv.slice(2)
const on = await aHarness({ dataDir, capacity: 1 })
const id = on.queue([
  aWorkflow(
    [sh('long', ['echo stored', `setsid sleep ${nap} &`, `env -i sleep ${nap}`]), sh('later', 'true')],
    { pid: 1 },
  ),
  aWorkflow([sh('next', 'echo here')], { pid: 2, name: 'waiting' }),
  aWorkflow([sh('post', 'true')], { pid: 3, name: 'after', dependsOn: [1], runOn: ['failure'] }),
])
await until(() => on.logOf(id, 'long').includes('+ env'))
process.stdout.write(`ready ${id}\n`)
