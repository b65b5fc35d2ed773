import type { QueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'

import { useShownFavicon } from '../../../domain/favicon.ts'
import { patterns } from '../../../paths.ts'
import { reply } from '../../../testing/fakeApi.ts'
import { aPerm, aPipeline, aRepo, aStep, aWorkflow } from '../../../testing/fixtures.ts'
import { renderNested } from '../../../testing/render.tsx'
import { ConfigScreen } from '../ConfigScreen.tsx'
import { DebugScreen } from '../DebugScreen.tsx'
import { ErrorsScreen } from '../ErrorsScreen.tsx'
import { FilesScreen } from '../FilesScreen.tsx'
import { PipelineFrame } from '../PipelineFrame.tsx'
import { StepsScreen } from '../StepsScreen.tsx'
import { TimelineScreen } from '../TimelineScreen.tsx'

/** The pages of pipeline 128 in their frame, for the tests of both. */

export const access = { repo: aRepo(), perm: aPerm() }
export const failed = aPipeline({
  status: 'failure',
  workflows: [
    aWorkflow({
      state: 'failure',
      children: [
        aStep({ pid: 2, name: 'install' }),
        aStep({ pid: 3, name: 'test', state: 'failure', exit_code: 1 }),
        aStep({ pid: 4, name: 'report', state: 'skipped', started: 0, finished: 0 }),
      ],
    }),
  ],
})
export const running = aPipeline({
  status: 'running',
  finished: 0,
  workflows: [
    aWorkflow({
      state: 'running',
      finished: 0,
      children: [
        aStep({ pid: 2, name: 'install' }),
        aStep({ pid: 3, name: 'test', state: 'running', finished: 0 }),
      ],
    }),
  ],
})
export const has = (pipeline: ReturnType<typeof aPipeline>) => reply(pipelineRoutes.get, () => pipeline)

function Favicon() {
  return <p data-testid="favicon">{useShownFavicon()}</p>
}
interface Shown {
  given?: typeof access
  number?: number
  queryClient?: QueryClient
}
const frame = (number = 128) => (
  <div key="frame">
    <Favicon />
    <PipelineFrame number={number} />
  </div>
)
export const showSteps = (pid?: number, { given = access, number = 128, queryClient }: Shown = {}) =>
  renderNested(
    [frame(number), <StepsScreen key="page" pid={pid} />],
    pid ? patterns.step : patterns.pipeline,
    {
      at: `/repos/1/pipeline/128${pid ? `/${pid}` : ''}`,
      access: given,
      ...(queryClient && { queryClient }),
    },
  )
function StepsOfAddress() {
  const { stepId } = useParams({ strict: false }) as { stepId?: string }
  return <StepsScreen pid={Number(stepId)} />
}
/** The steps at one of them, where other steps can be gone to. */
export const showStepsFrom = (pid: number) =>
  renderNested([frame(), <StepsOfAddress key="page" />], patterns.step, {
    at: `/repos/1/pipeline/128/${pid}`,
    access,
  })
export const showErrors = () =>
  renderNested([frame(), <ErrorsScreen key="page" />], patterns.errors, {
    at: '/repos/1/pipeline/128/errors',
    access,
  })
export const showConfig = (hash = '') =>
  renderNested([frame(), <ConfigScreen key="page" />], patterns.config, {
    at: `/repos/1/pipeline/128/config${hash}`,
    access,
  })
export const showFiles = (search = '') =>
  renderNested([frame(), <FilesScreen key="page" />], patterns.changedFiles, {
    at: `/repos/1/pipeline/128/changed-files${search}`,
    access,
  })
export const showTimeline = () =>
  renderNested([frame(), <TimelineScreen key="page" />], patterns.timeline, {
    at: '/repos/1/pipeline/128/timeline',
    access,
  })
export const showDebug = (given = access) =>
  renderNested([frame(), <DebugScreen key="page" />], patterns.debug, {
    at: '/repos/1/pipeline/128/debug',
    access: given,
  })
export const step = (name: RegExp) => screen.findByRole('treeitem', { name })
