import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { repoRoutes } from '@yaffle/contract/repos'
import { afterEach, expect, it, vi } from 'vitest'

import { failure, fakeApi, reply } from '../testing/fakeApi.ts'
import { aRepo } from '../testing/fixtures.ts'
import { aQueryClient } from '../testing/render.tsx'
import { allRepos } from './adminRepos.ts'
import { useReadOn } from './useReadOn.ts'

afterEach(() => vi.unstubAllGlobals())

/** A server with so many repositories, 50 on a page, and what pages it was asked for. */
function serverWith(count: number, before = (_page: number): void => undefined) {
  const asked: number[] = []
  fakeApi(
    reply(repoRoutes.all, ({ query: { page, perPage } }) => {
      asked.push(page)
      before(page)
      const first = (page - 1) * perPage
      return Array.from({ length: Math.min(perPage, count - first) }, (_, index) =>
        aRepo({ id: first + index + 1 }),
      )
    }),
  )
  return asked
}

/** A part of a page that shows how many there are. */
function Count({ isWanted }: { isWanted: boolean }) {
  const query = useInfiniteQuery(allRepos)
  useReadOn(query, isWanted)
  return <li>{query.data?.length}</li>
}

/** Parts of one page, each of which may want all of the list or not. */
function read(parts: Record<string, boolean>) {
  const queryClient = aQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      {Object.entries(parts).map(([name, isWanted]) => (
        <Count key={name} isWanted={isWanted} />
      ))}
    </QueryClientProvider>,
  )
  return {
    counts: () => screen.getAllByRole('listitem').map((part) => Number(part.textContent)),
    queryClient,
  }
}

it('reads a list to its end', async () => {
  const asked = serverWith(120)
  const { counts } = read({ table: true })
  await waitFor(() => expect(counts()).toEqual([120]))
  expect(asked).toEqual([1, 2, 3])
})

it('reads each page once, however many show the list', async () => {
  const asked = serverWith(120)
  const { counts } = read({ table: true, palette: true, badge: false })
  await waitFor(() => expect(counts()).toEqual([120, 120, 120]))
  expect(asked).toEqual([1, 2, 3])
})

it('reads no further than the first page when nobody wants it', async () => {
  const asked = serverWith(120)
  const { counts, queryClient } = read({ badge: false })
  await waitFor(() => expect(counts()).toEqual([50]))
  expect(queryClient.isFetching()).toBe(0)
  expect(asked).toEqual([1])
})

it('stops at a page that fails, and goes on once that was read', async () => {
  let isDown = true
  const asked = serverWith(170, (page) => {
    if (page === 2 && isDown) failure(500)
  })
  const { counts, queryClient } = read({ table: true })
  await waitFor(() => expect(queryClient.getQueryState(allRepos.queryKey)?.status).toBe('error'))
  expect(counts()).toEqual([50])
  isDown = false
  await queryClient.refetchQueries({ queryKey: allRepos.queryKey })
  await waitFor(() => expect(counts()).toEqual([170]))
  expect(asked).toEqual([1, 2, 1, 2, 3, 4])
})

it('shows each repository once, though the pages shift while they are read', async () => {
  const all = Array.from({ length: 60 }, (_, index) => aRepo({ id: index + 1 }))
  fakeApi(
    reply(repoRoutes.all, ({ query: { page } }) => {
      const found = all.slice((page - 1) * 50, page * 50)
      if (page === 1) all.unshift(aRepo({ id: 61 }))
      return found
    }),
  )
  const { counts } = read({ table: true })
  await waitFor(() => expect(counts()).toEqual([60]))
})

it('comes to an end with a server that knows no pages', async () => {
  const asked: number[] = []
  fakeApi(
    reply(repoRoutes.all, ({ query: { page } }) => {
      asked.push(page)
      return page > 9 ? [] : Array.from({ length: 70 }, (_, index) => aRepo({ id: index + 1 }))
    }),
  )
  const { counts, queryClient } = read({ table: true })
  await waitFor(() => expect(asked).toContain(2))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(counts()).toEqual([70])
  expect(asked).toEqual([1, 2])
})
