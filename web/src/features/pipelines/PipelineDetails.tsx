import type { Pipeline } from '@yaffle/contract/pipelines'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { PlainText } from '../../domain/PlainText.tsx'
import { RelativeTime } from '../../domain/RelativeTime.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { TextLink } from '../../ui/links.tsx'

/** Everything about a pipeline that the header has no room for; nothing when there is no more to say. */
export function PipelineDetails({ pipeline }: { pipeline: Pipeline }) {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const {
    parent,
    rerun_count,
    event_reason,
    deploy_to,
    deploy_task,
    pr_labels,
    pr_milestone,
    reviewed_by,
    version,
  } = pipeline
  const variables = Object.entries(pipeline.variables)
  const agents = agentsOf(pipeline)
  const text = (value: string) => value && <PlainText>{value}</PlainText>

  const facts: { name: string; value: ReactNode }[] = [
    {
      name: t('factParent'),
      value: parent > 0 && <TextLink {...paths.pipeline(repo.id, parent)}>#{parent}</TextLink>,
    },
    { name: t('factReruns'), value: rerun_count > 0 && rerun_count },
    { name: t('factReasons'), value: text([...new Set(event_reason)].join(', ')) },
    {
      name: t('factReviewer'),
      value: reviewed_by && (
        <>
          {text(reviewed_by)} {pipeline.reviewed > 0 && <RelativeTime at={pipeline.reviewed} />}
        </>
      ),
    },
    { name: t('factDeploy'), value: text(deploy_to) },
    { name: t('factTask'), value: text(deploy_task) },
    {
      name: t('factLabels'),
      value: pr_labels.length > 0 && (
        <span className="flex min-w-0 flex-wrap gap-1">
          {[...new Set(pr_labels)].map((label) => (
            <Badge key={label}>
              <PlainText>{label}</PlainText>
            </Badge>
          ))}
        </span>
      ),
    },
    { name: t('factMilestone'), value: text(pr_milestone) },
    { name: t('factDraft'), value: pipeline.pr_draft && t('yes') },
    { name: t('factPrerelease'), value: isPrerelease(pipeline) && t('yes') },
    { name: t('factAgents'), value: text(agents) },
    { name: t('factVersion'), value: text(version) },
  ]
  const said = facts.filter(({ value }) => Boolean(value))
  if (said.length === 0 && variables.length === 0) return null

  return (
    <details className="mt-2 border-t border-border pt-2 text-meta">
      <summary className="cursor-pointer rounded-md px-2 py-1.5 font-medium text-muted hover:bg-hover max-sm:py-3.5">
        {t('details')}
      </summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 px-2 py-2">
        {said.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
        {variables.length > 0 && (
          <div className="col-span-2 flex min-w-0 flex-col gap-1">
            <dt className="text-muted">{t('factVariables')}</dt>
            {variables.map(([name, value]) => (
              <dd key={name} className="font-mono break-all">
                <PlainText>{name}</PlainText>=<PlainText>{value}</PlainText>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </details>
  )
}

/** Older servers say it beside the release. */
const isPrerelease = ({ release, is_prerelease }: Pipeline) => release?.is_prerelease || is_prerelease

/** Which agents ran it, by their ids: their names are only for administrators. */
const agentsOf = ({ workflows = [] }: Pipeline): string =>
  [
    ...new Set(
      workflows
        .filter(({ agent_id }) => agent_id > 0)
        .map(({ agent_id, platform }) => (platform ? `#${agent_id} (${platform})` : `#${agent_id}`)),
    ),
  ].join(', ')
