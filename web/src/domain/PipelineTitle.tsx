import type { Pipeline } from '@yaffle/contract/pipelines'
import { useTranslations } from 'use-intl'

import { Message } from './Message.tsx'

/** What a pipeline is about: the author's words, or what it was made by where there are none. */
export function PipelineTitle({ pipeline }: { pipeline: Pick<Pipeline, 'message' | 'title' | 'event'> }) {
  const words = pipeline.message || pipeline.title
  return words.trim() ? <Message className="truncate text-strong">{words}</Message> : <NoMessage />
}

function NoMessage() {
  const t = useTranslations('text')
  return <span className="truncate text-muted italic">{t('noMessage')}</span>
}
