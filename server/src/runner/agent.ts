import { randomBytes } from 'node:crypto'

import type { Database } from '../database/database.ts'

export interface AgentState {
  id: number
  /** Takes no new work. */
  isPaused: boolean
  /** What tasks are matched with (engine 6.8). */
  labels: Record<string, string>
}

interface AgentFacts {
  name: string
  version: string
  platform: string
  capacity: number
}

const backend = 'local'
const heartbeatMs = 10_000
const workEverySeconds = 60

/** The built-in agent: one row, instance-wide. A name or `no_schedule` set by an administrator stays. */
export function createAgent(db: Database, facts: AgentFacts, now: () => number) {
  const find = db.get<{ id: number; no_schedule: number; custom_labels_json: string }>(
    `SELECT id, no_schedule, custom_labels_json FROM agents
     WHERE backend = '${backend}' AND owner_id = -1 AND org_id = -1 ORDER BY id LIMIT 1`,
  )
  const insert = db.run(
    `INSERT INTO agents (created, updated, name, token, backend, last_contact)
     VALUES (:now, :now, :name, :token, '${backend}', :now)`,
  )
  const update = db.run(
    `UPDATE agents SET platform = :platform, version = :version, capacity = :capacity, last_contact = :now WHERE id = :id`,
  )
  const setContact = db.run('UPDATE agents SET last_contact = :now WHERE id = :id')
  const setWork = db.run('UPDATE agents SET last_work = :now WHERE id = :id AND last_work <= :before')
  let timer: NodeJS.Timeout | undefined

  /** Made anew when somebody has deleted it. */
  function row() {
    const found = find()
    if (found) return found
    const { name, platform, version, capacity } = facts
    insert({ now: now(), name, token: randomBytes(32).toString('hex') })
    const made = find()
    if (!made) throw new Error('The built-in agent has no row')
    update({ id: made.id, platform, version, capacity, now: now() })
    return made
  }

  return {
    state(): AgentState {
      const { id, no_schedule, custom_labels_json } = row()
      const custom = (JSON.parse(custom_labels_json) ?? {}) as Record<string, string>
      const own = { hostname: facts.name, platform: facts.platform, backend, repo: '*' }
      return { id, isPaused: no_schedule === 1, labels: { ...own, ...custom, 'org-id': '*' } }
    },

    /** Writes what this server is, and says every 10 s that it is there; `onBeat` follows, a failure goes to `onError`. */
    start(onBeat: () => void, onError: (error: unknown) => void) {
      const { platform, version, capacity } = facts
      update({ id: row().id, platform, version, capacity, now: now() })
      timer = setInterval(() => {
        try {
          setContact({ id: row().id, now: now() })
          onBeat()
        } catch (error) {
          onError(error)
        }
      }, heartbeatMs)
      timer.unref()
    },

    stop: () => clearInterval(timer),

    /** Remembers, at most once a minute, that it did something. */
    worked: () => setWork({ id: row().id, now: now(), before: now() - workEverySeconds }),
  }
}

/** `os/arch` as Go spells it. */
export function goPlatform(os: string, arch: string): string {
  const names: Record<string, string> = { win32: 'windows', x64: 'amd64', ia32: '386' }
  return `${names[os] ?? os}/${names[arch] ?? arch}`
}
