import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, expect, it, vi } from 'vitest'

import { fakeApi, reply } from '../testing/fakeApi.ts'
import { aMessage, aPipeline, aRepo } from '../testing/fixtures.ts'
import { aQueryClient } from '../testing/render.tsx'
import { applyEvents } from './applyEvents.ts'
import { pipelineOf } from './pipelines.ts'

/** Answers that were read before an event and arrive after it. */

afterEach(() => vi.unstubAllGlobals())

const running = aPipeline({ id: 7, number: 2, status: 'running', started: 100, finished: 0, updated: 100 })
const ended = { ...running, status: 'success', finished: 100 }

async function after(known: typeof running, event: typeof running | undefined, answer: typeof running) {
  const queryClient = aQueryClient()
  const options = pipelineOf(1, 2)
  queryClient.setQueryData(options.queryKey, known)
  if (event) applyEvents(queryClient, [aMessage(aRepo({ id: 1 }), event)])
  fakeApi(reply(pipelineRoutes.get, () => answer))
  await queryClient.fetchQuery({ ...options, staleTime: 0 })
  return queryClient.getQueryData(options.queryKey)
}

it('do not bring a pipeline back to life that has ended', async () => {
  expect(await after(running, ended, running)).toMatchObject({ status: 'success', finished: 100 })
})

it('do not undo a change of a later second', async () => {
  const later = { ...running, updated: 101, errors: [] }
  expect(await after(running, later, running)).toMatchObject({ updated: 101 })
})

it('are taken when they are newer', async () => {
  expect(await after(running, undefined, ended)).toMatchObject({ status: 'success' })
  expect(await after(ended, undefined, { ...ended, reviewed_by: 'ana', updated: 200 })).toMatchObject({
    reviewed_by: 'ana',
  })
})

it('are taken when the number has been given anew', async () => {
  expect(await after(running, ended, { ...running, id: 8 })).toMatchObject({ id: 8, status: 'running' })
})
