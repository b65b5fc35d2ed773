import { Link } from '@tanstack/react-router'
import { BookOpen, Braces, LogIn, Search, Settings } from 'lucide-react'
import { useTranslations } from 'use-intl'

import { config } from '../config.ts'
import { useVersionInfo } from '../domain/useVersionInfo.ts'
import { FeedToggle } from '../features/feed/FeedToggle.tsx'
import { paths, serverPaths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { iconButtonClass } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Logo } from '../ui/Logo.tsx'
import { safeUrl } from '../ui/safeUrl.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { ConnectionMark } from './ConnectionMark.tsx'
import { commandKey } from './palette/keys.ts'
import { paletteRequests } from './palette/paletteRequests.ts'
import { useHere } from './useHere.ts'

const itemClass =
  'inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 text-muted transition-colors hover:bg-hover hover:text-strong data-[status=active]:text-strong data-[status=active]:font-medium max-sm:h-11 max-sm:px-2'

/** The bar on top of every page but login. */
export function Header() {
  const t = useTranslations('app')
  const { user } = config

  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b border-border bg-panel ps-4 pe-3 max-sm:px-2">
      <nav aria-label={t('navigation')} className="contents">
        <Home />
        {user && (
          <Link {...paths.repos()} className={itemClass}>
            <span className="md:hidden">{t('repositoriesShort')}</span>
            <span className="max-md:hidden">{t('repositories')}</span>
          </Link>
        )}
        {safeUrl(config.docsUrl) && (
          <NewTab href={config.docsUrl} icon={BookOpen}>
            {t('documentation')}
          </NewTab>
        )}
        {config.enableSwagger && (
          <NewTab href={serverPaths.apiDocs()} icon={Braces}>
            {t('api')}
          </NewTab>
        )}
        <span className="ms-auto" />
        <ConnectionMark />
        <SearchButton />
        {user?.admin && <AdminLink />}
        {user && <FeedToggle />}
        {user ? (
          <Link
            {...paths.user()}
            aria-label={t('userSettings')}
            data-tooltip={t('userSettings')}
            className="ms-1 inline-flex items-center justify-center rounded-full max-sm:size-11"
          >
            <Avatar name={user.login} url={user.avatar_url} size={28} />
          </Link>
        ) : (
          <SignInLink />
        )}
      </nav>
    </header>
  )
}

function Home() {
  const t = useTranslations('app')
  const { current, currentShort } = useVersionInfo()
  return (
    <Link
      {...paths.home()}
      data-tooltip={current ? t('version', { version: current }) : undefined}
      className="me-2 inline-flex h-8 items-center gap-2 rounded-md pe-1 max-sm:h-11 max-sm:gap-1.5"
    >
      <Logo className="size-7 shrink-0" />
      <span className="grid max-w-28 leading-none max-[22.5rem]:sr-only">
        <span className="text-[0.9375rem] leading-4 font-semibold text-strong">{t('name')}</span>
        {currentShort && (
          <span className="truncate text-[0.6875rem] leading-3 text-muted">{currentShort}</span>
        )}
      </span>
    </Link>
  )
}

/** Outside of the page; only where there is room. */
function NewTab({ href, icon, children }: { href: string; icon: typeof BookOpen; children: string }) {
  const t = useTranslations('app')
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={`${itemClass} max-md:hidden`}>
      <Icon icon={icon} size="small" />
      {children}
      <VisuallyHidden>, {t('opensInNewTab')}</VisuallyHidden>
    </a>
  )
}

/** Opens the palette, which also a key does. */
function SearchButton() {
  const t = useTranslations('app')
  return (
    <button
      type="button"
      aria-label={t('search')}
      aria-haspopup="dialog"
      onClick={paletteRequests.open}
      className="inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md text-muted transition-colors hover:bg-hover hover:text-strong max-lg:w-8 max-sm:size-11 lg:me-1 lg:w-44 lg:justify-start lg:border lg:border-border lg:bg-canvas lg:px-2.5"
    >
      <Icon icon={Search} className="lg:size-4" />
      <span className="max-lg:hidden">{t('search')}</span>
      <span aria-hidden className="ms-auto max-lg:hidden">
        <Kbd>{commandKey('K')}</Kbd>
      </span>
    </button>
  )
}

function AdminLink() {
  const t = useTranslations('app')
  const { needsUpdate } = useVersionInfo()
  const label = needsUpdate ? t('updateAvailable') : t('adminSettings')
  return (
    <Link
      {...paths.admin()}
      aria-label={label}
      data-tooltip={label}
      className={`relative ${iconButtonClass()}`}
    >
      <Icon icon={Settings} />
      {needsUpdate && (
        <span className="absolute end-1 top-1 size-2 rounded-full bg-danger-solid outline-2 outline-panel forced-colors:bg-[Highlight]" />
      )}
    </Link>
  )
}

function SignInLink() {
  const t = useTranslations('app')
  return (
    <Link {...paths.login(useHere())} className={itemClass}>
      <Icon icon={LogIn} size="small" />
      {t('signIn')}
    </Link>
  )
}
