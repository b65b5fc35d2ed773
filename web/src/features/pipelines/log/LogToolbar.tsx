import {
  ArrowDownToLine,
  Check,
  ChevronDown,
  ChevronUp,
  ChevronsDownUp,
  ChevronsUpDown,
  CircleX,
  Copy,
  Download,
  Ellipsis,
  Maximize,
  Minimize,
  Search,
  Trash2,
  TriangleAlert,
  WrapText,
} from 'lucide-react'
import { useTranslations } from 'use-intl'

import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/Menu.tsx'
import type { Severity } from './errors.ts'
import { LogBar } from './LogBar.tsx'
import type { Preferences, TimeColumn } from './preferences.ts'
import type { Snapshot } from './protocol.ts'
import type { ProblemPlace } from './useJumps.ts'

export interface LogActions {
  find: () => void
  stepProblem: (severity: Severity, direction: 1 | -1) => void
  setPreferences: (change: Partial<Preferences>) => void
  setFollowing: (isFollowing: boolean) => void
  setAllFolds: (isClosed: boolean) => void
  download: (isColoured: boolean) => void
  copyAll: () => void
  setFullscreen: (isFullscreen: boolean) => void
  /** Only for those who may. */
  remove?: () => void
  /** Where the log covers the list of steps: back to it. */
  close?: () => void
}

interface LogToolbarProps {
  title: string
  snapshot: Snapshot | undefined
  isLive: boolean
  isFollowing: boolean
  isFullscreen: boolean
  preferences: Preferences
  problem: ProblemPlace | undefined
  actions: LogActions
}

/** What can be done with a log. On narrow screens all but the most used moves into the menu. */
export function LogToolbar(props: LogToolbarProps) {
  const { title, snapshot, isLive, isFollowing, isFullscreen, preferences, problem, actions } = props
  const t = useTranslations('log')

  return (
    <LogBar title={title} onClose={actions.close}>
      <Connection snapshot={snapshot} isLive={isLive} />
      {snapshot && <Problems snapshot={snapshot} problem={problem} onStep={actions.stepProblem} />}
      <IconButton icon={Search} label={t('find')} onClick={actions.find} />
      {isLive && (
        <IconButton
          icon={ArrowDownToLine}
          label={t('follow')}
          isPressed={isFollowing}
          onClick={() => actions.setFollowing(!isFollowing)}
        />
      )}
      <IconButton
        icon={WrapText}
        label={t('wrap')}
        isPressed={preferences.wrap}
        onClick={() => actions.setPreferences({ wrap: !preferences.wrap })}
        className="max-sm:hidden"
      />
      <MoreMenu snapshot={snapshot} preferences={preferences} actions={actions} />
      <IconButton
        icon={isFullscreen ? Minimize : Maximize}
        label={t(isFullscreen ? 'leaveFullscreen' : 'fullscreen')}
        onClick={() => actions.setFullscreen(!isFullscreen)}
        className="max-sm:hidden"
      />
    </LogBar>
  )
}

const times = { off: 'timeOff', step: 'timeStep', clock: 'timeClock' } as const satisfies Record<
  TimeColumn,
  string
>

function MoreMenu({
  snapshot,
  preferences,
  actions,
}: Pick<LogToolbarProps, 'snapshot' | 'preferences' | 'actions'>) {
  const t = useTranslations('log')
  const check = (isOn: boolean) => <Icon icon={Check} size="small" className={cx(!isOn && 'invisible')} />

  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t('more')} />}>
      <MenuItem onSelect={() => actions.setPreferences({ wrap: !preferences.wrap })}>
        {check(preferences.wrap)}
        {t('wrap')}
      </MenuItem>
      <MenuSeparator />
      {Object.entries(times).map(([column, key]) => (
        <MenuItem key={column} onSelect={() => actions.setPreferences({ time: column as TimeColumn })}>
          {check(preferences.time === column)}
          {t(key)}
        </MenuItem>
      ))}
      {(snapshot?.folds ?? 0) > 0 && (
        <>
          <MenuSeparator />
          <MenuItem icon={ChevronsUpDown} onSelect={() => actions.setAllFolds(false)}>
            {t('expandAll')}
          </MenuItem>
          <MenuItem icon={ChevronsDownUp} onSelect={() => actions.setAllFolds(true)}>
            {t('collapseAll')}
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={Copy} onSelect={actions.copyAll}>
        {t('copyAll')}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => actions.download(false)}>
        {t('downloadPlain')}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => actions.download(true)}>
        {t('downloadColoured')}
      </MenuItem>
      {actions.remove && (
        <>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDangerous onSelect={actions.remove}>
            {t('remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function Connection({ snapshot, isLive }: { snapshot: Snapshot | undefined; isLive: boolean }) {
  const t = useTranslations('log')
  if (!isLive || !snapshot) return null
  const { phase } = snapshot
  if (phase !== 'live' && phase !== 'connecting' && phase !== 'reconnecting') return null
  const isLost = phase === 'reconnecting'
  return (
    <span className={cx('flex items-center gap-1.5 px-2 text-meta', isLost ? 'text-pending' : 'text-muted')}>
      <span
        aria-hidden
        className={cx(
          'size-2 rounded-full forced-colors:bg-[CanvasText]',
          isLost ? 'bg-pending' : 'animate-breathe bg-running',
        )}
      />
      {t(phase)}
    </span>
  )
}

interface ProblemsProps {
  snapshot: Snapshot
  problem: ProblemPlace | undefined
  onStep: LogActions['stepProblem']
}

function Problems({ snapshot, problem, onStep }: ProblemsProps) {
  const t = useTranslations('log')
  const { errors, warnings } = snapshot
  const current: Severity = problem?.severity ?? (errors > 0 ? 'error' : 'warning')
  if (errors + warnings === 0) return null
  const count = current === 'error' ? errors : warnings
  const name = current === 'error' ? 'Error' : 'Warning'

  return (
    <span className="flex items-center">
      {errors > 0 && <ProblemCount severity="error" count={errors} onStep={onStep} />}
      {warnings > 0 && <ProblemCount severity="warning" count={warnings} onStep={onStep} />}
      {problem && (
        <span className="tabular px-1 text-meta text-muted">
          {t('problemOf', { current: problem.ordinal + 1, count })}
        </span>
      )}
      <IconButton
        icon={ChevronUp}
        size="small"
        label={t(`previous${name}`)}
        onClick={() => onStep(current, -1)}
        className="max-sm:hidden"
      />
      <IconButton
        icon={ChevronDown}
        size="small"
        label={t(`next${name}`)}
        onClick={() => onStep(current, 1)}
      />
    </span>
  )
}

function ProblemCount({
  severity,
  count,
  onStep,
}: {
  severity: Severity
  count: number
  onStep: ProblemsProps['onStep']
}) {
  const t = useTranslations('log')
  const isError = severity === 'error'
  return (
    <button
      type="button"
      onClick={() => onStep(severity, 1)}
      className={cx(
        'tabular inline-flex h-7 items-center gap-1 rounded-md px-1.5 text-meta hover:bg-hover max-sm:h-11',
        isError ? 'text-failure' : 'text-pending',
      )}
      aria-label={t(isError ? 'errors' : 'warnings', { count })}
      data-tooltip={t(isError ? 'nextError' : 'nextWarning')}
    >
      <Icon icon={isError ? CircleX : TriangleAlert} size="small" />
      {count}
    </button>
  )
}
