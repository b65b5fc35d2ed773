import { globalSecretRoutes, orgSecretRoutes, repoSecretRoutes, type Secret } from '@yaffle/contract/secrets'
import { FileUp, KeyRound, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { secretsOf } from '../../api/secrets.ts'
import { cliOf, curlOf } from '../../domain/commands.ts'
import { HandOver } from '../../domain/HandOver.tsx'
import { LeveledList } from '../../domain/LeveledList.tsx'
import type { Leveled } from '../../domain/levels.ts'
import { MissingLevels } from '../../domain/MissingLevels.tsx'
import { type Place, useLevels } from '../../domain/useLevels.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { useOpenForm } from '../../ui/useOpenForm.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { ImportForm } from './ImportForm.tsx'
import { SecretForm } from './SecretForm.tsx'
import { SecretRow } from './SecretRow.tsx'

const nameOf = ({ name }: Secret) => name

/** The secrets of a repository, an organisation, a user or the server, with those that are inherited. */
export function SecretsScreen({ place, title }: { place: Place; title: string }) {
  const t = useTranslations()
  const { form, edited, open, edit, close } = useOpenForm()
  const { own, entries, missing } = useLevels(place, secretsOf, nameOf)
  useTitle(t('secrets.title'), title)

  const isNew = form === 'new' || form.startsWith('new:')
  const secret = own.data?.find(({ name }) => name === edited)
  const isOpen = isNew || form === 'import' || secret !== undefined
  return (
    <Panel
      title={
        isNew
          ? t('secrets.add')
          : form === 'import'
            ? t('secrets.import')
            : secret
              ? t('secrets.editTitle', { name: secret.name })
              : t('secrets.title')
      }
      description={t(`secrets.about.${place.scope.level}`)}
      actions={
        !isOpen && (
          <span className="flex flex-wrap gap-2">
            <HandOver {...commandsOf(place)} />
            <Button icon={FileUp} onClick={() => open('import')}>
              {t('secrets.import')}
            </Button>
            <Button icon={Plus} look="primary" onClick={() => open('new')}>
              {t('secrets.add')}
            </Button>
          </span>
        )
      }
    >
      <QueryView query={own}>
        {(secrets) => {
          const taken = new Set(secrets.map(nameOf))
          if (isNew)
            return (
              <SecretForm
                key={form}
                scope={place.scope}
                name={form.slice('new:'.length)}
                taken={taken}
                onClose={close}
              />
            )
          if (form === 'import') return <ImportForm scope={place.scope} known={secrets} onClose={close} />
          if (secret)
            return <SecretForm key={form} scope={place.scope} secret={secret} taken={taken} onClose={close} />
          return (
            <div className="flex flex-col gap-3">
              <SecretList
                place={place}
                entries={entries}
                onEdit={edit}
                onOverride={(name) => open(`new:${name}`)}
                onAdd={() => open('new')}
              />
              <MissingLevels levels={missing} />
            </div>
          )
        }}
      </QueryView>
    </Panel>
  )
}

interface SecretListProps {
  place: Place
  entries: readonly Leveled<Secret>[]
  onEdit: (name: string) => unknown
  onOverride: (name: string) => unknown
  onAdd: () => unknown
}

function SecretList({ place, entries, onEdit, onOverride, onAdd }: SecretListProps) {
  const t = useTranslations()
  return (
    <LeveledList
      label={t('secrets.title')}
      place={place}
      entries={entries}
      nameOf={nameOf}
      textOf={nameOf}
      keyOf={nameOf}
      empty={
        <EmptyState
          icon={KeyRound}
          title={t('secrets.emptyTitle')}
          action={
            <Button icon={Plus} look="primary" onClick={onAdd}>
              {t('secrets.add')}
            </Button>
          }
        >
          {t('secrets.emptyText')}
        </EmptyState>
      }
    >
      {(entry) => (
        <SecretRow
          entry={entry}
          scope={place.scope}
          onEdit={() => onEdit(entry.item.name)}
          onOverride={() => onOverride(entry.item.name)}
        />
      )}
    </LeveledList>
  )
}

function commandsOf({ scope, name }: Place) {
  if (scope.level === 'repo') {
    return {
      curl: curlOf(repoSecretRoutes.list, { repo_id: scope.repoId }),
      cli: cliOf('repo', 'secret', 'ls', '--repository', name),
    }
  }
  if (scope.level === 'org') {
    return {
      curl: curlOf(orgSecretRoutes.list, { org_id: scope.orgId }),
      ...(name !== '' && { cli: cliOf('org', 'secret', 'ls', '--organization', name) }),
    }
  }
  return { curl: curlOf(globalSecretRoutes.list), cli: cliOf('admin', 'secret', 'ls') }
}
