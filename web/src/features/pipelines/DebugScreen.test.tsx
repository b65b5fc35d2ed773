import { screen, waitFor } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { failure, fakeApi, reply } from '../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { toasts } from '../../ui/toasts.ts'
import { access, has, showDebug } from './testing/pages.tsx'

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pipeline = aPipeline({ version: '3.9.0' })

/** What the browser is given to save. */
function saved() {
  const blobs: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { blobs, names }
}

describe('the debug page of a pipeline', () => {
  it('gives the metadata as a file, and the line that uses it', async () => {
    const { blobs, names } = saved()
    fakeApi(
      has(pipeline),
      reply(pipelineRoutes.metadata, () => ({ id: '1', repo: { name: 'api' } })),
    )
    const { user } = showDebug()
    await user.click(await screen.findByRole('button', { name: 'Download metadata' }))
    await waitFor(() => expect(toasts.list()).toMatchObject([{ title: 'The metadata was downloaded' }]))
    expect(names).toEqual(['acme-api-pipeline-128-metadata.json'])
    expect(await blobs[0]?.text()).toBe('{\n  "id": "1",\n  "repo": {\n    "name": "api"\n  }\n}')
    expect(
      screen.getByText('woodpecker-cli exec --metadata-file acme-api-pipeline-128-metadata.json'),
    ).toBeDefined()
    expect(screen.getByText(/server version 3\.9\.0/)).toBeDefined()
  })

  it('says why it could not', async () => {
    saved()
    fakeApi(
      has(pipeline),
      reply(pipelineRoutes.metadata, () => failure(500, 'no metadata')),
    )
    const { user } = showDebug()
    await user.click(await screen.findByRole('button', { name: 'Download metadata' }))
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([{ type: 'error', text: 'Internal Server Error: no metadata' }]),
    )
  })

  it('is closed to those who may not push, and has no tab for them', async () => {
    fakeApi(has(pipeline))
    showDebug({ ...access, perm: aPerm({ push: false, admin: false }) })
    await screen.findByText(/Only those who may push/)
    expect(screen.queryByRole('link', { name: 'Debug' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Download metadata' })).toBeNull()
  })

  it.each(payloads.map((_, seed) => [seed]))('shows hostile texts as text, round %i', async (seed) => {
    fakeApi(has(makeHostile(pipeline, seed)))
    const { page } = showDebug({ ...access, repo: makeHostile(aRepo(), seed) })
    await screen.findByRole('button', { name: 'Download metadata' })
    expect(harmOn(page)).toEqual([])
  })
})
