import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

import { orgOf, orgPermOf } from '../../api/orgs.ts'
import { statusOf } from '../../domain/errors.ts'
import { NotFoundScreen } from '../../features/notFound/NotFoundScreen.tsx'
import { paths } from '../../paths.ts'
import { LinkButton, TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { FailedView } from '../../ui/QueryView.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { orgPages } from './orgPages.tsx'
import { Refused } from './Refused.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The settings of an organisation. `path` is that of the page; without one the first is opened. */
export function OrgSettings({ orgId, path }: { orgId: number; path: string }) {
  const t = useTranslations()
  const isId = Number.isSafeInteger(orgId) && orgId > 0
  const perm = useQuery({ ...orgPermOf(orgId), enabled: isId, meta: { quiet: true } })
  const org = useQuery({ ...orgOf(orgId), enabled: perm.data?.admin === true })

  if (path === '') return <Navigate {...paths.orgSettings(orgId, 'secrets')} replace />
  if (!isId || statusOf(perm.error) === 404) return <NotFoundScreen />
  if (perm.data?.admin === false) {
    return (
      <Refused
        named={[t('org.settings')]}
        title={t('org.settings')}
        reason={t('app.notAllowedTitle')}
        way={<LinkButton {...paths.repos()}>{t('repo.toRepos')}</LinkButton>}
      >
        {t('settings.orgAdminsOnly')}
      </Refused>
    )
  }
  if (!perm.data || !org.data) {
    const failed = [perm, org].find(({ isError }) => isError)
    return <Unread error={failed?.error ?? null} onRetry={async () => failed?.refetch()} />
  }
  return (
    <SettingsFrame
      title={
        <span className="flex min-w-0 items-baseline">
          <TextLink {...paths.org(orgId)} activeOptions={{ exact: true }} className="min-w-0 truncate">
            {org.data.name}
          </TextLink>
          <span className="shrink-0 px-1 text-muted">/</span>
          {t('org.settings')}
        </span>
      }
      pages={orgPages}
      area={org.data}
      path={path}
      linkTo={(page) => paths.orgSettings(orgId, page)}
    />
  )
}

/** As long as it is not known whose settings these are. */
function Unread({ error, onRetry }: { error: Error | null; onRetry: () => Promise<unknown> }) {
  useTitle(useTranslations('org')('settings'))
  return (
    <Page title={<Skeleton className="h-6 w-40" />}>
      {error ? <FailedView error={error} onRetry={onRetry} /> : <SkeletonRows />}
    </Page>
  )
}
