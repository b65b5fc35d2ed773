import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { useErrorText } from '../domain/errors.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { LinkButton } from '../ui/links.tsx'
import { isMissingCode, reload } from '../ui/missingCode.ts'
import { useTitle } from '../ui/useTitle.ts'

/** In place of a page that broke; the frame around it stays usable. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const t = useTranslations()
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const errorText = useErrorText()
  const isOutdated = isMissingCode(error)
  const title = isOutdated ? t('app.updatedTitle') : t('ui.errorTitle')
  useTitle(title)

  const retry = async () => {
    queries.reset()
    reset()
    await router.invalidate()
  }

  return (
    <div
      role="alert"
      className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-20 text-center"
    >
      <Icon icon={TriangleAlert} size="large" className="text-pending" />
      <h1 className="text-title">{title}</h1>
      <p className="max-w-prose text-muted">{isOutdated ? t('app.updatedText') : t('ui.errorText')}</p>
      {!isOutdated && (
        <details className="max-w-full">
          <summary className="text-muted max-sm:py-3">{t('ui.errorDetails')}</summary>
          <pre className="mt-2 max-w-full overflow-x-auto rounded-md bg-neutral-soft p-3 text-start font-mono text-meta whitespace-pre-wrap">
            {errorText(error)}
          </pre>
        </details>
      )}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {isOutdated ? (
          <Button look="primary" icon={RefreshCw} onClick={reload}>
            {t('app.reload')}
          </Button>
        ) : (
          <Button look="primary" icon={RefreshCw} onClick={retry}>
            {t('ui.retry')}
          </Button>
        )}
        <LinkButton {...paths.home()}>{t('notFound.home')}</LinkButton>
      </div>
    </div>
  )
}
