import { useQuery } from '@tanstack/react-query'
import type { Repo } from '@yaffle/contract/repos'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'

import { useUpdateRepo } from '../../api/repoChanges.ts'
import { publicKey } from '../../api/signature.ts'
import { says, useProblemText } from '../../domain/formTexts.ts'
import { ManagedForm } from '../../domain/ManagedForm.tsx'
import { CodeLine } from '../../ui/CodeLine.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useForm } from '../../ui/useForm.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { isEndpoint } from './generalRules.ts'

const kinds = ['config', 'registry', 'secret'] as const

const endpoint = z.string().check(z.refine((address) => isEndpoint(address.trim()), says('notUrl')))
const rules = z.object({
  config_extension_endpoint: endpoint,
  registry_extension_endpoint: endpoint,
  secret_extension_endpoint: endpoint,
})

/** Repository settings > Extensions: services of one's own that give a pipeline its files, registries and secrets. */
export function ExtensionsScreen({ repo }: { repo: Repo }) {
  const t = useTranslations('repoSettings')
  const ui = useTranslations('ui')
  const problemText = useProblemText()
  const update = useUpdateRepo(repo.id)
  const key = useQuery(publicKey)
  useTitle(t('extensions'), repo.full_name)

  const form = useForm({
    initial: {
      config_extension_endpoint: repo.config_extension_endpoint,
      config_extension_exclusive: repo.config_extension_exclusive,
      config_extension_netrc: repo.config_extension_netrc,
      registry_extension_endpoint: repo.registry_extension_endpoint,
      registry_extension_netrc: repo.registry_extension_netrc,
      secret_extension_endpoint: repo.secret_extension_endpoint,
      secret_extension_netrc: repo.secret_extension_netrc,
    },
    schema: rules,
    send: async (values) => {
      await update.mutateAsync({
        ...values,
        config_extension_endpoint: values.config_extension_endpoint.trim(),
        registry_extension_endpoint: values.registry_extension_endpoint.trim(),
        secret_extension_endpoint: values.secret_extension_endpoint.trim(),
      })
      toasts.show({ title: t('extensionsSaved') })
    },
  })
  const { values, set, problems } = form

  return (
    <div className="flex flex-col gap-5">
      <Panel title={t('publicKey')} description={t('publicKeyHelp')}>
        <QueryView query={key} loading={<Skeleton className="h-16" />}>
          {(pem) => <CodeLine label={t('publicKey')} code={pem.trim()} />}
        </QueryView>
      </Panel>
      <Panel title={t('extensions')} description={t('extensionsHelp')}>
        <ManagedForm form={form} label={t('extensions')} submitLabel={ui('save')}>
          {kinds.map((kind) => (
            <Extension key={kind} title={t(`extensionKinds.${kind}`)}>
              <TextField
                label={t(`endpoints.${kind}`)}
                description={t(`endpointHelp.${kind}`)}
                type="url"
                placeholder="https://"
                value={values[`${kind}_extension_endpoint`]}
                onChange={(value) => set(`${kind}_extension_endpoint`, value)}
                isOptional
                error={problemText(problems[`${kind}_extension_endpoint`])}
              />
              {kind === 'config' && (
                <Checkbox
                  label={t('exclusive')}
                  description={t('exclusiveHelp')}
                  isChecked={values.config_extension_exclusive}
                  onChange={(value) => set('config_extension_exclusive', value)}
                />
              )}
              <Checkbox
                label={t('sendNetrc')}
                description={t('sendNetrcHelp')}
                isChecked={values[`${kind}_extension_netrc`]}
                onChange={(value) => set(`${kind}_extension_netrc`, value)}
              />
            </Extension>
          ))}
        </ManagedForm>
      </Panel>
    </div>
  )
}

const Extension = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="flex flex-col gap-3 not-first:mt-2">
    <legend className="mb-3 text-heading">{title}</legend>
    {children}
  </fieldset>
)
