import {
  globalRegistryRoutes,
  orgRegistryRoutes,
  type Registry,
  repoRegistryRoutes,
} from '@yaffle/contract/registries'
import { Container, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { registriesOf } from '../../api/registries.ts'
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
import { RegistryForm } from './RegistryForm.tsx'
import { RegistryRow } from './RegistryRow.tsx'

const addressOf = ({ address }: Registry) => address

/** The registries of a repository, an organisation, a user or the server, with those that are inherited. */
export function RegistriesScreen({ place, title }: { place: Place; title: string }) {
  const t = useTranslations()
  const { form, edited, open, edit, close } = useOpenForm()
  const { own, entries, missing } = useLevels(place, registriesOf, addressOf)
  useTitle(t('registries.title'), title)

  const isNew = form === 'new' || form.startsWith('new:')
  const registry = own.data?.find(({ address, readonly }) => address === edited && !readonly)
  return (
    <Panel
      title={
        isNew
          ? t('registries.add')
          : registry
            ? t('registries.editTitle', { address: registry.address })
            : t('registries.title')
      }
      description={t(`registries.about.${place.scope.level}`)}
      actions={
        !isNew &&
        !registry && (
          <span className="flex flex-wrap gap-2">
            <HandOver {...commandsOf(place)} />
            <Button icon={Plus} look="primary" onClick={() => open('new')}>
              {t('registries.add')}
            </Button>
          </span>
        )
      }
    >
      <QueryView query={own}>
        {(registries) => {
          const taken = new Set(registries.map(addressOf))
          if (isNew)
            return (
              <RegistryForm
                key={form}
                scope={place.scope}
                address={form.slice('new:'.length)}
                taken={taken}
                onClose={close}
              />
            )
          if (registry)
            return (
              <RegistryForm
                key={form}
                scope={place.scope}
                registry={registry}
                taken={taken}
                onClose={close}
              />
            )
          return (
            <div className="flex flex-col gap-3">
              <RegistryList
                place={place}
                entries={entries}
                onEdit={edit}
                onOverride={(address) => open(`new:${address}`)}
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

interface RegistryListProps {
  place: Place
  entries: readonly Leveled<Registry>[]
  onEdit: (address: string) => unknown
  onOverride: (address: string) => unknown
  onAdd: () => unknown
}

function RegistryList({ place, entries, onEdit, onOverride, onAdd }: RegistryListProps) {
  const t = useTranslations()
  return (
    <LeveledList
      label={t('registries.title')}
      place={place}
      entries={entries}
      nameOf={addressOf}
      textOf={({ username, address }) => `${username} ${address}`}
      keyOf={({ id, address }) => `${id} ${address}`}
      empty={
        <EmptyState
          icon={Container}
          title={t('registries.emptyTitle')}
          action={
            <Button icon={Plus} look="primary" onClick={onAdd}>
              {t('registries.add')}
            </Button>
          }
        >
          {t('registries.emptyText')}
        </EmptyState>
      }
    >
      {(entry) => (
        <RegistryRow
          entry={entry}
          scope={place.scope}
          onEdit={() => onEdit(entry.item.address)}
          onOverride={() => onOverride(entry.item.address)}
        />
      )}
    </LeveledList>
  )
}

function commandsOf({ scope, name }: Place) {
  if (scope.level === 'repo') {
    return {
      curl: curlOf(repoRegistryRoutes.list, { repo_id: scope.repoId }),
      cli: cliOf('repo', 'registry', 'ls', '--repository', name),
    }
  }
  if (scope.level === 'org') {
    return {
      curl: curlOf(orgRegistryRoutes.list, { org_id: scope.orgId }),
      ...(name !== '' && { cli: cliOf('org', 'registry', 'ls', '--organization', name) }),
    }
  }
  return { curl: curlOf(globalRegistryRoutes.list), cli: cliOf('admin', 'registry', 'ls') }
}
