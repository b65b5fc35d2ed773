import { Terminal } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { toasts } from '../ui/toasts.ts'

interface HandOverProps {
  /** What reads the same list from a shell (`commands.ts`). */
  curl: string
  /** The command line program's own line, where it has one. */
  cli?: string | undefined
}

/** Takes a list out of the browser: as a call of the API or as a command. */
export function HandOver({ curl, cli }: HandOverProps) {
  const t = useTranslations()
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ title: t('ui.copied'), group: 'copy' })
    } catch {
      toasts.show({ type: 'warn', title: t('ui.copyFailed'), text, group: 'copy', duration: 0 })
    }
  }

  return (
    <Menu trigger={<IconButton icon={Terminal} label={t('settings.handOver')} />}>
      <MenuItem onSelect={() => void copy(curl)}>{t('settings.copyCurl')}</MenuItem>
      {cli !== undefined && <MenuItem onSelect={() => void copy(cli)}>{t('settings.copyCli')}</MenuItem>}
    </Menu>
  )
}
