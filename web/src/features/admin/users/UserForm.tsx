import { useQuery } from '@tanstack/react-query'
import type { User } from '@yaffle/contract/users'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'

import { everyForge } from '../../../api/forges.ts'
import { useCreateUser, useUpdateUser } from '../../../api/users.ts'
import { forgeName } from '../../../domain/forgeName.ts'
import { useProblemText } from '../../../domain/formTexts.ts'
import { ManagedForm } from '../../../domain/ManagedForm.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Checkbox, Select, TextField } from '../../../ui/fields.tsx'
import { NoteBox, WarningBox } from '../../../ui/MessageBox.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { useForm } from '../../../ui/useForm.ts'
import { newUser, userRules, type UserValues, userValuesOf } from './userRules.ts'

interface UserFormProps {
  /** Who is changed; without it somebody is added. */
  stored?: User
  /** The keys of all users. */
  taken: ReadonlySet<string>
  onClose: () => unknown
}

/** One user. */
export function UserForm({ stored, taken, onClose }: UserFormProps) {
  const t = useTranslations()
  const problemText = useProblemText()
  const save = useSave(stored)
  const form = useForm({
    initial: stored ? userValuesOf(stored) : newUser,
    schema: userRules(stored ? new Set() : taken),
    send: save,
    onSaved: onClose,
  })
  const { values, set, problems } = form

  return (
    <ManagedForm
      form={form}
      label={stored ? t('admin.users.editTitle', { name: stored.login }) : t('admin.users.add')}
      submitLabel={stored ? t('ui.save') : t('admin.users.add')}
      onCancel={onClose}
    >
      <TextField
        label={t('admin.users.login')}
        description={stored ? t('admin.users.loginFixed') : t('admin.users.loginHelp')}
        value={values.login}
        onChange={(login) => set('login', login)}
        isReadOnly={stored !== undefined}
        isRequired
        error={problemText(problems.login)}
      />
      <ForgeChoice
        value={values.forge_id}
        isFixed={stored !== undefined}
        onChange={(forge) => set('forge_id', forge)}
      />
      <TextField
        label={t('admin.users.email')}
        type="email"
        value={values.email}
        onChange={(email) => set('email', email)}
        isOptional
        error={problemText(problems.email)}
      />
      <div className="flex items-end gap-3">
        <Avatar name={values.login} url={values.avatar_url.trim()} size={44} />
        <div className="min-w-0 flex-1">
          <TextField
            label={t('admin.users.avatar')}
            type="url"
            value={values.avatar_url}
            onChange={(url) => set('avatar_url', url)}
            isOptional
            error={problemText(problems.avatar_url)}
          />
        </div>
      </div>
      <Checkbox
        label={t('admin.users.admin')}
        description={t('admin.users.adminHelp')}
        isChecked={values.admin}
        onChange={(isAdmin) => set('admin', isAdmin)}
      />
      {stored?.admin_env && (
        <WarningBox title={t('admin.users.byConfiguration')}>
          {t('admin.users.byConfigurationText')}
        </WarningBox>
      )}
      {!stored && <NoteBox>{t('admin.users.addNote')}</NoteBox>}
    </ManagedForm>
  )
}

/**
 * Adds or changes. The server makes nobody an administrator while adding, so that this takes two calls; when only the
 * second one fails, trying again does not add once more.
 */
function useSave(stored: User | undefined) {
  const t = useTranslations('admin.users')
  const create = useCreateUser()
  const update = useUpdateUser()
  const made = useRef<User>(undefined)

  return async (values: UserValues) => {
    const { admin, forge_id } = values
    const fields = {
      login: values.login.trim(),
      email: values.email.trim(),
      avatar_url: values.avatar_url.trim(),
    }
    if (stored) {
      await update.mutateAsync({ ...stored, ...fields, admin })
      toasts.show({ title: t('saved', { name: fields.login }) })
      return
    }
    const isMade = made.current?.login === fields.login && made.current.forge_id === Number(forge_id)
    const user =
      made.current && isMade
        ? made.current
        : await create.mutateAsync({ ...fields, forge_id: Number(forge_id) })
    made.current = { ...user, forge_id: Number(forge_id) }
    if (admin || isMade) await update.mutateAsync({ ...made.current, ...fields, admin })
    toasts.show({ title: t('created', { name: fields.login }) })
  }
}

interface ForgeChoiceProps {
  value: string
  isFixed: boolean
  onChange: (value: string) => void
}

/** Where the person signs in from; nothing to see while there is only one such place. */
function ForgeChoice({ value, isFixed, onChange }: ForgeChoiceProps) {
  const t = useTranslations('admin')
  const { data: forges = [] } = useQuery(everyForge)
  if (forges.length < 2) return null
  const options = forges.map((forge) => ({
    value: String(forge.id),
    label: forgeName(forge) ?? t('forges.local'),
  }))
  const isKnown = options.some((option) => option.value === value)
  return (
    <Select
      label={t('users.forge')}
      {...(isFixed && { description: t('users.forgeFixed') })}
      value={value}
      options={isKnown ? options : [{ value, label: t('forges.gone', { id: value }) }, ...options]}
      onChange={onChange}
      isDisabled={isFixed}
    />
  )
}
