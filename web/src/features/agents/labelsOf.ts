import type { Agent } from '@yaffle/contract/agents'

/** The labels that an agent was started with, `name=value`. */
export const labelsOf = ({ custom_labels }: Pick<Agent, 'custom_labels'>) =>
  Object.entries(custom_labels).map(([name, value]) => `${name}=${value}`)
