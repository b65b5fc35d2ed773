import { useNavigate } from '@tanstack/react-router'
import type { Repo } from '@yaffle/contract/repos'
import { Power, PowerOff, Trash2, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { useActivateRepo, useRemoveRepo, useRepairRepo } from '../../api/repoChanges.ts'
import { useErrorText } from '../../domain/errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorBox } from '../../ui/MessageBox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useTitle } from '../../ui/useTitle.ts'

/** Repository settings > Actions: what is done to a repository as a whole, each with what it means. */
export function ActionsScreen({ repo }: { repo: Repo }) {
  const t = useTranslations('repoSettings')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const repair = useRepairRepo(repo.id)
  const activate = useActivateRepo()
  const remove = useRemoveRepo(repo.id)
  const [asked, ask] = useState<'disable' | 'delete'>()
  const name = repo.full_name
  useTitle(t('actions'), name)

  const tell = (title: string) => toasts.show({ title })

  return (
    <Panel title={t('actions')} isFlush>
      <div className="divide-y divide-border">
        <Action title={t('repair')} text={t('repairText')} error={repair.isError && errorText(repair.error)}>
          <Button
            icon={Wrench}
            onClick={async () => {
              await repair.mutateAsync()
              tell(t('repaired', { name }))
            }}
          >
            {t('repair')}
          </Button>
        </Action>
        {repo.active ? (
          <Action title={t('disable')} text={t('disableText')}>
            <Button icon={PowerOff} onClick={() => ask('disable')}>
              {t('disable')}
            </Button>
          </Action>
        ) : (
          <Action
            title={t('enable')}
            text={t('enableText')}
            error={activate.isError && errorText(activate.error)}
          >
            <Button
              icon={Power}
              look="primary"
              onClick={async () => {
                await activate.mutateAsync(repo.forge_remote_id)
                tell(t('enabled', { name }))
              }}
            >
              {t('enable')}
            </Button>
          </Action>
        )}
        <Action title={t('delete')} text={t('deleteText')}>
          <Button icon={Trash2} look="danger" onClick={() => ask('delete')}>
            {t('delete')}
          </Button>
        </Action>
      </div>
      <ConfirmDialog
        isOpen={asked === 'disable'}
        onClose={() => ask(undefined)}
        title={t('disableTitle', { name })}
        confirmLabel={t('disable')}
        onConfirm={async () => {
          await remove.mutateAsync({ isErased: false })
          tell(t('disabled', { name }))
        }}
      >
        {t('disableQuestion')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={() => ask(undefined)}
        title={t('deleteTitle', { name })}
        confirmLabel={t('delete')}
        isDangerous
        mustType={name}
        onConfirm={async () => {
          await remove.mutateAsync({ isErased: true })
          tell(t('deleted', { name }))
          await navigate(paths.repos())
        }}
      >
        {t('deleteQuestion')}
      </ConfirmDialog>
    </Panel>
  )
}

interface ActionProps {
  title: string
  text: string
  /** Why the last try was refused. */
  error?: string | false
  children: ReactNode
}

const Action = ({ title, text, error = false, children }: ActionProps) => (
  <section aria-label={title} className="flex flex-col gap-3 px-4 py-4">
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <div className="min-w-56 flex-1">
        <h3 className="font-semibold text-strong">{title}</h3>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </div>
    {error !== false && <ErrorBox>{error}</ErrorBox>}
  </section>
)
