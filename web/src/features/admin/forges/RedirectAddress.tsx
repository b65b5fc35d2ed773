import { useTranslations } from 'use-intl'

import { config } from '../../../config.ts'
import { forgeKindName } from '../../../domain/forgeName.ts'
import { CodeLine } from '../../../ui/CodeLine.tsx'
import { SafeLink } from '../../../ui/SafeLink.tsx'
import { applicationsUrl, type ForgeKind, redirectUrl } from './forgeKinds.ts'

interface RedirectAddressProps {
  kind: ForgeKind
  url: string
  oauthHost: string
}

/** What the OAuth application at the forge needs from here, and where to make it. */
export function RedirectAddress({ kind, url, oauthHost }: RedirectAddressProps) {
  const t = useTranslations('admin.forges')
  const applications = applicationsUrl(kind, url, oauthHost)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-strong">{t('redirect')}</p>
      <p className="-mt-1 text-meta text-muted">
        {t('redirectHelp', { place: t(`applications.${kind}`) })}
        {applications !== undefined && (
          <>
            {' '}
            <SafeLink href={applications} className="text-link underline underline-offset-2">
              {t('openApplications', { forge: forgeKindName(kind) })}
            </SafeLink>
          </>
        )}
      </p>
      <CodeLine
        label={t('redirect')}
        code={redirectUrl(globalThis.location.origin, config.forgeRootPath ?? config.rootPath)}
      />
    </div>
  )
}
