import { useTranslations } from 'use-intl'

import type { Level } from '../api/scope.ts'
import { Badge } from '../ui/Badge.tsx'
import type { Leveled } from './levels.ts'

/** Where something comes from when it is not of this very level, and what it replaces or is replaced by. */
export function LevelBadges({ entry, own }: { entry: Leveled<unknown>; own: Level }) {
  const t = useTranslations('settings')
  const { level, overriddenBy, overrides } = entry
  const [replaced] = overrides
  return (
    <>
      {level !== own && <Badge tone="running">{t(`level.${level}`)}</Badge>}
      {overriddenBy !== undefined && (
        <Badge>{t('overriddenBy', { level: t(`level.${overriddenBy}`) })}</Badge>
      )}
      {replaced !== undefined && (
        <Badge tone="pending">{t('overrides', { level: t(`level.${replaced}`) })}</Badge>
      )}
    </>
  )
}
