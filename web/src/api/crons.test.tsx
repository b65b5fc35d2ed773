import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { cronRoutes } from '@yaffle/contract/crons'
import { expect, it } from 'vitest'

import { fakeApi, reply } from '../testing/fakeApi.ts'
import { aPipeline } from '../testing/fixtures.ts'
import { useRunCron } from './crons.ts'
import { pipelineOf } from './pipelines.ts'

it('a cron that is run by hand has its name for a text, though the server answers without one', async () => {
  const queryClient = new QueryClient()
  fakeApi(
    reply(cronRoutes.run, () =>
      aPipeline({ number: 9, event: 'cron', cron: 'nightly', message: '', title: '', sender: '' }),
    ),
  )
  const { result } = renderHook(() => useRunCron(1), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await result.current.mutateAsync(4)
  expect(queryClient.getQueryData(pipelineOf(1, 9).queryKey)).toMatchObject({
    message: 'nightly',
    sender: 'nightly',
  })
})
