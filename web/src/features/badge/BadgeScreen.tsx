import { useInfiniteQuery } from '@tanstack/react-query'
import type { Repo } from '@yaffle/contract/repos'
import { events } from '@yaffle/contract/statuses'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { branchesOf } from '../../api/repos.ts'
import { useReadOn } from '../../api/useReadOn.ts'
import { marked } from '../../domain/PlainText.tsx'
import { CheckboxGroup, RadioGroup } from '../../ui/Choices.tsx'
import { CodeLine } from '../../ui/CodeLine.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SafeLink } from '../../ui/SafeLink.tsx'
import { stored, useStored } from '../../ui/stored.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { badgePath, badgeSyntaxes, badgeText } from './badgeText.ts'

const lastSyntax = stored(
  'yaffle:badge-syntax',
  (text) => badgeSyntaxes.find((syntax) => syntax === text) ?? 'markdown',
)

/** Repository settings > Badge: what the badge is about, how it looks now, and what to paste elsewhere. */
export function BadgeScreen({ repo }: { repo: Repo }) {
  const t = useTranslations()
  const syntax = useStored(lastSyntax)
  const [options, setOptions] = useState({ branch: '', events: ['push'], workflow: '', step: '' })
  /** The address that gave no image. */
  const [broken, setBroken] = useState<string>()
  const branches = useInfiniteQuery({ ...branchesOf(repo.id), enabled: repo.active })
  useReadOn(branches, repo.active)
  useTitle(t('badge.title'), repo.full_name)

  const defaultBranch = t('badge.defaultBranch', { branch: repo.default_branch })
  const branchOptions = useMemo(
    () => [...new Set([defaultBranch, ...(branches.data ?? [])])],
    [defaultBranch, branches.data],
  )
  const change = (part: Partial<typeof options>) => setOptions((before) => ({ ...before, ...part }))
  const place = { origin: globalThis.location.origin, repoId: repo.id, alt: t('badge.alt') }
  const image = badgePath(repo.id, options)
  const isOnlyPush = options.events.length === 1 && options.events[0] === 'push'

  return (
    <Panel title={t('badge.title')} description={t('badge.about')}>
      <div className="flex max-w-2xl flex-col gap-5">
        <figure className="flex flex-wrap items-center gap-3">
          <figcaption className="text-muted">{t('badge.preview')}</figcaption>
          {broken === image ? (
            <span className="text-failure">{t('badge.failed')}</span>
          ) : (
            <SafeLink href={place.origin + image}>
              {/* Reserves the badge's height, so that nothing moves while another one is drawn. */}
              <img src={image} alt={t('badge.previewAlt')} onError={() => setBroken(image)} className="h-5" />
            </SafeLink>
          )}
        </figure>
        <RadioGroup
          label={t('badge.syntax')}
          options={badgeSyntaxes.map((value) => ({ value, label: t(`badge.syntaxes.${value}`) }))}
          value={syntax}
          onChange={lastSyntax.set}
          isDense
        />
        <CodeLine label={t('badge.code')} code={badgeText(syntax, place, options)} />
        <Combobox
          label={t('badge.branch')}
          value={options.branch === '' ? defaultBranch : options.branch}
          onChange={(branch) => change({ branch: branch === defaultBranch ? '' : branch })}
          options={branchOptions}
          draw={marked}
          isLoading={branches.hasNextPage && !branches.isError}
          // Options that arrive while one types would take the text away.
          isDisabled={branches.isLoading}
        />
        <CheckboxGroup
          label={t('badge.events')}
          description={t('badge.eventsHelp')}
          options={events.map((value) => ({
            value,
            label: t(`events.${value}`),
            isDisabled: value === 'push' && isOnlyPush,
          }))}
          values={options.events}
          // Without any the server takes push, so that the form says so too.
          onChange={(chosen) => change({ events: chosen.length > 0 ? chosen : ['push'] })}
          isDense
        />
        <TextField
          label={t('badge.workflow')}
          description={t('badge.workflowHelp')}
          value={options.workflow}
          onChange={(workflow) => change({ workflow })}
          isOptional
        />
        <TextField
          label={t('badge.step')}
          description={t('badge.stepHelp')}
          value={options.step}
          onChange={(step) => change({ step })}
          isDisabled={options.workflow === ''}
          isOptional
        />
      </div>
    </Panel>
  )
}
