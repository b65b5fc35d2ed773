import { badgeRoutes } from '@yaffle/contract/badges'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { apiUrl } from '../../api/url.ts'
import { useRepo } from '../../domain/repoContext.ts'
import { SafeLink } from '../../ui/SafeLink.tsx'

/** The state of the default branch as others see it; opens the image, whose address is to be copied. */
export function RepoBadge() {
  const t = useTranslations('badge')
  const { repo } = useRepo()
  const [isBroken, setBroken] = useState(false)
  if (!repo.active || isBroken) return null
  const image = apiUrl(badgeRoutes.svg.path, { repo_id: repo.id })
  return (
    // Its room is kept, so that nothing moves when the image comes.
    <span className="hidden h-5 w-32 justify-end lg:flex">
      <SafeLink href={globalThis.location.origin + image} label={t('alt')} tooltip={t('title')}>
        <img src={image} alt="" onError={() => setBroken(true)} className="h-5" />
      </SafeLink>
    </span>
  )
}
