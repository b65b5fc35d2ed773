import { useTranslations } from 'use-intl'

import { config } from '../../config.ts'
import { NotFoundScreen } from '../../features/notFound/NotFoundScreen.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { adminPages } from './adminPages.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The administration of the server. `path` is that of the page below it, '' for the first. */
export function AdminSettings({ path }: { path: string }) {
  const t = useTranslations()
  const [page = '', ...rest] = path.split('/')
  const below = rest.join('/')
  useTitle(t('admin.title'))

  // Nothing below is drawn for others, so that nothing is asked that the server would refuse.
  if (!config.user?.admin) {
    return (
      <Page title={t('admin.title')}>
        <EmptyState
          title={t('admin.notAllowed')}
          action={<LinkButton {...paths.repos()}>{t('app.repositories')}</LinkButton>}
        >
          {t('admin.notAllowedText')}
        </EmptyState>
      </Page>
    )
  }
  if (below !== '' && page !== 'forges') return <NotFoundScreen />
  return (
    <SettingsFrame
      title={t('admin.title')}
      pages={adminPages}
      area={{ title: t('admin.title'), below }}
      path={page}
      linkTo={(path) => paths.admin(path)}
    />
  )
}
