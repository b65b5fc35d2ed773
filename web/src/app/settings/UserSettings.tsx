import { LogOut } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { config } from '../../config.ts'
import { paths, serverPaths } from '../../paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'
import { userPages } from './userPages.tsx'

/** A person's own settings. `path` is that of the page, '' for the first. */
export function UserSettings({ path }: { path: string }) {
  const t = useTranslations('user')
  if (!config.user) return null
  return (
    <SettingsFrame
      title={t('title')}
      actions={
        <a href={serverPaths.logout()} className={buttonClass('normal', 'normal')}>
          <Icon icon={LogOut} size="small" />
          {t('signOut')}
        </a>
      }
      pages={userPages}
      area={config.user}
      path={path}
      linkTo={(page) => paths.user(page)}
    />
  )
}
