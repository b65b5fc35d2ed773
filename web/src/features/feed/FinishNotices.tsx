import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Feed } from '@yaffle/contract/feed'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'

import { feed } from '../../api/feed.ts'
import { repoOf } from '../../api/repos.ts'
import { config } from '../../config.ts'
import { namedHidden } from '../../domain/marks.ts'
import { firstLine } from '../../domain/message.ts'
import { showNotice, useNoticeState } from '../../domain/notices.ts'
import { faviconOf } from '../../domain/statuses.ts'
import { useStatusName } from '../../domain/StatusIcon.tsx'
import { paths, serverPaths } from '../../paths.ts'
import { createFinishWatch, type Watched } from './finishWatch.ts'
import { joinTabs } from './oneTab.ts'

interface Told extends Watched {
  full_name: string
  message: string
}

/** Tells on the desktop when a pipeline of the signed-in person finishes while they look elsewhere. Draws nothing. */
export function FinishNotices() {
  const t = useTranslations('notices')
  const statusName = useStatusName()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isOn = useNoticeState() === 'on'

  const tell = useEffectEvent(({ repo_id, number, full_name, status, message }: Told) => {
    showNotice({
      title: asPlain(t('finished', { repo: full_name, number, status: statusName(status) })),
      text: asPlain(firstLine(message)),
      tag: `yaffle:${config.rootPath}:${repo_id}/${number}`,
      icon: serverPaths.favicon('light', faviconOf(status), 'png'),
      onOpen: () => void navigate(paths.pipeline(repo_id, number)),
    })
  })

  useEffect(() => {
    const { user } = config
    if (!isOn || !user) return
    const tabs = joinTabs(`yaffle:notices:${config.rootPath}:${user.id}`)
    const finished = createFinishWatch(user.login)

    async function tellUnseen(item: Told) {
      if (tabs.isSpeaker() && !(await tabs.isSeen())) tell(item)
    }
    const look = (items: readonly Told[]) => {
      for (const item of finished(items)) void tellUnseen(item)
    }
    const cache = queryClient.getQueryCache()
    for (const { queryKey, state } of cache.getAll()) look(pipelinesIn(queryClient, queryKey, state.data))
    const end = cache.subscribe(({ type, query }) => {
      if (type === 'updated') look(pipelinesIn(queryClient, query.queryKey, query.state.data))
    })
    return () => {
      end()
      tabs.leave()
    }
  }, [isOn, queryClient])

  return null
}

/** The feed knows all of one's repositories; a pipeline that was looked at knows who sent it, too. */
function pipelinesIn(queryClient: QueryClient, key: readonly unknown[], data: unknown): readonly Told[] {
  if (data === undefined) return []
  if (key[0] === feed.queryKey[0]) return data as Feed[]
  const [area, repo_id, kind, number] = key
  if (area !== 'repos' || kind !== 'pipelines' || key.length !== 4) return []
  if (typeof repo_id !== 'number' || typeof number !== 'number') return []
  const repo = queryClient.getQueryData(repoOf(repo_id).queryKey)
  return [{ ...(data as Pipeline), repo_id, full_name: repo?.full_name ?? '' }]
}

/** Other people's words where nothing can mark what is hidden in them. */
const asPlain = (text: string) => namedHidden(text.slice(0, 200))
