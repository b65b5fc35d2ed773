import type { Registry, RegistryInput } from '@yaffle/contract/registries'
import { useTranslations } from 'use-intl'

import { useCreateRegistry, useUpdateRegistry } from '../../api/registries.ts'
import type { Scope } from '../../api/scope.ts'
import { useProblemText } from '../../domain/formTexts.ts'
import { ManagedForm } from '../../domain/ManagedForm.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useForm } from '../../ui/useForm.ts'
import { registryRules } from './registryRules.ts'

interface RegistryFormProps {
  scope: Scope
  /** What is changed; without it a new one is made. */
  registry?: Registry
  /** To start a new one with. */
  address?: string
  taken: ReadonlySet<string>
  onClose: () => unknown
}

/** The credentials of one image registry. The stored password never comes back, so that its field starts empty. */
export function RegistryForm({ scope, registry, address = '', taken, onClose }: RegistryFormProps) {
  const t = useTranslations()
  const problemText = useProblemText()
  const create = useCreateRegistry(scope)
  const update = useUpdateRegistry(scope)
  const isStored = registry !== undefined

  const form = useForm({
    initial: {
      address: registry?.address ?? address,
      username: registry?.username ?? '',
      password: '',
    } satisfies RegistryInput,
    schema: registryRules({ isStored, taken }),
    send: async (values) => {
      const input = { ...values, address: values.address.trim(), username: values.username.trim() }
      if (isStored) {
        await update.mutateAsync({ address: registry.address, input })
        toasts.show({ title: t('registries.saved', { address: registry.address }) })
      } else {
        await create.mutateAsync(input)
        toasts.show({ title: t('registries.created', { address: input.address }) })
      }
    },
    onSaved: onClose,
  })
  const { values, set, problems } = form

  return (
    <ManagedForm
      form={form}
      label={isStored ? t('registries.editTitle', { address: registry.address }) : t('registries.add')}
      submitLabel={isStored ? t('ui.save') : t('registries.add')}
      onCancel={onClose}
    >
      <TextField
        label={t('registries.address')}
        description={isStored ? t('registries.addressFixed') : t('registries.addressHelp')}
        placeholder="docker.io"
        value={values.address}
        onChange={(value) => set('address', value)}
        isReadOnly={isStored}
        isRequired
        isMonospace
        error={problemText(problems.address)}
      />
      <TextField
        label={t('registries.username')}
        value={values.username}
        onChange={(value) => set('username', value)}
        isRequired
        error={problemText(problems.username)}
      />
      <SecretField
        label={t('registries.password')}
        description={isStored ? t('registries.passwordKept') : t('registries.passwordHelp')}
        value={values.password}
        onChange={(value) => set('password', value)}
        isRequired={!isStored}
        error={problemText(problems.password)}
      />
    </ManagedForm>
  )
}
