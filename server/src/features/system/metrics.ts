import { timingSafeEqual } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { openStreams } from '../../http/sse.ts'
import type { QueueInfo } from '../../runner/types.ts'

interface Deps {
  /** Undefined turns the route off. */
  token: string | undefined
  queueInfo(): QueueInfo
  counts(): { repos: number; users: number; pipelines: number }
}

const refusal = 'invalid or missing token'

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** `/metrics` for Prometheus (wire 6.5): behind a token of its own, and not there at all without one. */
export function mountMetrics(app: FastifyInstance, { token, queueInfo, counts }: Deps) {
  if (token === undefined) {
    app.get('/metrics', (_request, reply) => reply.code(404).send(''))
    return
  }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'yaffle_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'yaffle_http_request_seconds',
    help: 'Time to the end of the answer, streams left out',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('woodpecker_pending_steps', 'Workflows that wait for an agent', () => queueInfo().stats.pending_count)
  gauge(
    'woodpecker_waiting_steps',
    'Workflows that wait for others',
    () => queueInfo().stats.waiting_on_deps_count,
  )
  gauge('woodpecker_running_steps', 'Workflows that run', () => queueInfo().stats.running_count)
  gauge('woodpecker_worker_count', 'Idle places for workflows', () => queueInfo().stats.worker_count)
  gauge('woodpecker_repo_count', 'Active repositories', () => counts().repos)
  gauge('woodpecker_user_count', 'Users', () => counts().users)
  gauge('woodpecker_pipeline_total_count', 'Pipelines', () => counts().pipelines)
  gauge('yaffle_open_streams', 'Open event and log streams', openStreams)

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ method: request.method, route, status: reply.statusCode })
    if (!route.includes('/stream/'))
      seconds.observe({ method: request.method, route }, reply.elapsedTime / 1000)
  })

  app.get('/metrics', async (request, reply) => {
    const { authorization } = request.headers
    if (authorization === undefined) return reply.code(401).type('text/plain; charset=utf-8').send(refusal)
    if (!isSame(authorization, `Bearer ${token}`))
      return reply.code(403).type('text/plain; charset=utf-8').send(refusal)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
