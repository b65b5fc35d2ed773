import { useLocation } from '@tanstack/react-router'
import { FolderX, Lock } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { config } from '../../config.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { columnClass } from './columnClass.ts'

/** The address names a repository that is not there, or that the server does not admit to. */
export function NoSuchRepo() {
  const t = useTranslations('repo')
  useTitle(t('unknownTitle'))
  return (
    <div className={`${columnClass} py-12`}>
      <EmptyState icon={FolderX} title={<h1>{t('unknownTitle')}</h1>} action={<WayOn />}>
        {t('unknownText')}
      </EmptyState>
    </div>
  )
}

/** It is there, but not for this person; a visitor may become somebody who may. */
export function NotAllowed() {
  const t = useTranslations('repo')
  useTitle(t('notAllowedTitle'))
  return (
    <div className={`${columnClass} py-12`}>
      <EmptyState icon={Lock} title={<h1>{t('notAllowedTitle')}</h1>} action={<WayOn />}>
        {config.user ? t('notAllowedText') : t('signInText')}
      </EmptyState>
    </div>
  )
}

function WayOn() {
  const t = useTranslations()
  const here = useLocation({ select: ({ publicHref }) => publicHref })
  return config.user ? (
    <LinkButton {...paths.repos()} look="primary">
      {t('repo.toRepos')}
    </LinkButton>
  ) : (
    <LinkButton {...paths.login(here)} look="primary">
      {t('app.signIn')}
    </LinkButton>
  )
}
