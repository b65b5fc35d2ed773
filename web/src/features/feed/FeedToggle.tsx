import { useQuery } from '@tanstack/react-query'
import { isActive } from '@yaffle/contract/statuses'
import { useTranslations } from 'use-intl'

import { feed } from '../../api/feed.ts'
import { changeUserConfig, userConfig } from '../../domain/userConfig.ts'
import { cx } from '../../ui/cx.ts'
import { useStored } from '../../ui/stored.ts'

/** Opens and closes the feed; shows how many pipelines are active. */
export function FeedToggle() {
  const t = useTranslations('feed')
  const { isPipelineFeedOpen } = useStored(userConfig)
  const { data = [] } = useQuery(feed)
  const count = data.filter(({ status }) => isActive(status)).length
  const label = count > 0 ? t('titleWithCount', { count }) : t('title')

  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      aria-expanded={isPipelineFeedOpen}
      aria-controls="pipeline-feed"
      data-feed-toggle
      onClick={() => changeUserConfig({ isPipelineFeedOpen: !isPipelineFeedOpen })}
      className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-strong max-sm:size-11"
    >
      <Ring isTurning={count > 0} />
      <span
        className={cx('text-[0.6875rem] leading-none font-semibold tabular-nums', count > 0 && 'text-strong')}
      >
        {count > 9 ? '9+' : count}
      </span>
    </button>
  )
}

/** Around the number, so that its place never changes. */
const Ring = ({ isTurning }: { isTurning: boolean }) => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden
    className={cx('absolute size-6', isTurning ? 'animate-spin text-running' : 'text-control')}
  >
    <circle
      cx="12"
      cy="12"
      r="10.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeOpacity={isTurning ? 0.25 : 0.7}
    />
    {isTurning && (
      <path
        d="M12 1.5A10.5 10.5 0 0 1 22.5 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    )}
  </svg>
)
