import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'

import { useCreateForge } from '../../../api/forges.ts'
import { paths } from '../../../paths.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { useTitle } from '../../../ui/useTitle.ts'
import { ForgeForm } from './ForgeForm.tsx'
import { inputOf } from './forgeValues.ts'

/** Administration > Forges > a new one. Once it is there, its own page is shown. */
export function NewForgeScreen() {
  const t = useTranslations('admin')
  const navigate = useNavigate()
  const create = useCreateForge()
  const made = useRef<number>(undefined)
  useTitle(t('forges.add'), t('title'))

  return (
    <Panel title={t('forges.add')} description={t('forges.addAbout')}>
      <ForgeForm
        send={async (values) => {
          made.current = (await create.mutateAsync(inputOf(values))).id
        }}
        onSaved={() => {
          toasts.show({ title: t('forges.created') })
          return navigate({
            ...(made.current === undefined ? paths.admin('forges') : paths.adminForge(made.current)),
            replace: true,
          })
        }}
        onCancel={() => navigate(paths.admin('forges'))}
      />
    </Panel>
  )
}
