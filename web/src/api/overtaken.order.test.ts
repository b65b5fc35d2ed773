import type { PipelineMessage } from '@yaffle/contract/events'
import type { Pipeline } from '@yaffle/contract/pipelines'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { aMessage } from '../testing/fixtures.ts'
import { aLateServer, type LateServer, look, repo, running, views } from '../testing/lateServer.ts'

/** Questions, answers and events in any order. */

afterEach(() => vi.unstubAllGlobals())

describe('whatever comes before what', () => {
  const steps = fc.array(
    fc.record({
      kind: fc.constantFrom('create', 'advance', 'remove', 'ask', 'read', 'arrive', 'deliver', 'deliver'),
      pick: fc.nat(5),
    }),
    { maxLength: 40 },
  )
  const next: Record<string, string> = { pending: 'running', running: 'success' }

  /** What happens on the server, each with its event, if there is one. */
  function aStory(server: LateServer) {
    const { state } = server
    const events: PipelineMessage[] = []
    let id = 1
    let now = 100
    let hasRemoved = false
    const publish = (pipeline: Pipeline) => events.push(aMessage(repo, pipeline))
    return {
      hasRemoved: () => hasRemoved,
      deliver: (count: number) => server.apply(events.splice(0, count)),
      create() {
        id += 1
        const number = (state.pipelines[0]?.number ?? 0) + 1
        const made = { ...running, id, number, status: 'pending', started: 0, created: now, updated: now }
        state.pipelines = [made, ...state.pipelines]
        publish(made)
      },
      /** Within the same second, or in a later one. */
      advance(pick: number) {
        now += pick % 2
        const known = state.pipelines[pick % state.pipelines.length]
        const status = known && next[known.status]
        if (!known || !status) return
        const changed = { ...known, status, updated: now, finished: status === 'success' ? now : 0 }
        state.pipelines = state.pipelines.map((one) => (one === known ? changed : one))
        publish(changed)
      },
      /** Any but the first; no event tells of it. */
      remove(pick: number) {
        const others = state.pipelines.filter(({ number }) => number > 1)
        const gone = others[pick % others.length]
        if (!gone) return
        hasRemoved = true
        state.pipelines = state.pipelines.filter((one) => one !== gone)
      },
    }
  }

  it('every view shows in the end what the server has, and none ever shows an ended pipeline running', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const server = aLateServer([running])
        const story = aStory(server)
        const done = new Set<number>()
        const check = () => {
          for (const view of views) {
            const shown = view.shown(server.queryClient)
            for (const { id, status } of shown) {
              if (status !== 'success') expect(done, view.name).not.toContain(id)
            }
          }
          for (const { id, status } of views.flatMap(({ shown }) => shown(server.queryClient))) {
            if (status === 'success') done.add(id)
          }
        }
        server.ask()
        for (const { kind, pick } of all) {
          if (kind === 'create') story.create()
          else if (kind === 'advance') story.advance(pick)
          else if (kind === 'remove') story.remove(pick)
          else if (kind === 'ask') server.ask()
          else if (kind === 'read') server.read()
          else if (kind === 'deliver') story.deliver(1 + (pick % 2))
          else await server.arrive()
          check()
        }
        server.read()
        story.deliver(Infinity)
        await server.arrive()
        check()
        if (story.hasRemoved()) {
          server.ask()
          await server.arrive()
        }
        for (const view of views) {
          expect(look(view.shown(server.queryClient)), view.name).toEqual(
            look(view.of(server.state.pipelines)),
          )
        }
      }),
      { numRuns: 150 },
    )
  })
})
