import { act, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Feed } from '@yaffle/contract/feed'
import { feedRoutes } from '@yaffle/contract/feed'
import { forgeRoutes } from '@yaffle/contract/forges'
import { repoRoutes } from '@yaffle/contract/repos'
import type { User } from '@yaffle/contract/users'
import { vi } from 'vitest'

import { fakeApi, reply } from '../../testing/fakeApi.ts'
import { aForge, aRepo, aRepoRow, aUser } from '../../testing/fixtures.ts'

configure({ asyncUtilTimeout: 10_000 })

interface Page {
  /** The address to open, with the root path if there is one. */
  at: string
  /** Nobody when left out. */
  user?: User
  rootPath?: string
  globals?: Record<string, unknown>
  feed?: Feed[]
  replies?: ReturnType<typeof reply>[]
}

export const signedIn = aUser({ login: 'ana' })

/** What the browser keeps of the person's choices. */
export const userConfig = () =>
  JSON.parse(localStorage.getItem('yaffle:user-config') ?? '{}') as Record<string, unknown>

/** Opens the whole page as a browser would: the server's globals first, then everything else from the start. */
export async function openPage({ at, user, rootPath = '', globals = {}, feed = [], replies = [] }: Page) {
  vi.resetModules()
  vi.stubGlobal('WOODPECKER_USER', user ?? null)
  vi.stubGlobal('WOODPECKER_CSRF', user ? 'csrf' : '')
  vi.stubGlobal('WOODPECKER_VERSION', '1.2.3')
  vi.stubGlobal('WOODPECKER_ROOT_PATH', rootPath)
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  globalThis.history.replaceState(null, '', at)

  const { calls } = fakeApi(
    ...replies,
    reply(feedRoutes.list, () => feed),
    reply(repoRoutes.mine, () => [aRepoRow()]),
    reply(forgeRoutes.list, () => [aForge()]),
    reply(repoRoutes.lookup, ({ params }) => aRepo({ id: 7, full_name: params['*'] })),
  )
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => answer(address.slice(rootPath.length), init))
  const [{ App }, { createAppRouter }, { createQueryClient }] = await Promise.all([
    import('../App.tsx'),
    import('../router.tsx'),
    import('../queryClient.ts'),
  ])
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  await act(async () => {
    render(<App router={router} queryClient={queryClient} />)
    await router.load()
  })
  return {
    calls,
    router,
    user: userEvent.setup(),
    /** What the address bar shows. */
    address: () => router.state.location.publicHref,
  }
}
