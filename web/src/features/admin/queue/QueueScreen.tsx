import { useQuery } from '@tanstack/react-query'
import { queueRoutes, type QueueInfo } from '@yaffle/contract/queue'
import { CircleCheck, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { agentsOf } from '../../../api/agents.ts'
import { queueInfo, queuePace, useSetPaused } from '../../../api/queue.ts'
import { curlOf } from '../../../domain/commands.ts'
import { useErrorText } from '../../../domain/errors.ts'
import { HandOver } from '../../../domain/HandOver.tsx'
import { useNow } from '../../../domain/useNow.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { WarningBox } from '../../../ui/MessageBox.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { FailedView, QueryView } from '../../../ui/QueryView.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { useTitle } from '../../../ui/useTitle.ts'
import { QueueAgents } from './QueueAgents.tsx'
import { QueueTasks } from './QueueTasks.tsx'
import { QueueTiles } from './QueueTiles.tsx'
import { explainQueue } from './waiting.ts'

/** Administration > Queue: what runs, what waits and for what, and who could take it. Asks again every 5 s. */
export function QueueScreen() {
  const t = useTranslations('admin')
  const errorText = useErrorText()
  const info = useQuery(queueInfo)
  const agents = useQuery({ ...agentsOf({ level: 'global' }), ...queuePace, meta: { quiet: true } })
  const now = useNow('minute')
  useTitle(t('queue.title'), t('title'))

  return (
    <div className="flex flex-col gap-5">
      <Panel
        title={t('queue.title')}
        description={t('queue.about')}
        actions={
          <span className="flex flex-wrap items-center gap-2">
            {info.data && (
              <Badge tone={info.data.paused ? 'failure' : 'success'}>
                {info.data.paused ? t('queue.isPaused') : t('queue.isOpen')}
              </Badge>
            )}
            <HandOver curl={curlOf(queueRoutes.info)} />
            {info.data && <PauseButton isPaused={info.data.paused} />}
          </span>
        }
      >
        <QueryView query={info}>
          {(data) => (
            <div className="flex flex-col gap-4">
              {info.isError && <WarningBox title={t('queue.outdated')}>{errorText(info.error)}</WarningBox>}
              {data.paused && <WarningBox title={t('queue.pausedTitle')}>{t('queue.pausedText')}</WarningBox>}
              <QueueTiles stats={data.stats} />
              <Tasks
                info={data}
                agents={agents.data}
                now={Math.max(now, Math.floor(info.dataUpdatedAt / 1000))}
              />
            </div>
          )}
        </QueryView>
      </Panel>
      <Panel title={t('queue.agents')} description={t('queue.agentsAbout')} isFlush>
        {agents.data ? (
          <QueueAgents
            agents={agents.data}
            running={info.data?.running ?? []}
            now={Math.max(now, Math.floor(agents.dataUpdatedAt / 1000))}
          />
        ) : (
          <div className="p-4">
            {agents.isError && agents.error ? (
              <FailedView error={agents.error} onRetry={() => agents.refetch()} />
            ) : (
              <QueryView query={agents}>{() => null}</QueryView>
            )}
          </div>
        )}
      </Panel>
    </div>
  )
}

interface TasksProps {
  info: QueueInfo
  agents: Parameters<typeof explainQueue>[1]
  now: number
}

function Tasks({ info, agents, now }: TasksProps) {
  const t = useTranslations('admin.queue')
  const { running, pending, waiting } = explainQueue(info, agents, now)
  if (running.length + pending.length + waiting.length === 0)
    return (
      <EmptyState icon={CircleCheck} title={t('emptyTitle')}>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <>
      <QueueTasks title={t('running')} tasks={running} />
      <QueueTasks title={t('pending')} tasks={pending} />
      <QueueTasks title={t('waiting')} tasks={waiting} />
    </>
  )
}

/** Pausing keeps everybody's work from starting, so it asks first; resuming undoes that and does not. */
function PauseButton({ isPaused }: { isPaused: boolean }) {
  const t = useTranslations('admin.queue')
  const errorText = useErrorText()
  const set = useSetPaused()
  const [isAsking, setAsking] = useState(false)

  const resume = async () => {
    try {
      await set.mutateAsync(false)
      toasts.show({ title: t('resumed') })
    } catch (error) {
      toasts.show({ type: 'error', title: t('resumeFailed'), text: errorText(error), duration: 0 })
    }
  }
  const pause = async () => {
    await set.mutateAsync(true)
    toasts.show({ title: t('paused') })
  }

  return (
    <>
      {isPaused ? (
        <Button icon={Play} look="primary" onClick={resume}>
          {t('resume')}
        </Button>
      ) : (
        <Button icon={Pause} onClick={() => setAsking(true)}>
          {t('pause')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('pauseTitle')}
        confirmLabel={t('pause')}
        onConfirm={pause}
      >
        {t('pauseText')}
      </ConfirmDialog>
    </>
  )
}
