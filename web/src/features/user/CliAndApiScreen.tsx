import { userRoutes } from '@yaffle/contract/users'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useResetToken, useToken } from '../../api/token.ts'
import { config } from '../../config.ts'
import { cliOf, curlOf, serverUrl, serverVariable, shellWord, tokenVariable } from '../../domain/commands.ts'
import { useErrorText } from '../../domain/errors.ts'
import { serverPaths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeLine } from '../../ui/CodeLine.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorBox } from '../../ui/MessageBox.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SafeLink } from '../../ui/SafeLink.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { useTitle } from '../../ui/useTitle.ts'

const cliReleases = 'https://github.com/woodpecker-ci/woodpecker/releases/latest'

/** User settings > CLI and API: the personal token, shown on demand only, and how to use it. */
export function CliAndApiScreen() {
  const t = useTranslations('user')
  const errorText = useErrorText()
  const token = useToken()
  const reset = useResetToken()
  const [isAsking, setAsking] = useState(false)
  useTitle(t('cliAndApi'), t('title'))

  return (
    <div className="flex flex-col gap-5">
      <Panel title={t('token')} description={t('tokenHelp')}>
        <div className="flex max-w-2xl flex-col gap-4">
          {token.data === undefined ? (
            <span>
              <Button icon={KeyRound} onClick={() => token.mutateAsync()}>
                {t('tokenShow')}
              </Button>
            </span>
          ) : (
            <SecretField label={t('token')} description={t('tokenWarning')} value={token.data.trim()} />
          )}
          {token.isError && <ErrorBox title={t('tokenFailed')}>{errorText(token.error)}</ErrorBox>}
        </div>
      </Panel>
      <Panel title={t('cli')} description={t('cliHelp')}>
        <div className="flex max-w-2xl flex-col gap-3">
          <p>
            <SafeLink href={cliReleases}>{t('cliDownload')}</SafeLink>
          </p>
          <CodeLine label={t('cliSetup')} code={cliOf('setup', '--server', serverUrl())} />
          <p className="text-muted">{t('cliByVariables')}</p>
          <CodeLine
            label={t('cliVariables')}
            code={[
              `export ${serverVariable}=${shellWord(serverUrl())}`,
              `export ${tokenVariable}=<${t('token')}>`,
              cliOf('info'),
            ].join('\n')}
          />
        </div>
      </Panel>
      <Panel title={t('api')} description={t('apiHelp', { variable: tokenVariable })}>
        <div className="flex max-w-2xl flex-col gap-3">
          <CodeLine label={t('apiExample')} code={curlOf(userRoutes.me)} />
          {config.enableSwagger && (
            <p>
              <SafeLink href={globalThis.location.origin + serverPaths.apiDocs()}>{t('apiDocs')}</SafeLink>
            </p>
          )}
        </div>
      </Panel>
      <Panel title={t('reset')}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="min-w-56 flex-1 text-muted">{t('resetText')}</p>
          <Button look="danger" onClick={() => setAsking(true)}>
            {t('reset')}
          </Button>
        </div>
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title={t('resetTitle')}
          confirmLabel={t('resetConfirm')}
          isDangerous
          onConfirm={async () => {
            await reset.mutateAsync()
            // The session is dead already; the server has to take its cookie away.
            globalThis.location.assign(serverPaths.logout())
          }}
        >
          <ul className="list-disc ps-5">
            <li>{t('resetLosesToken')}</li>
            <li>{t('resetLosesSessions')}</li>
            <li>{t('resetKeeps')}</li>
          </ul>
        </ConfirmDialog>
      </Panel>
    </div>
  )
}
