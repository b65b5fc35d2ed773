import { mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

import type { Database } from '../database/database.ts'
import { killLeftovers } from './leftovers.ts'
import type { Tools } from './run.ts'
import type { Stop } from './transitions.ts'
import { removeFolder } from './workspace.ts'

const text = 'The server was restarted while this was running'
const lostText = 'The server was restarted and the work to do was lost'

/** Cleans up after a server that did not end properly (D13): processes, folders, then states. Queued work stays queued. */
export async function repair(db: Database, tools: Tools, workspaces: string): Promise<void> {
  const { queue, transitions, log } = tools
  for (const { workflow_id, folder, groups } of queue.remains()) {
    const found = await killLeftovers({ mark: basename(folder), folder, groups })
    if (found > 0)
      log.warn({ workflow: workflow_id, processes: found }, 'Killed processes of an earlier server')
  }
  // Nothing runs now, so whatever is here is a leftover: not only what the database remembers.
  await mkdir(workspaces, { recursive: true, mode: 0o700 })
  for (const name of await readdir(workspaces))
    await removeFolder(join(workspaces, name)).catch((error: unknown) =>
      log.warn({ folder: name, error }, 'A workspace could not be removed'),
    )
  const running = db.all<{ id: number }>(`SELECT id FROM workflows WHERE state = 'running'`)
  const lost = db.all<{ id: number }>(
    `SELECT id FROM workflows WHERE state = 'pending' AND id NOT IN (SELECT workflow_id FROM tasks)`,
  )
  const finished = db.all<{ id: number }>(
    `SELECT t.workflow_id AS id FROM tasks t JOIN workflows w ON w.id = t.workflow_id
     WHERE w.state NOT IN ('pending', 'running')`,
  )
  const unsettled = db.all<{ id: number }>(
    `SELECT id FROM pipelines WHERE status IN ('pending', 'running') AND id NOT IN
       (SELECT pipeline_id FROM workflows WHERE state IN ('pending', 'running'))`,
  )
  db.transaction(() => {
    for (const { id } of running()) {
      transitions.endWorkflow(id, { stop: stopWith(text), error: text })
      queue.remove(id)
    }
    for (const { id } of lost()) transitions.endWorkflow(id, { stop: stopWith(lostText), error: lostText })
    for (const { id } of finished()) queue.remove(id)
    for (const { id } of unsettled()) transitions.settle(id)
  })
}

const stopWith = (text: string): Stop => ({ kind: 'shutdown', text })
