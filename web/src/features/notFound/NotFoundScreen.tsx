import { Compass } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { paths } from '../../paths.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { useTitle } from '../../ui/useTitle.ts'

/** Any address without a page, and things that do not exist. */
export function NotFoundScreen() {
  const t = useTranslations('notFound')
  useTitle(t('title'))

  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-20 text-center">
      <Icon icon={Compass} size="large" className="text-muted" />
      <p aria-hidden className="text-meta font-medium text-muted tabular-nums">
        404
      </p>
      <h1 className="text-title">{t('title')}</h1>
      <p className="max-w-prose text-muted">{t('text')}</p>
      <LinkButton {...paths.home()} replace className="mt-2">
        {t('home')}
      </LinkButton>
    </div>
  )
}
