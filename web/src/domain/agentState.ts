import type { Agent } from '@yaffle/contract/agents'

/** Agents report every few seconds; silent for longer than this (seconds), one is taken for gone. */
const quietFor = 120

/** Whether an agent can be counted on; `now` in Unix seconds. */
export function stateOf({ last_contact }: Pick<Agent, 'last_contact'>, now: number) {
  if (last_contact <= 0) return 'never'
  return now - last_contact > quietFor ? 'stale' : 'online'
}
export type AgentState = ReturnType<typeof stateOf>
