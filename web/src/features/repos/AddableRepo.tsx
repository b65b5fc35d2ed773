import { useNavigate } from '@tanstack/react-router'
import type { RepoLastPipeline } from '@yaffle/contract/repos'
import { useTranslations } from 'use-intl'

import { useActivateRepo } from '../../api/repoChanges.ts'
import { useErrorText } from '../../domain/errors.ts'
import { RepoName } from '../../domain/RepoName.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton, TextLink } from '../../ui/links.tsx'
import { ErrorBox } from '../../ui/MessageBox.tsx'
import { toasts } from '../../ui/toasts.ts'

/** One repository of the forge: already enabled, to be enabled, in conflict with an older one, or gone. */
export function AddableRepo({ repo }: { repo: RepoLastPipeline }) {
  const t = useTranslations('repos')
  const activate = useActivateRepo()
  const errorText = useErrorText()
  const navigate = useNavigate()

  async function enable() {
    const enabled = await activate.mutateAsync(repo.forge_remote_id)
    toasts.show({ title: t('nowEnabled', { repo: enabled.full_name }) })
    await navigate(paths.repo(enabled.id))
  }

  return (
    <div className="flex flex-col gap-2 px-4 py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex min-w-40 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <RepoName repo={repo} />
          <State repo={repo} />
        </div>
        {repo.id > 0 && (
          <TextLink {...paths.repo(repo.id)} aria-label={`${t('open')}: ${repo.full_name}`}>
            {t('open')}
          </TextLink>
        )}
        {!repo.active && !repo.has_forge_name_conflict && !repo.has_no_forge_repo && (
          <Button onClick={enable} label={t('enableNamed', { repo: repo.full_name })}>
            {t('enable')}
          </Button>
        )}
      </div>
      {repo.has_forge_name_conflict && (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <p className="min-w-52 flex-1 text-meta text-muted">{t('conflictText')}</p>
          {repo.id > 0 && (
            <LinkButton
              {...paths.repoSettings(repo.id, 'actions')}
              size="small"
              aria-label={`${t('conflictMend')}: ${repo.full_name}`}
            >
              {t('conflictMend')}
            </LinkButton>
          )}
        </div>
      )}
      {activate.isError && (
        <ErrorBox title={t('enableFailed', { repo: repo.full_name })}>{errorText(activate.error)}</ErrorBox>
      )}
    </div>
  )
}

function State({ repo }: { repo: RepoLastPipeline }) {
  const t = useTranslations('repos')
  if (repo.has_forge_name_conflict) return <Badge tone="failure">{t('conflict')}</Badge>
  if (repo.has_no_forge_repo) return <Badge tone="pending">{t('missing')}</Badge>
  if (repo.active) return <Badge tone="success">{t('enabled')}</Badge>
  return repo.id > 0 && <Badge>{t('disabled')}</Badge>
}
