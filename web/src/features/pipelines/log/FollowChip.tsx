import { ArrowDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '../../../ui/Button.tsx'
import type { Snapshot } from './protocol.ts'

interface FollowChipProps {
  snapshot: Snapshot
  isFollowing: boolean
  onFollow: () => void
}

/** Brings a reader who has let go back to the end, and says how much has come meanwhile. */
export function FollowChip({ snapshot, isFollowing, onFollow }: FollowChipProps) {
  const t = useTranslations('log')
  const [seen, setSeen] = useState(snapshot.lastLine)
  if (isFollowing && seen !== snapshot.lastLine) setSeen(snapshot.lastLine)
  if (isFollowing) return null
  const count = snapshot.lastLine - seen

  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center">
      <Button
        look="primary"
        size="small"
        icon={ArrowDown}
        onClick={onFollow}
        label={t('jumpToEnd')}
        className="tabular pointer-events-auto rounded-full shadow-float"
      >
        {count > 0 ? t('newLines', { count }) : t('jumpToEnd')}
      </Button>
    </div>
  )
}
