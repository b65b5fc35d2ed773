/** How well an agent's labels fit a task's: below 0 not at all, more is better (engine 6.8). */
export function matchScore(
  task: Readonly<Record<string, string>>,
  agent: Readonly<Record<string, string>>,
): number {
  let score = 0
  for (const [name, value] of Object.entries(task)) {
    if (value === '' || name.startsWith('woodpecker-ci.org/')) continue
    const own = agent[name] ?? agent[`!${name}`]
    if (own === value) score += 10
    else if (own === '*') score += 1
    else return -1
  }
  const isDemanding = Object.keys(agent).some((name) => name.startsWith('!') && !task[name.slice(1)])
  return isDemanding ? -1 : score
}
