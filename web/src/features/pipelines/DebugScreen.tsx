import { Download, Lock } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { metadataOf } from '../../api/pipelines.ts'
import { cliOf } from '../../domain/commands.ts'
import { useErrorText } from '../../domain/errors.ts'
import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeLine } from '../../ui/CodeLine.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { safeFileName } from './fileName.ts'
import { usePipeline } from './pipelineContext.ts'
import { saveText } from './saveText.ts'

/** What it takes to run a pipeline again outside the server. */
export function DebugScreen() {
  const t = useTranslations('pipelines')
  const errorText = useErrorText()
  const { repo, perm } = useRepo()
  const { number, version } = usePipeline()
  const file = safeFileName(`${repo.owner}-${repo.name}-pipeline-${number}-metadata`, '.json')
  useTitle(t('debug'), t('title', { number }), repo.full_name)

  async function download() {
    try {
      saveText(file, JSON.stringify(await metadataOf(repo.id, number), undefined, 2))
      toasts.show({ title: t('debugDone') })
    } catch (error) {
      toasts.show({ type: 'error', title: t('debugFailed'), text: errorText(error), group: 'metadata' })
    }
  }

  return (
    <div className="mx-auto flex w-full max-w-[64rem] flex-col gap-5 overflow-y-auto py-5">
      {perm.push ? (
        <Panel title={t('debugTitle')}>
          <div className="flex flex-col items-start gap-4">
            <p className="max-w-prose">{t('debugText')}</p>
            <Button icon={Download} look="primary" onClick={download}>
              {t('debugDownload')}
            </Button>
            <div className="flex w-full flex-col gap-1.5">
              <p>{t('debugCommand')}</p>
              <CodeLine label={t('debugCommand')} code={cliOf('exec', '--metadata-file', file)} />
            </div>
            {version && (
              <p className="max-w-full break-words text-meta text-muted">
                <PlainText>{t('debugVersion', { version })}</PlainText>
              </p>
            )}
          </div>
        </Panel>
      ) : (
        <EmptyState icon={Lock} title={t('debugNotAllowed')} />
      )}
    </div>
  )
}
