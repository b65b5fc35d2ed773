import { useTranslations } from 'use-intl'

import { Checkbox } from '../ui/fields.tsx'
import { askForNotices, type NoticeState, useNoticeState } from './notices.ts'
import { noticeWish } from './noticeWish.ts'

/** The first one says that they work. */
export function useAskForNotices() {
  const t = useTranslations('notices')
  return () => askForNotices({ title: t('onTitle'), text: t('onText'), tag: 'yaffle' })
}

const words = {
  on: 'help',
  off: 'help',
  denied: 'denied',
  unsupported: 'unsupported',
  insecure: 'insecure',
} as const satisfies Record<NoticeState, string>

/** Turns notifications of finished pipelines on and off; says why where they cannot be turned on. */
export function NoticeSwitch() {
  const t = useTranslations('notices')
  const state = useNoticeState()
  const ask = useAskForNotices()
  const isPossible = state === 'on' || state === 'off'

  return (
    <Checkbox
      label={t('label')}
      description={t(words[state])}
      isChecked={state === 'on'}
      isDisabled={!isPossible}
      onChange={(isOn) => {
        if (isOn) void ask()
        else noticeWish.set('off')
      }}
    />
  )
}
