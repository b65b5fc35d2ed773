import { useTranslations } from 'use-intl'

import { Button } from '../ui/Button.tsx'
import { NoteBox, WarningBox } from '../ui/MessageBox.tsx'
import type { MissingLevel } from './useLevels.ts'

/** Says which levels are not in the list, so that it does not pass for complete. */
export function MissingLevels({ levels }: { levels: readonly MissingLevel[] }) {
  const t = useTranslations()
  return levels.map(({ level, isRefused, retry }) =>
    isRefused ? (
      <NoteBox key={level}>{t(`settings.noAccess.${level}`)}</NoteBox>
    ) : (
      <WarningBox key={level} action={<Button onClick={retry}>{t('ui.retry')}</Button>}>
        {t('settings.levelFailed', { level: t(`settings.level.${level}`) })}
      </WarningBox>
    ),
  )
}
