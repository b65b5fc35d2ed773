import { useQuery } from '@tanstack/react-query'
import { type Org, orgRoutes } from '@yaffle/contract/orgs'
import { Building2, Settings } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { allOrgs, useRemoveOrg } from '../../api/adminOrgs.ts'
import { cliOf, curlOf } from '../../domain/commands.ts'
import { HandOver } from '../../domain/HandOver.tsx'
import { ManagedList, managedRowClass } from '../../domain/ManagedList.tsx'
import { PlainText } from '../../domain/PlainText.tsx'
import { RemoveButton } from '../../domain/RemoveButton.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconLink, LinkButton, TextLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { ForgeBadge } from './ForgeBadge.tsx'

/** Administration > Organisations. Those that belong to a user are in the list of users. */
export function AdminOrgsScreen() {
  const t = useTranslations('admin')
  const s = useTranslations('settings')
  const query = useQuery(allOrgs)
  useTitle(t('orgs.title'), t('title'))

  return (
    <Panel
      title={t('orgs.title')}
      description={t('orgs.about')}
      actions={<HandOver curl={curlOf(orgRoutes.list)} cli={cliOf('admin', 'org', 'ls')} />}
    >
      <QueryView query={query}>
        {(orgs) => (
          <ManagedList
            label={t('orgs.title')}
            items={orgs}
            keyOf={({ id }) => id}
            textOf={({ name }) => name}
            sortings={[
              { id: 'name', label: s('byName'), compare: byName },
              { id: 'name-desc', label: s('byNameBackwards'), compare: (one, other) => byName(other, one) },
              { id: 'id', label: t('oldestFirst'), compare: (one, other) => one.id - other.id },
            ]}
            empty={
              <EmptyState
                icon={Building2}
                title={t('orgs.emptyTitle')}
                action={<LinkButton {...paths.addRepo()}>{t('addRepo')}</LinkButton>}
              >
                {t('orgs.emptyText')}
              </EmptyState>
            }
          >
            {(org) => <OrgRow org={org} />}
          </ManagedList>
        )}
      </QueryView>
    </Panel>
  )
}

const byName = (one: Org, other: Org) => one.name.localeCompare(other.name) || one.id - other.id

function OrgRow({ org }: { org: Org }) {
  const t = useTranslations('admin')
  const remove = useRemoveOrg()
  const { id, name } = org
  return (
    <div className={managedRowClass}>
      <div className="min-w-40 flex-1">
        <TextLink {...paths.org(id)} className="font-medium break-all">
          <PlainText>{name}</PlainText>
        </TextLink>
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1 empty:hidden max-sm:order-last max-sm:basis-full">
        <ForgeBadge forgeId={org.forge_id} />
      </span>
      <span className="ms-auto flex w-18 shrink-0 justify-end max-sm:w-auto">
        <IconLink {...paths.orgSettings(id)} icon={Settings} label={t('settingsOf', { name })} />
        <RemoveButton
          isTyped
          name={name}
          title={t('orgs.removeTitle', { name })}
          done={t('orgs.removed', { name })}
          onRemove={() => remove.mutateAsync(id)}
        >
          {t('orgs.removeText')}
        </RemoveButton>
      </span>
    </div>
  )
}
