import { randomBytes } from 'node:crypto'

import type { Agent } from '@yaffle/contract/agents'

import type { Database } from '../../database/database.ts'

type AgentRow = Omit<Agent, 'no_schedule' | 'custom_labels'> & {
  no_schedule: number
  custom_labels_json: string
}

const toAgent = ({ no_schedule, custom_labels_json, ...row }: AgentRow): Agent => ({
  ...row,
  // The built-in agent says -1 until it has registered.
  capacity: Math.max(0, row.capacity),
  no_schedule: no_schedule === 1,
  custom_labels: JSON.parse(custom_labels_json) as Record<string, string>,
})

export type AgentStore = ReturnType<typeof createAgentStore>

export function createAgentStore(db: Database, clock: () => number) {
  const get = db.get<AgentRow>('SELECT * FROM agents WHERE id = :id')
  const page = db.all<AgentRow>('SELECT * FROM agents ORDER BY id LIMIT :limit OFFSET :offset')
  const ofOrg = db.all<AgentRow>(
    'SELECT * FROM agents WHERE org_id = :org_id ORDER BY id LIMIT :limit OFFSET :offset',
  )
  const insert = db.get<AgentRow>(
    `INSERT INTO agents (created, updated, name, owner_id, org_id, token, no_schedule)
     VALUES (:now, :now, :name, :owner_id, :org_id, :token, :no_schedule) RETURNING *`,
  )
  const update = db.get<AgentRow>(
    'UPDATE agents SET name = :name, no_schedule = :no_schedule, updated = :now WHERE id = :id RETURNING *',
  )
  const remove = db.run('DELETE FROM agents WHERE id = :id')
  const seconds = () => Math.floor(clock() / 1000)
  const found = (row: AgentRow | undefined) => row && toAgent(row)
  const window = (number: number, perPage: number) => ({ limit: perPage, offset: (number - 1) * perPage })

  return {
    get: (id: number) => found(get({ id })),
    list: (number: number, perPage: number) => page(window(number, perPage)).map(toAgent),
    listOfOrg: (org_id: number, number: number, perPage: number) =>
      ofOrg({ org_id, ...window(number, perPage) }).map(toAgent),
    insert(agent: { name: string; no_schedule: boolean; owner_id: number; org_id: number }): Agent {
      const row = insert({
        ...agent,
        no_schedule: agent.no_schedule ? 1 : 0,
        token: randomBytes(32).toString('base64url'),
        now: seconds(),
      })
      if (!row) throw new Error('The agent was not stored')
      return toAgent(row)
    },
    update: (id: number, { name, no_schedule }: { name: string; no_schedule: boolean }) =>
      found(update({ id, name, no_schedule: no_schedule ? 1 : 0, now: seconds() })),
    remove: (id: number) => remove({ id }) > 0,
  }
}
