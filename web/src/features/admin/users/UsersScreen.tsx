import { useQuery } from '@tanstack/react-query'
import { type User, userRoutes } from '@yaffle/contract/users'
import { UserPlus, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { users as usersQuery } from '../../../api/users.ts'
import { cliOf, curlOf } from '../../../domain/commands.ts'
import { HandOver } from '../../../domain/HandOver.tsx'
import { ManagedList } from '../../../domain/ManagedList.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { QueryView } from '../../../ui/QueryView.tsx'
import { useOpenForm } from '../../../ui/useOpenForm.ts'
import { useTitle } from '../../../ui/useTitle.ts'
import { UserForm } from './UserForm.tsx'
import { UserRow } from './UserRow.tsx'
import { userKey } from './userRules.ts'

/** Administration > Users: everybody who has an account here. */
export function UsersScreen() {
  const t = useTranslations('admin')
  const query = useQuery(usersQuery)
  const { form, edited, open, edit, close } = useOpenForm()
  useTitle(t('users.title'), t('title'))
  const login = query.data?.find((user) => userKey(user) === edited)?.login

  return (
    <Panel
      title={
        form === 'new'
          ? t('users.add')
          : login === undefined
            ? t('users.title')
            : t('users.editTitle', { name: login })
      }
      description={t('users.about')}
      actions={
        form === '' && (
          <span className="flex flex-wrap gap-2">
            <HandOver curl={curlOf(userRoutes.list)} cli={cliOf('admin', 'user', 'ls')} />
            <Button icon={UserPlus} look="primary" onClick={() => open('new')}>
              {t('users.add')}
            </Button>
          </span>
        )
      }
    >
      <QueryView query={query}>
        {(users) => {
          const stored = users.find((user) => userKey(user) === edited)
          if (form === 'new' || stored)
            return (
              <UserForm
                key={form}
                {...(stored && { stored })}
                taken={new Set(users.map(userKey))}
                onClose={close}
              />
            )
          return <UserList users={users} onEdit={(user) => edit(userKey(user))} onAdd={() => open('new')} />
        }}
      </QueryView>
    </Panel>
  )
}

interface UserListProps {
  users: readonly User[]
  onEdit: (user: User) => unknown
  onAdd: () => unknown
}

const byLogin = (one: User, other: User) => one.login.localeCompare(other.login) || one.id - other.id

function UserList({ users, onEdit, onAdd }: UserListProps) {
  const t = useTranslations('admin')
  const s = useTranslations('settings')
  return (
    <ManagedList
      label={t('users.title')}
      items={users}
      keyOf={userKey}
      textOf={({ login, email }) => `${login} ${email}`}
      sortings={[
        { id: 'login', label: s('byName'), compare: byLogin },
        { id: 'login-desc', label: s('byNameBackwards'), compare: (one, other) => byLogin(other, one) },
        {
          id: 'admins',
          label: t('users.adminsFirst'),
          compare: (one, other) => Number(other.admin) - Number(one.admin) || byLogin(one, other),
        },
        { id: 'newest', label: t('newestFirst'), compare: (one, other) => other.id - one.id },
      ]}
      empty={
        <EmptyState
          icon={Users}
          title={t('users.emptyTitle')}
          action={
            <Button icon={UserPlus} look="primary" onClick={onAdd}>
              {t('users.add')}
            </Button>
          }
        >
          {t('users.emptyText')}
        </EmptyState>
      }
    >
      {(user) => <UserRow user={user} onEdit={() => onEdit(user)} />}
    </ManagedList>
  )
}
