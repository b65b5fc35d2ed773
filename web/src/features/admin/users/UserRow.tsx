import type { User } from '@yaffle/contract/users'
import { Pencil } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { useRemoveUser } from '../../../api/users.ts'
import { config } from '../../../config.ts'
import { managedRowClass } from '../../../domain/ManagedList.tsx'
import { PlainText } from '../../../domain/PlainText.tsx'
import { RemoveButton } from '../../../domain/RemoveButton.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { WarningBox } from '../../../ui/MessageBox.tsx'
import { ForgeBadge } from '../ForgeBadge.tsx'

/** One user: who it is, where from, and what can be done with the account. */
export function UserRow({ user, onEdit }: { user: User; onEdit: () => unknown }) {
  const t = useTranslations('admin')
  const s = useTranslations('settings')
  const remove = useRemoveUser()
  const { login, email, admin, admin_env } = user
  const isMe = user.id === config.user?.id

  return (
    <div className={managedRowClass}>
      <Avatar name={login} url={user.avatar_url} size={28} />
      <div className="min-w-32 flex-1">
        <span className="font-medium break-all text-strong">
          <PlainText>{login}</PlainText>
        </span>
        {email !== '' && (
          <p className="text-meta break-all text-muted">
            <PlainText>{email}</PlainText>
          </p>
        )}
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1 empty:hidden max-sm:order-last max-sm:basis-full">
        {isMe && <Badge>{t('users.you')}</Badge>}
        <ForgeBadge forgeId={user.forge_id} />
        {admin && (
          <Badge tone="running">{admin_env ? t('users.isAdminByConfiguration') : t('users.isAdmin')}</Badge>
        )}
      </span>
      <span className="ms-auto flex w-18 shrink-0 justify-end max-sm:w-auto">
        <IconButton icon={Pencil} label={s('editNamed', { name: login })} onClick={onEdit} />
        <RemoveButton
          isTyped
          name={login}
          title={t('users.removeTitle', { name: login })}
          done={t('users.removed', { name: login })}
          onRemove={() => remove.mutateAsync(user)}
        >
          <div className="flex flex-col gap-3">
            <p>{t('users.removeText')}</p>
            {isMe && <WarningBox>{t('users.removeMe')}</WarningBox>}
          </div>
        </RemoveButton>
      </span>
    </div>
  )
}
