import type { Secret } from '@yaffle/contract/secrets'
import { useTranslations } from 'use-intl'

import { Badge } from '../../ui/Badge.tsx'
import type { EnvEntry } from './envText.ts'

/** What an import would do, name by name, without any value. */
export function ImportPreview({
  entries,
  known,
}: {
  entries: readonly EnvEntry[]
  known: readonly Secret[]
}) {
  const t = useTranslations('secrets')
  const names = new Set(known.map(({ name }) => name))
  const replaced = entries.filter(({ name }) => names.has(name)).length

  return (
    <section aria-label={t('preview')} className="flex flex-col gap-2">
      <p role="status" className="text-muted">
        {t('previewCount', { added: entries.length - replaced, replaced })}
      </p>
      <ul className="max-h-72 overflow-y-auto rounded-md border border-border [&>li+li]:border-t [&>li+li]:border-border">
        {entries.map(({ name, value }) => (
          <li key={name} className="flex items-center gap-3 px-3 py-1.5">
            <span className="min-w-0 flex-1 font-mono break-all">{name}</span>
            {value === '' ? (
              <Badge tone="failure">{t('previewEmpty')}</Badge>
            ) : names.has(name) ? (
              <Badge tone="pending">{t('previewReplaced')}</Badge>
            ) : (
              <Badge tone="success">{t('previewAdded')}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
