import type { Repo } from '@yaffle/contract/repos'
import { useTranslations } from 'use-intl'

import { Checkbox } from '../../ui/fields.tsx'

type Trusted = Repo['trusted']
const kinds = ['network', 'volumes', 'security'] as const satisfies readonly (keyof Trusted)[]

/** What the steps of a repository may ask of their machine; only for administrators of the server. */
export function TrustedFields({ trusted, onChange }: { trusted: Trusted; onChange: (to: Trusted) => void }) {
  const t = useTranslations('repoSettings')
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-strong">{t('trusted')}</legend>
      <p className="-mt-1 mb-1 text-meta text-muted">{t('trustedHelp')}</p>
      {kinds.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`trustedKinds.${kind}`)}
          description={t(`trustedKindHelp.${kind}`)}
          isChecked={trusted[kind]}
          onChange={(isChecked) => onChange({ ...trusted, [kind]: isChecked })}
        />
      ))}
    </fieldset>
  )
}
