import { useQuery } from '@tanstack/react-query'
import { type Forge, forgeRoutes } from '@yaffle/contract/forges'
import { Globe, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { everyForge, useRemoveForge } from '../../../api/forges.ts'
import { curlOf } from '../../../domain/commands.ts'
import { ForgeIcon } from '../../../domain/ForgeIcon.tsx'
import { forgeKindName, forgeName } from '../../../domain/forgeName.ts'
import { HandOver } from '../../../domain/HandOver.tsx'
import { ManagedList, managedRowClass } from '../../../domain/ManagedList.tsx'
import { PlainText } from '../../../domain/PlainText.tsx'
import { RemoveButton } from '../../../domain/RemoveButton.tsx'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton, TextLink } from '../../../ui/links.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { QueryView } from '../../../ui/QueryView.tsx'
import { useTitle } from '../../../ui/useTitle.ts'

/** Administration > Forges: where repositories and people come from. */
export function ForgesScreen() {
  const t = useTranslations('admin')
  const query = useQuery(everyForge)
  useTitle(t('forges.title'), t('title'))
  const addButton = (
    <LinkButton {...paths.adminNewForge()} icon={Plus} look="primary">
      {t('forges.add')}
    </LinkButton>
  )

  return (
    <Panel
      title={t('forges.title')}
      description={t('forges.about')}
      actions={
        <span className="flex flex-wrap gap-2">
          <HandOver curl={curlOf(forgeRoutes.list)} />
          {addButton}
        </span>
      }
    >
      <QueryView query={query}>
        {(forges) => (
          <ManagedList
            label={t('forges.title')}
            items={forges}
            keyOf={({ id }) => id}
            textOf={(forge) => `${forge.url} ${forgeKindName(forge.type)}`}
            sortings={[
              { id: 'id', label: t('oldestFirst'), compare: (one, other) => one.id - other.id },
              { id: 'url', label: t('byAddress'), compare: byUrl },
            ]}
            empty={
              <EmptyState icon={Globe} title={t('forges.emptyTitle')} action={addButton}>
                {t('forges.emptyText')}
              </EmptyState>
            }
          >
            {(forge) => <ForgeRow forge={forge} />}
          </ManagedList>
        )}
      </QueryView>
    </Panel>
  )
}

const byUrl = (one: Forge, other: Forge) => hostOf(one).localeCompare(hostOf(other))
/** The address as people say it. */
const hostOf = ({ url }: Pick<Forge, 'url'>) => url.replace(/^https?:\/\//, '')

function ForgeRow({ forge }: { forge: Forge }) {
  const t = useTranslations('admin')
  const remove = useRemoveForge()
  const isLocal = forge.type === 'addon'
  const name = forgeName(forge) ?? t('forges.local')
  return (
    <div className={managedRowClass}>
      <ForgeIcon type={forge.type} />
      <div className="min-w-40 flex-1">
        <TextLink {...paths.adminForge(forge.id)} className="font-medium break-all">
          <PlainText>{isLocal ? name : hostOf(forge) || name}</PlainText>
        </TextLink>
      </div>
      <span className="flex max-w-full min-w-0 flex-wrap gap-1 empty:hidden max-sm:order-last max-sm:basis-full">
        {forge.skip_verify && <Badge tone="failure">{t('forges.unverified')}</Badge>}
        {isLocal ? (
          <Badge>{t('forges.builtIn')}</Badge>
        ) : (
          <Badge>
            <PlainText>{forgeKindName(forge.type)}</PlainText>
          </Badge>
        )}
      </span>
      <span className="ms-auto flex w-9 shrink-0 justify-end max-sm:w-auto">
        {!isLocal && (
          <RemoveButton
            isTyped
            name={name}
            title={t('forges.removeTitle', { name })}
            done={t('forges.removed', { name })}
            onRemove={() => remove.mutateAsync(forge.id)}
          >
            {t('forges.removeText')}
          </RemoveButton>
        )}
      </span>
    </div>
  )
}
