import { GitFork } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { Badge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Says that the author may not push here. */
export function ForkMark() {
  const t = useTranslations('pipelines')
  return (
    <Badge tone="pending">
      <Icon icon={GitFork} size="small" /> {t('fork')}
    </Badge>
  )
}
