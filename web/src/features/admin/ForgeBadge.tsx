import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { everyForge } from '../../api/forges.ts'
import { forgeName } from '../../domain/forgeName.ts'
import { PlainText } from '../../domain/PlainText.tsx'
import { Badge } from '../../ui/Badge.tsx'

/** Where somebody or something comes from. Nothing while there is only one such place, or as long as it is not known. */
export function ForgeBadge({ forgeId }: { forgeId: number }) {
  const t = useTranslations('admin.forges')
  const { data: forges = [] } = useQuery(everyForge)
  // Forge 1 is left out on the wire by servers that know no other.
  const forge = forges.find(({ id }) => id === (forgeId || 1))
  if (forges.length < 2) return null
  return (
    <Badge>
      <PlainText>{forge ? (forgeName(forge) ?? t('local')) : t('gone', { id: forgeId })}</PlainText>
    </Badge>
  )
}
