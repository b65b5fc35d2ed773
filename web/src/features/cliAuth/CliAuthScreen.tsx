import { CircleCheck, CircleSlash, ShieldQuestion, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useToken } from '../../api/token.ts'
import { config } from '../../config.ts'
import { serverUrl } from '../../domain/commands.ts'
import { useErrorText } from '../../domain/errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { ErrorBox } from '../../ui/MessageBox.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { handOver, portOf } from './handOver.ts'

type State = 'confirm' | 'success' | 'failed' | 'denied'

/**
 * Lets the command line program that waits on this machine act in one's name. Nothing is sent before the person says
 * so, each time anew.
 */
export function CliAuthScreen({ port: given }: { port: string }) {
  const t = useTranslations('cliAuth')
  const errorText = useErrorText()
  const port = portOf(given)
  const token = useToken()
  const [state, setState] = useState<State>('confirm')
  useTitle(t('title'))

  if (port === undefined) {
    return (
      <Frame
        icon={TriangleAlert}
        title={t('noPortTitle')}
        actions={<LinkButton {...paths.user('cli-and-api')}>{t('toToken')}</LinkButton>}
      >
        {t('noPortText')}
      </Frame>
    )
  }

  async function allow(toPort: number) {
    let personal: string
    try {
      personal = (await token.mutateAsync()).trim()
    } catch {
      // Shown from the mutation; the question stays open for another try.
      return
    }
    setState(
      await handOver(toPort, personal).then(
        () => 'success' as const,
        () => 'failed' as const,
      ),
    )
  }
  async function deny(toPort: number) {
    // The program ends by itself after a while where it cannot be told.
    await handOver(toPort, '').catch(() => undefined)
    setState('denied')
    // Nothing is left to do here. Browsers allow it where the program has opened the window.
    globalThis.close()
  }

  switch (state) {
    case 'confirm':
      return (
        <Frame
          icon={ShieldQuestion}
          title={t('confirmTitle')}
          actions={
            <>
              <Button onClick={() => deny(port)}>{t('deny')}</Button>
              <Button look="primary" onClick={() => allow(port)}>
                {t('allow')}
              </Button>
            </>
          }
        >
          <p>{t('confirmText', { port, server: serverUrl(), login: config.user?.login ?? '' })}</p>
          <p className="mt-2 text-muted">{t('confirmRisk')}</p>
          {token.isError && (
            <div className="mt-4 text-start">
              <ErrorBox title={t('tokenFailed')}>{errorText(token.error)}</ErrorBox>
            </div>
          )}
        </Frame>
      )
    case 'success':
      return (
        <Frame icon={CircleCheck} title={t('successTitle')}>
          {t('successText')}
        </Frame>
      )
    case 'denied':
      return (
        <Frame icon={CircleSlash} title={t('deniedTitle')}>
          {t('deniedText')}
        </Frame>
      )
    case 'failed':
      return (
        <Frame
          icon={TriangleAlert}
          title={t('failedTitle')}
          actions={<Button onClick={() => allow(port)}>{t('retry')}</Button>}
        >
          <p>{t('failedText', { port })}</p>
          {token.data !== undefined && (
            <div className="mt-4 text-start">
              <SecretField label={t('token')} description={t('tokenHelp')} value={token.data.trim()} />
            </div>
          )}
        </Frame>
      )
  }
}

interface FrameProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  actions?: ReactNode
}

const Frame = ({ icon, title, children, actions }: FrameProps) => (
  <section
    aria-live="polite"
    className="mx-auto mt-12 flex w-full max-w-lg flex-col items-center gap-3 px-4 text-center"
  >
    <Icon icon={icon} className="size-10 text-muted" />
    <h1 className="text-title">{title}</h1>
    <div className="w-full">{children}</div>
    {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
  </section>
)
