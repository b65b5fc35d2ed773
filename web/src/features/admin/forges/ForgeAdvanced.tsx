import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Checkbox, TextField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ListEditor } from '../../../ui/ListEditor.tsx'
import { WarningBox } from '../../../ui/MessageBox.tsx'
import { factsOf, normalUrl } from './forgeKinds.ts'
import type { ForgeValues } from './forgeValues.ts'

interface ForgeAdvancedProps {
  values: ForgeValues
  set: <Field extends keyof ForgeValues>(field: Field, value: ForgeValues[Field]) => void
  oauthHostError: string | undefined
}

/** What most forges do not need. Open from the start where something in it is set or wrong. */
export function ForgeAdvanced({ values, set, oauthHostError }: ForgeAdvancedProps) {
  const t = useTranslations('admin.forges')
  const { isHostedOnly, options } = factsOf(values.type)
  const [isOpen, setOpen] = useState(
    values.oauth_host !== '' ||
      values.skip_verify ||
      values.orgs.length > 0 ||
      Object.values(values.options).some(Boolean),
  )

  return (
    <details
      open={isOpen || oauthHostError !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-md border border-border"
    >
      <summary className="flex cursor-default items-center gap-1.5 rounded-md px-3 py-2 font-medium text-strong select-none hover:bg-hover max-sm:min-h-11">
        <Icon icon={ChevronRight} size="small" className="transition-transform group-open:rotate-90" />
        {t('advanced')}
      </summary>
      <div className="flex flex-col gap-5 border-t border-border p-4">
        {!isHostedOnly && (
          <TextField
            label={t('oauthHost')}
            description={t('oauthHostHelp')}
            type="url"
            placeholder={normalUrl(values.url)}
            value={values.oauth_host}
            onChange={(host) => set('oauth_host', host)}
            isOptional
            error={oauthHostError}
          />
        )}
        {options.map((name) => (
          <Checkbox
            key={name}
            label={t(`options.${name}`)}
            description={t(`optionsHelp.${name}`)}
            isChecked={values.options[name]}
            onChange={(isOn) => set('options', { ...values.options, [name]: isOn })}
          />
        ))}
        <ListEditor
          label={t('orgs')}
          description={t('orgsHelp')}
          items={values.orgs}
          onChange={(orgs) => set('orgs', orgs)}
          isOptional
        />
        {!isHostedOnly && (
          <>
            <Checkbox
              label={t('skipVerify')}
              description={t('skipVerifyHelp')}
              isChecked={values.skip_verify}
              onChange={(isSkipped) => set('skip_verify', isSkipped)}
            />
            {values.skip_verify && <WarningBox>{t('skipVerifyWarning')}</WarningBox>}
          </>
        )}
      </div>
    </details>
  )
}
