import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { publishedVersions } from '../../api/versions.ts'
import { config } from '../../config.ts'
import { useVersionInfo } from '../../domain/useVersionInfo.ts'
import { Logo } from '../../ui/Logo.tsx'
import { NoteBox } from '../../ui/MessageBox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SafeLink } from '../../ui/SafeLink.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { releaseUrl } from './releaseUrl.ts'

/** Administration > Info: which version runs, and whether there is a newer one. */
export function AdminInfoScreen() {
  const t = useTranslations('admin')
  const { current, latest, needsUpdate, usesNext } = useVersionInfo()
  useTitle(t('info'), t('title'))
  const release = usesNext ? undefined : releaseUrl(config.versionUrl, latest)

  return (
    <Panel title={t('info')}>
      <div className="flex flex-wrap items-start gap-5">
        <Logo className="size-16 shrink-0" />
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <div>
            <p className="text-strong">{t('version', { version: current || '–' })}</p>
            <p role="status" className="text-muted">
              <CheckState isUpToDate={latest !== undefined && !needsUpdate} />
            </p>
          </div>
          {needsUpdate && latest !== undefined && (
            <NoteBox title={t('updateTitle', { version: latest })}>
              {t('updateText')}{' '}
              {release !== undefined && (
                <SafeLink href={release} className="text-link underline underline-offset-2">
                  {t('updateNotes')}
                </SafeLink>
              )}
            </NoteBox>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** What is known of newer versions, where there is none to tell of. */
function CheckState({ isUpToDate }: { isUpToDate: boolean }) {
  const t = useTranslations('admin.check')
  const published = useQuery(publishedVersions)
  if (isUpToDate) return t('upToDate')
  if (config.skipVersionCheck || config.versionUrl === '') return t('off')
  if (config.version === 'dev') return t('development')
  if (published.isError) return t('failed')
  if (published.isFetching) return t('checking')
  return null
}
