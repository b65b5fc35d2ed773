import type { Repo } from '@yaffle/contract/repos'
import { Wrench } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useRepairAll } from '../../api/adminRepos.ts'
import { ApiError } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toasts } from '../../ui/toasts.ts'
import { failedRepos } from './failedRepos.ts'

/** Mends all repositories after asking; names those that could not be. */
export function RepairAll({ repos }: { repos: readonly Repo[] }) {
  const t = useTranslations('admin.repos')
  const repair = useRepairAll()
  const [isAsking, setAsking] = useState(false)

  const run = async () => {
    try {
      await repair.mutateAsync()
    } catch (error) {
      const ids = error instanceof ApiError ? failedRepos(error.body) : undefined
      if (!ids) throw error
      const names = ids.map((id) => repos.find((repo) => repo.id === id)?.full_name ?? `#${id}`)
      throw new Error(t('repairFailed', { count: ids.length, names: names.join(', ') }), { cause: error })
    }
    toasts.show({ title: t('repaired') })
  }

  return (
    <>
      <Button icon={Wrench} onClick={() => setAsking(true)}>
        {t('repair')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('repairTitle')}
        confirmLabel={t('repair')}
        onConfirm={run}
      >
        {t('repairText')}
      </ConfirmDialog>
    </>
  )
}
