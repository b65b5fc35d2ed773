import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type PublishedVersions, publishedVersions } from '../../api/versions.ts'
import { config } from '../../config.ts'
import { patterns } from '../../paths.ts'
import { aUser } from '../../testing/fixtures.ts'
import { harmOn, payloads } from '../../testing/hostile.ts'
import { aQueryClient, renderScreen } from '../../testing/render.tsx'
import { AdminInfoScreen } from './AdminInfoScreen.tsx'

const before = { ...config }
const versionUrl = 'https://woodpecker-ci.org/version.json'
beforeEach(() => Object.assign(config, { user: aUser({ admin: true }), version: '3.16.0', versionUrl }))
afterEach(() => void Object.assign(config, before))

const published: PublishedVersions = { latest: '3.17.0', rc: '3.18.0-rc.1', next: 'next-2' }
const show = (versions?: PublishedVersions) => {
  const queryClient = aQueryClient()
  if (versions) queryClient.setQueryData(publishedVersions.queryKey, versions)
  return renderScreen(<AdminInfoScreen />, patterns.admin, { queryClient })
}

describe('the page about the server', () => {
  it.each([
    [
      '3.16.0',
      'Version 3.17.0 is available',
      'https://github.com/woodpecker-ci/woodpecker/releases/tag/v3.17.0',
    ],
    [
      '3.18.0-rc.0',
      'Version 3.18.0-rc.1 is available',
      'https://github.com/woodpecker-ci/woodpecker/releases/tag/v3.18.0-rc.1',
    ],
    ['next-1', 'Version next-2 is available', undefined],
  ])('tells those who run %s: %s', async (version, title, release) => {
    Object.assign(config, { version })
    show(published)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(`This server runs version ${version}.`)).toBeTruthy()
    expect(screen.queryByRole('link')?.getAttribute('href')).toBe(release)
  })

  it('says that there is nothing newer', async () => {
    Object.assign(config, { version: '3.17.0' })
    show(published)
    expect(await screen.findByText('There is no newer version.')).toBeTruthy()
  })

  it.each([
    [{ skipVersionCheck: true }, /switched off/],
    [{ versionUrl: '' }, /switched off/],
    [{ version: 'dev' }, /development build/],
  ])('says why nobody looks for newer versions: %o', async (settings, text) => {
    Object.assign(config, settings)
    show()
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('says that it could not find out', async () => {
    const queryClient = aQueryClient()
    const query = queryClient
      .getQueryCache()
      .build(queryClient, queryClient.defaultQueryOptions(publishedVersions))
    query.setState({ ...query.state, status: 'error', error: new Error('offline') })
    renderScreen(<AdminInfoScreen />, patterns.admin, { queryClient })
    expect(await screen.findByText(/could not be found out/)).toBeTruthy()
  })

  it.each(payloads)('does no harm with the version %j', async (text) => {
    const { page } = show({ latest: `99${text}`, rc: text, next: text })
    await screen.findByText('This server runs version 3.16.0.')
    expect(harmOn(page)).toEqual([])
  })
})
