import { useTranslations } from 'use-intl'

import { config } from '../../config.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { shortcutKeys } from './keys.ts'
import type { Shortcut } from './keys.ts'

/** On the page of a pipeline, which listens for them itself. */
const stepKeys = { nextStep: ['j'], previousStep: ['k'] } as const
/** In logs only; the log viewer listens for them itself. */
const logKeys = { find: ['f'], nextError: ['n'], previousError: ['p'], follow: ['End'] } as const

/** Which keys there are. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations('palette')
  const known = Object.keys(shortcutKeys).filter(
    (name) => name !== 'admin' || config.user?.admin,
  ) as Shortcut[]

  return (
    <Dialog isOpen onClose={onClose} title={t('shortcuts')}>
      <div className="grid gap-5">
        <dl className="grid gap-2">
          {known.map((name) => (
            <Row key={name} keys={shortcutKeys[name]} label={t(`keys.${name}`)} />
          ))}
        </dl>
        <section>
          <h3 className="mb-2">{t('onPipelines')}</h3>
          <dl className="grid gap-2">
            {(['nextStep', 'previousStep'] as const).map((name) => (
              <Row key={name} keys={stepKeys[name]} label={t(`keys.${name}`)} />
            ))}
          </dl>
        </section>
        <section>
          <h3 className="mb-2">{t('inLogs')}</h3>
          <dl className="grid gap-2">
            {(['find', 'nextError', 'previousError', 'follow'] as const).map((name) => (
              <Row key={name} keys={logKeys[name]} label={t(`keys.${name}`)} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

const Row = ({ keys, label }: { keys: readonly string[]; label: string }) => (
  <div className="flex items-center justify-between gap-4">
    <dt>{label}</dt>
    <dd className="flex gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </dd>
  </div>
)
