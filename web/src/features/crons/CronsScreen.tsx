import { useQuery } from '@tanstack/react-query'
import { type Cron, cronRoutes } from '@yaffle/contract/crons'
import type { Repo } from '@yaffle/contract/repos'
import { CalendarClock, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { cronsOf } from '../../api/crons.ts'
import { cliOf, curlOf } from '../../domain/commands.ts'
import { HandOver } from '../../domain/HandOver.tsx'
import { ManagedList } from '../../domain/ManagedList.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { useOpenForm } from '../../ui/useOpenForm.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { CronForm } from './CronForm.tsx'
import { CronRow } from './CronRow.tsx'

/** The jobs that start pipelines of a repository by the clock. */
export function CronsScreen({ repo }: { repo: Repo }) {
  const t = useTranslations()
  const { form, edited, open, edit, close } = useOpenForm()
  const crons = useQuery(cronsOf(repo.id))
  useTitle(t('crons.title'), repo.full_name)
  const cron = crons.data?.find(({ id }) => String(id) === edited)
  const isOpen = form === 'new' || cron !== undefined

  return (
    <Panel
      title={cron ? t('crons.editTitle', { name: cron.name }) : t(isOpen ? 'crons.add' : 'crons.title')}
      description={t('crons.about')}
      actions={
        !isOpen && (
          <span className="flex flex-wrap gap-2">
            <HandOver
              curl={curlOf(cronRoutes.list, { repo_id: repo.id })}
              cli={cliOf('repo', 'cron', 'ls', '--repository', repo.full_name)}
            />
            <Button icon={Plus} look="primary" onClick={() => open('new')}>
              {t('crons.add')}
            </Button>
          </span>
        )
      }
    >
      <QueryView query={crons}>
        {(known) => {
          const others = new Set(known.filter(({ id }) => id !== cron?.id).map(({ name }) => name))
          if (form === 'new') return <CronForm repo={repo} taken={others} onClose={close} />
          if (cron) return <CronForm key={cron.id} repo={repo} cron={cron} taken={others} onClose={close} />
          return <CronList repo={repo} crons={known} onEdit={edit} onAdd={() => open('new')} />
        }}
      </QueryView>
    </Panel>
  )
}

interface CronListProps {
  repo: Repo
  crons: readonly Cron[]
  onEdit: (id: number) => unknown
  onAdd: () => unknown
}

/** Jobs that are switched off run last of all. */
const due = ({ enabled, next_exec }: Cron) => (enabled && next_exec > 0 ? next_exec : Infinity)
const byName = (one: Cron, other: Cron) => one.name.localeCompare(other.name)

function CronList({ repo, crons, onEdit, onAdd }: CronListProps) {
  const t = useTranslations()
  return (
    <ManagedList
      label={t('crons.title')}
      items={crons}
      keyOf={({ id }) => id}
      textOf={({ name }) => name}
      sortings={[
        { id: 'name', label: t('settings.byName'), compare: byName },
        {
          id: 'next',
          label: t('crons.byNext'),
          compare: (one, other) =>
            due(one) === due(other) ? byName(one, other) : due(one) < due(other) ? -1 : 1,
        },
      ]}
      empty={
        <EmptyState
          icon={CalendarClock}
          title={t('crons.emptyTitle')}
          action={
            <Button icon={Plus} look="primary" onClick={onAdd}>
              {t('crons.add')}
            </Button>
          }
        >
          {t('crons.emptyText')}
        </EmptyState>
      }
    >
      {(cron) => <CronRow repoId={repo.id} cron={cron} onEdit={() => onEdit(cron.id)} />}
    </ManagedList>
  )
}
