import { useTranslations } from 'use-intl'

import { config } from '../../config.ts'
import { useVersionInfo } from '../../domain/useVersionInfo.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoteBox } from '../../ui/MessageBox.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useTitle } from '../../ui/useTitle.ts'

/** Administration > Info: which version runs, and whether there is a newer one. */
export function AdminScreen() {
  const t = useTranslations('admin')
  const { current, latest, needsUpdate } = useVersionInfo()
  useTitle(t('info'), t('title'))

  if (!config.user?.admin) {
    return (
      <Page title={t('title')}>
        <EmptyState title={t('notAllowed')}>{t('notAllowedText')}</EmptyState>
      </Page>
    )
  }
  return (
    <Page title={t('title')}>
      <Panel title={t('info')}>
        <div className="grid gap-4">
          <p>{t('version', { version: current || '–' })}</p>
          {needsUpdate && latest !== undefined && (
            <NoteBox title={t('updateTitle', { version: latest })}>{t('updateText')}</NoteBox>
          )}
        </div>
      </Panel>
    </Page>
  )
}
