import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Repo } from '@yaffle/contract/repos'
import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  BookOpen,
  Braces,
  FolderGit2,
  LogIn,
  LogOut,
  Moon,
  Plus,
  Settings,
  Sun,
  SunMoon,
  User,
} from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { useAllRepos } from '../../api/adminRepos.ts'
import { reposMine } from '../../api/repos.ts'
import { config } from '../../config.ts'
import { findBest } from '../../domain/search.ts'
import { changeUserConfig, userConfig } from '../../domain/userConfig.ts'
import { paths, serverPaths } from '../../paths.ts'
import { safeUrl } from '../../ui/safeUrl.ts'
import { themeMode } from '../../ui/theme.ts'
import { useHere } from '../useHere.ts'

export interface Command {
  id: string
  label: string
  group: 'pages' | 'actions' | 'repositories'
  icon: LucideIcon
  run: () => void
}

/** So many repositories are worth reading; without a search they must leave room for the rest. */
const mostFound = 20
const mostUnasked = 6

interface Commands {
  commands: Command[]
  /** Repositories are still being read. */
  isReading: boolean
  /** Not all of them could be. */
  isIncomplete: boolean
}

/** Everything that one can go to or do from anywhere, as far as it answers the search; best first, group by group. */
export function useCommands(search: string): Commands {
  const t = useTranslations('palette')
  const app = useTranslations('app')
  const theme = useTranslations('theme')
  const navigate = useNavigate()
  const here = useHere()
  const { repos, isReading, isIncomplete } = useFindableRepos()
  const load = (address: string) => () => globalThis.location.assign(address)
  const open = (address: string) => () => void globalThis.open(address, '_blank', 'noopener,noreferrer')

  const command = (
    group: Command['group'],
    icon: LucideIcon,
    label: string,
    run: () => void,
    id = label,
  ): Command => ({
    id: `${group}/${id}`,
    group,
    icon,
    label,
    run,
  })
  const page = (icon: LucideIcon, label: string, run: () => void) => command('pages', icon, label, run)
  const action = (icon: LucideIcon, label: string, run: () => void) => command('actions', icon, label, run)

  const known = [
    ...(config.user
      ? [
          page(FolderGit2, app('repositories'), () => void navigate(paths.repos())),
          page(Plus, t('addRepository'), () => void navigate(paths.addRepo())),
          page(User, app('userSettings'), () => void navigate(paths.user())),
        ]
      : [page(LogIn, app('signIn'), () => void navigate(paths.login(here)))]),
    ...(config.user?.admin ? [page(Settings, app('adminSettings'), () => void navigate(paths.admin()))] : []),
    ...(safeUrl(config.docsUrl) ? [page(BookOpen, app('documentation'), open(config.docsUrl))] : []),
    ...(config.enableSwagger ? [page(Braces, app('api'), open(serverPaths.apiDocs()))] : []),
    ...(config.user
      ? [
          action(Activity, t('toggleFeed'), () =>
            changeUserConfig({ isPipelineFeedOpen: !userConfig.get().isPipelineFeedOpen }),
          ),
        ]
      : []),
    action(SunMoon, t('theme', { theme: theme('auto') }), () => themeMode.set('auto')),
    action(Sun, t('theme', { theme: theme('light') }), () => themeMode.set('light')),
    action(Moon, t('theme', { theme: theme('dark') }), () => themeMode.set('dark')),
    ...(config.user ? [action(LogOut, t('signOut'), load(serverPaths.logout()))] : []),
  ]
  const reposFound = findBest(search, repos, ({ full_name }) => full_name)
    .slice(0, search.trim() === '' ? mostUnasked : mostFound)
    .map(({ id, full_name }) =>
      command('repositories', FolderGit2, full_name, () => void navigate(paths.repo(id)), String(id)),
    )
  const commands = [...findBest(search, known, ({ label }) => label), ...reposFound].toSorted(
    (a, b) => order.indexOf(a.group) - order.indexOf(b.group),
  )
  return { commands, isReading, isIncomplete }
}

/** The person's own repositories, and behind them, for an administrator, all others that are active. */
function useFindableRepos() {
  const { data: mine } = useQuery({ ...reposMine, enabled: config.user !== null })
  const { repos: all, isReading, isIncomplete } = useAllRepos(config.user?.admin === true)
  const repos = useMemo(() => {
    const own: readonly Repo[] = mine ?? []
    const known = new Set(own.map(({ id }) => id))
    return [...own, ...(all ?? []).filter(({ id, active }) => active && !known.has(id))]
  }, [mine, all])
  return { repos, isReading, isIncomplete }
}

const order: Command['group'][] = ['repositories', 'pages', 'actions']
