import { useQuery } from '@tanstack/react-query'
import type { Forge } from '@yaffle/contract/forges'
import { useTranslations } from 'use-intl'

import { forges } from '../../api/forges.ts'
import { ForgeIcon } from '../../domain/ForgeIcon.tsx'
import { forgeName } from '../../domain/forgeName.ts'
import { changeUserConfig } from '../../domain/userConfig.ts'
import { serverPaths } from '../../paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { QueryView } from '../../ui/QueryView.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useTitle } from '../../ui/useTitle.ts'
import { LoginError } from './LoginError.tsx'

interface LoginScreenProps {
  /** Of the address; written by anybody. */
  search: { error?: string; error_description?: string; error_uri?: string }
  /** Where to go after signing in: checked, a path of this product, or undefined. */
  target: string | undefined
}

/** The ways in. Signing in leaves the page for the forge and comes back through the server. */
export function LoginScreen({ search, target }: LoginScreenProps) {
  const t = useTranslations('login')
  const query = useQuery(forges)
  useTitle(t('title'))

  return (
    <main tabIndex={-1} className="flex min-h-dvh flex-col items-center justify-center gap-4 bg-canvas p-4">
      <div className="w-full max-w-3xl">
        {search.error !== undefined && <LoginError {...search} error={search.error} />}
      </div>
      <div className="grid w-full max-w-3xl overflow-hidden rounded-lg border border-border bg-panel shadow-float md:min-h-[22rem] md:grid-cols-2">
        <div className="flex flex-col items-center justify-center gap-3 border-border bg-selected p-8 max-md:border-b md:border-e">
          <Logo className="size-24 max-md:size-16" />
          <p className="text-title font-semibold text-strong">Yaffle</p>
        </div>
        <div className="flex flex-col justify-center gap-4 p-8">
          <h1 className="text-title">{t('welcome')}</h1>
          <QueryView
            query={query}
            loading={<Waiting />}
            empty={<EmptyState title={t('noForges')}>{t('noForgesText')}</EmptyState>}
          >
            {(forges) => (
              <ul className="flex flex-col gap-2">
                {forges.map((forge) => (
                  <li key={forge.id}>
                    <SignIn forge={forge} target={target} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </div>
      </div>
    </main>
  )
}

function SignIn({ forge, target }: { forge: Forge; target: string | undefined }) {
  const t = useTranslations('login')
  return (
    <a
      href={serverPaths.authorize(forge.id)}
      onClick={() => changeUserConfig({ redirectUrl: target ?? '' })}
      className={buttonClass(
        'normal',
        'normal',
        '!h-auto min-h-11 w-full !justify-start py-2 text-start !whitespace-normal',
      )}
    >
      <ForgeIcon type={forge.type} />
      <span className="min-w-0 break-words">{t('with', { forge: forgeName(forge) ?? t('local') })}</span>
    </a>
  )
}

const Waiting = () => (
  <Loading>
    <Skeleton className="h-10" />
  </Loading>
)
