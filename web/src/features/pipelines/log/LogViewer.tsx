import { FileX2, ScrollText } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { toasts } from '../../../ui/toasts.ts'
import { copyText, saveFile } from './clipboard.ts'
import { FindBar } from './FindBar.tsx'
import { FollowChip } from './FollowChip.tsx'
import { LogMessage } from './LogMessage.tsx'
import { LogRows } from './LogRows.tsx'
import { LogToolbar, type LogActions } from './LogToolbar.tsx'
import { usePreferences } from './preferences.ts'
import type { LogSourceOptions } from './protocol.ts'
import { RangeBar } from './RangeBar.tsx'
import { extendRange, type LineRange } from './ranges.ts'
import { StickyCommand } from './StickyCommand.tsx'
import { useAnnouncement } from './useAnnouncement.ts'
import { useColumns } from './useColumns.ts'
import { useFind } from './useFind.ts'
import { useJumps } from './useJumps.ts'
import { useKeys } from './useKeys.ts'
import { useLog } from './useLog.ts'
import { useSelection } from './useSelection.ts'
import { useViewport } from './useViewport.ts'

import './log.css'

interface LogViewerProps {
  source: LogSourceOptions
  /** The step may still write. */
  isRunning: boolean
  /** Name of the step. */
  step: string
  /** When it started, in Unix seconds; 0 for not yet. */
  started: number
  /** For the download; safe for any system. */
  fileName: string
  /** Lines of the address. */
  range: LineRange | undefined
  onRange: (range: LineRange | undefined) => void
  /** Asks and deletes; resolves with whether it was done. Left out for those who may not. */
  onRemove?: (() => void) | undefined
  onClose?: (() => void) | undefined
}

/** The log of one step. Everything about its lines happens in a worker; here is what can be seen of it. */
export function LogViewer({ source, isRunning, step, started, range, onRange, ...props }: LogViewerProps) {
  const t = useTranslations('log')
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [isFullscreen, setFullscreen] = useState(false)
  const [preferences, setPreferences] = usePreferences()

  const log = useLog(source, isRunning)
  const { client, snapshot } = log
  const viewport = useViewport(client, snapshot, scroller, source.streamUrl !== undefined && !range)
  const { frame, isFollowing, setFollowing, redraw, setHeight } = viewport
  const jumps = useJumps(log, viewport, range)
  const find = useFind(log, viewport)
  const refused = useCallback(
    () => toasts.show({ type: 'warn', title: t('copyFailed'), group: 'copy', duration: 6000 }),
    [t],
  )
  const letGo = useCallback(() => setFollowing(false), [setFollowing])
  const selection = useSelection(client, scroller, letGo, refused)
  const announcement = useAnnouncement(snapshot)

  const digits = Math.max(3, String((snapshot?.lastLine ?? 0) + 1).length)
  const size = useColumns(scroller, preferences.wrap, preferences.time !== 'off', digits)
  const columns = size?.columns
  const height = size?.height
  useEffect(() => {
    if (!client || columns === undefined || height === undefined) return
    void client.call('setColumns', columns)
    setHeight(height)
  }, [client, columns, height, setHeight])

  const toggleFold = useCallback(
    (line: number) => {
      void client?.call('toggleFold', line)
      redraw(line)
    },
    [client, redraw],
  )
  const chooseLine = useCallback(
    (number: number, extend: boolean) => onRange(extendRange(range, number, extend)),
    [onRange, range],
  )

  const isLive = isRunning || snapshot?.phase === 'live' || snapshot?.phase === 'reconnecting'
  const actions: LogActions = {
    find: find.open,
    stepProblem: jumps.stepProblem,
    setPreferences,
    setFollowing: (isOn) => (isOn ? viewport.showEnd() : setFollowing(false)),
    setAllFolds(isClosed) {
      setFollowing(false)
      void client?.call('setAllFolds', isClosed)
      redraw()
    },
    download: (isColoured) =>
      void client?.call('download', isColoured).then((file) => saveFile(file, props.fileName)),
    async copyAll() {
      if (!client) return
      const end = { line: Number.MAX_SAFE_INTEGER, offset: 0 }
      const isDone = await copyText(client.call('text', { line: 0, offset: 0 }, end))
      if (isDone) toasts.show({ title: t('copied'), group: 'copy' })
      else refused()
    },
    setFullscreen,
    ...(props.onRemove && { remove: props.onRemove }),
    ...(props.onClose && { close: props.onClose }),
  }
  const closeFind = () => {
    find.close()
    scroller.current?.focus()
  }
  const handleKey = useKeys({ root, actions, viewport, find, selection, isFullscreen })
  const hasLines = (snapshot?.lines ?? 0) > 0

  return (
    <section
      ref={root}
      data-theme="dark"
      aria-label={t('label', { step })}
      onKeyDown={handleKey}
      className={cx(
        'flex min-h-0 flex-1 flex-col overflow-hidden bg-log text-normal',
        isFullscreen ? 'fixed inset-0 z-30' : 'relative',
      )}
    >
      <LogToolbar
        title={step}
        snapshot={snapshot}
        isLive={isLive}
        isFollowing={isFollowing}
        isFullscreen={isFullscreen}
        preferences={preferences}
        problem={jumps.problem}
        actions={actions}
      />
      {find.isOpen && (
        <FindBar
          query={find.query}
          state={snapshot?.find}
          isTooSlow={find.isTooSlow}
          onChange={find.change}
          onStep={find.step}
          onClose={closeFind}
        />
      )}
      {snapshot?.phase === 'failed' && hasLines && (
        <p role="alert" className="flex items-center gap-2 bg-failure-soft px-3 py-1 text-strong">
          <span className="flex-1">{t('failedMore')}</span>
          <Button size="small" onClick={() => client?.call('retry')}>
            {t('retry')}
          </Button>
        </p>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        {frame && <StickyCommand frame={frame} onShow={jumps.showLine} />}
        <div
          ref={scroller}
          {...(hasLines && { role: 'table', 'aria-rowcount': snapshot?.lines })}
          aria-label={t('label', { step })}
          // Scrolling and its keys need the focus.
          tabIndex={0}
          className={cx('log-scroller', !hasLines && 'hidden')}
          style={{ '--log-digits': digits } as object}
          onScroll={() => {
            viewport.handleScroll()
            jumps.letGo()
          }}
          onWheel={(event) => event.deltaY < 0 && letGo()}
          onPointerDown={selection.clearAll}
          onCopy={selection.handleCopy}
        >
          {frame && (
            <LogRows
              frame={frame}
              pinned={selection.ends}
              range={range}
              time={preferences.time}
              started={started}
              width={preferences.wrap ? undefined : `calc(${(snapshot?.widest ?? 0) + digits + 12}ch + 4rem)`}
              isAllSelected={selection.isAll}
              onNumber={chooseLine}
              onToggle={toggleFold}
            />
          )}
        </div>
        {!hasLines && <Nothing log={log} isRunning={isRunning} started={started} />}
        {isLive && snapshot && hasLines && (
          <FollowChip snapshot={snapshot} isFollowing={isFollowing} onFollow={viewport.showEnd} />
        )}
        {range && client && (
          <RangeBar range={range} client={client} step={step} onClear={() => onRange(undefined)} />
        )}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  )
}

interface NothingProps {
  log: ReturnType<typeof useLog>
  isRunning: boolean
  started: number
}

/** Why there are no lines, or none yet. */
function Nothing({ log, isRunning, started }: NothingProps) {
  const t = useTranslations('log')
  const { client, snapshot, isBroken, restart } = log
  if (isBroken || snapshot?.phase === 'failed') {
    const { status = 0, message = '' } = snapshot?.failure ?? {}
    const reason = status === 0 ? t('failedUnreachable') : message
    return (
      <LogMessage
        icon={FileX2}
        title={t('failedTitle')}
        action={<Button onClick={() => (isBroken ? restart() : client?.call('retry'))}>{t('retry')}</Button>}
      >
        {isBroken ? t('brokenText') : reason}
      </LogMessage>
    )
  }
  if (snapshot?.phase === 'complete')
    return (
      <LogMessage icon={ScrollText} title={t('empty')}>
        {t('emptyDeleted')}
      </LogMessage>
    )
  if (snapshot?.phase === 'reconnecting') return <LogMessage title={t('reconnecting')} />
  if (isRunning && started <= 0) return <LogMessage title={t('pending')}>{t('pendingText')}</LogMessage>
  return <LogMessage title={t(isRunning ? 'waiting' : 'loading')} />
}
