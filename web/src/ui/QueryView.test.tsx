import { QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'

import { WithTexts } from '../testing/WithTexts.tsx'
import { ErrorWords } from './errorWords.ts'
import { InfiniteList } from './InfiniteList.tsx'
import { QueryView } from './QueryView.tsx'

/** What the product says of an error that says nothing itself. */
const wordless = 'The server cannot be reached'
const draw = (part: React.ReactNode) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <WithTexts>
      <ErrorWords value={(error) => (error as Error).message || wordless}>
        <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
      </ErrorWords>
    </WithTexts>,
  )
  return { user: userEvent.setup(), queryClient }
}

function Names({ load }: { load: () => Promise<string[]> }) {
  const query = useQuery({ queryKey: ['names'], queryFn: load })
  return (
    <QueryView query={query} empty={<p>Nobody here</p>}>
      {(names) => <p>{names.join(', ')}</p>}
    </QueryView>
  )
}

describe('QueryView', () => {
  it('says that it is loading', () => {
    draw(<Names load={() => new Promise(() => undefined)} />)
    expect(screen.getByRole('status').textContent).toContain('Loading')
  })

  it('shows what came', async () => {
    draw(<Names load={async () => ['ana', 'bob']} />)
    expect(await screen.findByText('ana, bob')).toBeDefined()
  })

  it('shows the empty state for an empty list', async () => {
    draw(<Names load={async () => []} />)
    expect(await screen.findByText('Nobody here')).toBeDefined()
  })

  it('says why it failed and tries again', async () => {
    const load = vi
      .fn<() => Promise<string[]>>()
      .mockRejectedValueOnce(new Error('Server is down'))
      .mockResolvedValue(['ana'])
    const { user } = draw(<Names load={load} />)
    expect((await screen.findByRole('alert')).textContent).toContain('Server is down')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('ana')).toBeDefined()
  })

  it('says it in the words of the product', async () => {
    draw(<Names load={() => Promise.reject(new Error(''))} />)
    expect((await screen.findByRole('alert')).textContent).toContain(wordless)
  })

  it('keeps good data when reading it again fails', async () => {
    const load = vi
      .fn<() => Promise<string[]>>()
      .mockResolvedValueOnce(['ana'])
      .mockRejectedValue(new Error('Server is down'))
    const { queryClient } = draw(<Names load={load} />)
    await screen.findByText('ana')
    await queryClient.refetchQueries({ queryKey: ['names'] })
    expect(screen.getByText('ana')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

function Numbers({ load }: { load: (page: number) => Promise<number[]> }) {
  const query = useInfiniteQuery({
    queryKey: ['numbers'],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last: number[], _, page) => (last.length < 2 ? undefined : page + 1),
    select: ({ pages }) => pages.flat(),
  })
  return (
    <InfiniteList label="Numbers" query={query} keyOf={(number) => number} empty={<p>None</p>}>
      {(number) => <span>{number}</span>}
    </InfiniteList>
  )
}

describe('InfiniteList', () => {
  const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  it('has more until a short page ends it', async () => {
    const { user } = draw(<Numbers load={async (page) => (page === 1 ? [1, 2] : [3])} />)
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('3')
    expect(shown()).toEqual(['1', '2', '3'])
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('keeps what it has when a later page fails, and tries that one again', async () => {
    let isDown = true
    const { user } = draw(
      <Numbers
        load={async (page) => {
          if (page === 1) return [1, 2]
          if (isDown) throw new Error('Server is down')
          return [3]
        }}
      />,
    )
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Server is down')
    expect(shown()).toEqual(['1', '2'])
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('3')
    expect(shown()).toEqual(['1', '2', '3'])
  })

  it('says when there is nothing', async () => {
    draw(<Numbers load={async () => []} />)
    expect(await screen.findByText('None')).toBeDefined()
  })

  it('says why the first page failed', async () => {
    draw(<Numbers load={() => Promise.reject(new Error('Server is down'))} />)
    expect((await screen.findByRole('alert')).textContent).toContain('Server is down')
  })

  it('says why a later page failed in the words of the product', async () => {
    const { user } = draw(
      <Numbers load={async (page) => (page === 1 ? [1, 2] : Promise.reject(new Error('')))} />,
    )
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect((await screen.findByRole('alert')).textContent).toContain(wordless)
  })
})
