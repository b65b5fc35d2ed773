import { LogOut } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { config } from '../../config.ts'
import { languageName } from '../../i18n/locales.ts'
import { offeredLocales } from '../../i18n/messages.ts'
import { texts } from '../../i18n/texts.ts'
import { serverPaths } from '../../paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Select } from '../../ui/fields.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useStored } from '../../ui/stored.ts'
import { themeMode, themeModes } from '../../ui/theme.ts'
import { toasts } from '../../ui/toasts.ts'
import { useTitle } from '../../ui/useTitle.ts'

/** User settings > Account: how the page looks to this person. Every choice applies at once. */
export function UserScreen() {
  const t = useTranslations()
  const { locale } = useSyncExternalStore(texts.subscribe, texts.get)
  const mode = useStored(themeMode)
  useTitle(t('user.account'), t('user.title'))

  return (
    <Page
      title={t('user.title')}
      actions={
        <a href={serverPaths.logout()} className={buttonClass('normal', 'normal')}>
          <Icon icon={LogOut} size="small" />
          {t('user.signOut')}
        </a>
      }
    >
      <Panel
        title={t('user.appearance')}
        {...(config.user && { description: t('user.signedInAs', { login: config.user.login }) })}
      >
        <div className="grid max-w-md gap-4">
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
          <Select
            label={t('theme.label')}
            value={mode}
            options={themeModes.map((value) => ({ value, label: t(`theme.${value}`) }))}
            onChange={themeMode.set}
          />
        </div>
      </Panel>
    </Page>
  )
}
