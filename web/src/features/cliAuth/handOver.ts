/** The port that a waiting CLI named: 1 to 65535, written plainly; undefined for anything else. */
export function portOf(text: string): number | undefined {
  if (!/^[1-9]\d{0,4}$/.test(text)) return undefined
  const port = Number(text)
  return port <= 65_535 ? port : undefined
}

/** How long the program on this machine may take to answer (ms). */
const patience = 10_000

/**
 * Hands a token to the program that waits on this very machine; '' tells it that the person refused. The token goes in
 * the body only, and nowhere else than to the loopback (wire 6.7). Rejects when nobody took it.
 */
export async function handOver(port: number, token: string): Promise<void> {
  const response = await fetch(`http://localhost:${port}/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  const answer: unknown = await response.json()
  const ok = typeof answer === 'object' && answer !== null && 'ok' in answer ? answer.ok : undefined
  if (!response.ok || (ok !== 'true' && ok !== true)) throw new Error('The CLI did not take the token')
}
