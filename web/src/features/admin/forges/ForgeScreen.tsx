import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Forge } from '@yaffle/contract/forges'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { forgeOf, useUpdateForge } from '../../../api/forges.ts'
import { statusOf } from '../../../domain/errors.ts'
import { forgeKindName, forgeName } from '../../../domain/forgeName.ts'
import { PlainText } from '../../../domain/PlainText.tsx'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { NoteBox, WarningBox } from '../../../ui/MessageBox.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { QueryView } from '../../../ui/QueryView.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { useTitle } from '../../../ui/useTitle.ts'
import { ForgeForm } from './ForgeForm.tsx'
import { isForgeKind } from './forgeKinds.ts'
import { inputOf } from './forgeValues.ts'

/** Administration > Forges > one of them. */
export function ForgeScreen({ forgeId }: { forgeId: number }) {
  const t = useTranslations('admin')
  // Another administrator may have changed it, and saving replaces all of it.
  const query = useQuery({ ...forgeOf(forgeId), staleTime: 0, meta: { quiet: true } })
  const name = query.data && (forgeName(query.data) ?? t('forges.local'))
  useTitle(name ?? t('forges.title'), t('title'))
  const back = <LinkButton {...paths.admin('forges')}>{t('forges.back')}</LinkButton>

  if (query.data && name !== undefined)
    return (
      <Panel title={<PlainText>{name}</PlainText>} actions={back}>
        {/* Its first answer may be an older one; what is typed must not be lost to the second. */}
        {query.isFetching && !query.isFetchedAfterMount ? <SkeletonRows /> : <Content forge={query.data} />}
      </Panel>
    )
  return (
    <Panel title={t('forges.title')} actions={back}>
      {statusOf(query.error) === 404 ? (
        <EmptyState title={t('forges.unknownTitle')}>{t('forges.unknownText')}</EmptyState>
      ) : (
        <QueryView query={query}>{() => null}</QueryView>
      )}
    </Panel>
  )
}

function Content({ forge }: { forge: Forge }) {
  const t = useTranslations('admin.forges')
  const navigate = useNavigate()
  const update = useUpdateForge(forge.id)
  const [saves, setSaves] = useState(0)

  const { type } = forge
  if (!isForgeKind(type)) return <ReadOnlyForge forge={forge} />
  const stored = update.data ?? forge
  return (
    <div className="flex flex-col gap-5">
      {forge.id === 1 && <WarningBox title={t('environmentTitle')}>{t('environmentText')}</WarningBox>}
      <ForgeForm
        // A new form after each saving, so that no secret stays in its fields.
        key={saves}
        stored={{ forge: stored, kind: type }}
        send={(values) => update.mutateAsync(inputOf(values, stored))}
        onSaved={() => {
          setSaves(saves + 1)
          toasts.show({ title: t('saved') })
        }}
        onCancel={() => navigate(paths.admin('forges'))}
      />
    </div>
  )
}

/** The server's own forge has no settings; those of kinds unknown to this page are better left alone. */
function ReadOnlyForge({ forge }: { forge: Forge }) {
  const t = useTranslations('admin.forges')
  const isLocal = forge.type === 'addon'
  const facts = [
    { name: t('kind'), value: isLocal ? t('builtIn') : forgeKindName(forge.type) },
    { name: t('url'), value: forge.url },
    { name: t('client'), value: forge.client },
  ].filter(({ value }) => value !== '')
  return (
    <div className="flex flex-col gap-4">
      <NoteBox title={isLocal ? t('localTitle') : t('foreignTitle')}>
        {isLocal ? t('localText') : t('foreignText')}
      </NoteBox>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all text-strong max-sm:mb-2">
              <PlainText>{value}</PlainText>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
