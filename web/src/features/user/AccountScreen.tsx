import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { config } from '../../config.ts'
import { areLogGroupsFolded } from '../../domain/logGroups.ts'
import { NoticeSwitch } from '../../domain/NoticeSwitch.tsx'
import { changeUserConfig, userConfig } from '../../domain/userConfig.ts'
import { languageName } from '../../i18n/locales.ts'
import { offeredLocales } from '../../i18n/messages.ts'
import { texts } from '../../i18n/texts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { RadioGroup } from '../../ui/Choices.tsx'
import { Checkbox, Select } from '../../ui/fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useStored } from '../../ui/stored.ts'
import { themeMode, themeModes } from '../../ui/theme.ts'
import { toasts } from '../../ui/toasts.ts'
import { useTitle } from '../../ui/useTitle.ts'

/** User settings > General: how the page looks to this person. Every choice applies at once, in this browser. */
export function AccountScreen() {
  const t = useTranslations()
  const { locale } = useSyncExternalStore(texts.subscribe, texts.get)
  const mode = useStored(themeMode)
  const { isPipelineFeedOpen } = useStored(userConfig)
  const isFolded = useStored(areLogGroupsFolded)
  const { user } = config
  useTitle(t('user.account'), t('user.title'))

  return (
    <div className="flex flex-col gap-5">
      {user && (
        <Panel title={t('user.account')}>
          <div className="flex items-center gap-3">
            <Avatar name={user.login} url={user.avatar_url} size={40} />
            <div className="min-w-0">
              <p className="font-medium break-words text-strong">{user.login}</p>
              {user.email !== '' && <p className="break-words text-muted">{user.email}</p>}
            </div>
          </div>
        </Panel>
      )}
      <Panel title={t('user.preferences')} description={t('user.preferencesHelp')}>
        <div className="grid max-w-md gap-5">
          <Select
            label={t('user.language')}
            value={locale}
            options={offeredLocales.map((value) => ({ value, label: languageName(value) }))}
            onChange={(wanted) => {
              texts
                .choose(wanted)
                .catch(() => toasts.show({ type: 'error', title: t('user.languageFailed') }))
            }}
          />
          <RadioGroup
            label={t('theme.label')}
            options={themeModes.map((value) => ({ value, label: t(`theme.${value}`) }))}
            value={mode}
            onChange={themeMode.set}
            isDense
          />
          <Checkbox
            label={t('user.feedOpen')}
            description={t('user.feedOpenHelp')}
            isChecked={isPipelineFeedOpen}
            onChange={(isOpen) => changeUserConfig({ isPipelineFeedOpen: isOpen })}
          />
          <NoticeSwitch />
          <Checkbox
            label={t('user.logGroups')}
            description={t('user.logGroupsHelp')}
            isChecked={isFolded}
            onChange={areLogGroupsFolded.set}
          />
        </div>
      </Panel>
    </div>
  )
}
