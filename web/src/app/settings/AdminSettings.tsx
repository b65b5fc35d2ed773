import { useTranslations } from 'use-intl'

import { config } from '../../config.ts'
import { NotFoundScreen } from '../../features/notFound/NotFoundScreen.tsx'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/links.tsx'
import { adminPages } from './adminPages.tsx'
import { Refused } from './Refused.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The administration of the server. `path` is that of the page below it, '' for the first. */
export function AdminSettings({ path }: { path: string }) {
  const t = useTranslations()
  const [page = '', ...rest] = path.split('/')
  const below = rest.join('/')

  // Nothing below is drawn for others, so that nothing is asked that the server would refuse.
  if (!config.user?.admin) {
    return (
      <Refused
        named={[t('admin.title')]}
        title={t('admin.title')}
        reason={t('admin.notAllowed')}
        way={<LinkButton {...paths.repos()}>{t('app.repositories')}</LinkButton>}
      >
        {t('admin.notAllowedText')}
      </Refused>
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
