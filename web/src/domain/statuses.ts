import { type Status, statuses } from '@yaffle/contract/statuses'
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleMinus,
  CircleStop,
  CircleX,
  Clock,
  Hand,
  LoaderCircle,
  type LucideIcon,
  SkipForward,
} from 'lucide-react'

/** The colour roles of statuses; used for nothing else on the page. */
export type Role = 'success' | 'failure' | 'running' | 'pending' | 'neutral'
export type Favicon = 'default' | 'success' | 'pending' | 'error'

export interface StatusLooks {
  role: Role
  /** Each status has a shape of its own, so that colours are never needed to tell them apart. */
  icon: LucideIcon
  favicon: Favicon
  /** Its icon turns while it lasts. */
  isMoving?: boolean
}

const looks = {
  created: { role: 'neutral', icon: CircleDashed, favicon: 'default' },
  pending: { role: 'pending', icon: Clock, favicon: 'pending' },
  running: { role: 'running', icon: LoaderCircle, favicon: 'pending', isMoving: true },
  started: { role: 'running', icon: LoaderCircle, favicon: 'pending', isMoving: true },
  success: { role: 'success', icon: CircleCheck, favicon: 'success' },
  failure: { role: 'failure', icon: CircleX, favicon: 'error' },
  error: { role: 'failure', icon: CircleAlert, favicon: 'error' },
  killed: { role: 'neutral', icon: CircleStop, favicon: 'error' },
  canceled: { role: 'neutral', icon: CircleMinus, favicon: 'default' },
  skipped: { role: 'neutral', icon: SkipForward, favicon: 'default' },
  blocked: { role: 'neutral', icon: Hand, favicon: 'pending' },
  declined: { role: 'failure', icon: Ban, favicon: 'error' },
} as const satisfies Record<Status, StatusLooks>

/** A status that only a newer server knows. */
const unknown: StatusLooks = { role: 'neutral', icon: CircleHelp, favicon: 'default' }

export const isStatus = (status: string): status is Status => (statuses as readonly string[]).includes(status)

export const looksOf = (status: string): StatusLooks => (isStatus(status) ? looks[status] : unknown)

export const faviconOf = (status: string | undefined): Favicon =>
  status === undefined ? 'default' : looksOf(status).favicon

/** The class of each role, written out because the style sheet is made from the source. */
export const roleText = {
  success: 'text-success',
  failure: 'text-failure',
  running: 'text-running',
  pending: 'text-pending',
  neutral: 'text-neutral',
} as const satisfies Record<Role, string>
