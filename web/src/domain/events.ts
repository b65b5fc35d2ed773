import { events, type PipelineEvent } from '@yaffle/contract/statuses'
import {
  CalendarClock,
  GitBranch,
  GitMerge,
  GitPullRequest,
  type LucideIcon,
  Pencil,
  Pointer,
  Rocket,
  Tag,
} from 'lucide-react'

const icons = {
  push: GitBranch,
  pull_request: GitPullRequest,
  pull_request_closed: GitMerge,
  pull_request_metadata: Pencil,
  tag: Tag,
  release: Tag,
  deployment: Rocket,
  cron: CalendarClock,
  manual: Pointer,
} as const satisfies Record<PipelineEvent, LucideIcon>

export const isEvent = (event: string): event is PipelineEvent =>
  (events as readonly string[]).includes(event)

/** An event that only a newer server knows looks like a push. */
export const eventIcon = (event: string): LucideIcon => (isEvent(event) ? icons[event] : GitBranch)
