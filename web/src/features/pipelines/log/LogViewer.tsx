import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { toasts } from '../../../ui/toasts.ts'
import { copyText, saveFile } from './clipboard.ts'
import { FindBar } from './FindBar.tsx'
import { FollowChip } from './FollowChip.tsx'
import { LogSession } from './logSession.ts'
import { LogSurface } from './LogSurface.tsx'
import { LogToolbar, type LogActions } from './LogToolbar.tsx'
import { NoLines } from './NoLines.tsx'
import { doesFollowLogs, usePreferences } from './preferences.ts'
import type { LogSourceOptions } from './protocol.ts'
import { RangeBar } from './RangeBar.tsx'
import { extendRange, type LineRange } from './ranges.ts'
import { useAnnouncement } from './useAnnouncement.ts'
import { useColumns } from './useColumns.ts'
import { useFind } from './useFind.ts'
import { useJumps } from './useJumps.ts'
import { useKeys } from './useKeys.ts'
import { textOf, useSelection, wholeLog } from './useSelection.ts'
import { Viewport } from './viewport.ts'

interface LogViewerProps {
  /** Read once; another log needs another viewer. */
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
  /** Asks and deletes. Left out for those who may not. */
  onRemove?: (() => void) | undefined
  onClose?: (() => void) | undefined
}

/** The log of one step. Everything about its lines happens in a worker; here is what can be seen of it. */
export function LogViewer({ source, isRunning, step, started, range, onRange, ...props }: LogViewerProps) {
  const t = useTranslations('log')
  const root = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [session] = useState(() => new LogSession(source))
  const [viewport] = useState(() => {
    const isFollowing = source.streamUrl !== undefined && !range && doesFollowLogs.get()
    return new Viewport(session, isFollowing, doesFollowLogs.get)
  })
  const [isFullscreen, setFullscreen] = useState(false)
  const [preferences, setPreferences] = usePreferences()
  const { snapshot, isBroken } = useSyncExternalStore(session.subscribe, session.read)
  const isFollowing = useSyncExternalStore(viewport.subscribe, () => viewport.read().isFollowing)

  useEffect(() => {
    session.start()
    return () => session.stop()
  }, [session])
  useEffect(() => {
    if (!isRunning) session.finish()
  }, [session, isRunning])
  useEffect(() => {
    if (snapshot) viewport.refresh(snapshot.version)
  }, [viewport, snapshot])

  const digits = Math.max(3, String((snapshot?.lastLine ?? 0) + 1).length)
  const { columns, height } = useColumns(scroller, preferences.wrap, preferences.time !== 'off', digits)
  useEffect(() => {
    if (columns === 0) return
    session.setColumns(columns)
    viewport.setHeight(height)
  }, [session, viewport, columns, height])

  const jumps = useJumps(session, snapshot, viewport, range)
  const find = useFind(session, snapshot, viewport)
  const refused = () => toasts.show({ type: 'warn', title: t('copyFailed'), group: 'copy', duration: 6000 })
  const selection = useSelection(session, viewport, scroller, refused)
  const announcement = useAnnouncement(snapshot)

  const toggleFold = useCallback(
    (line: number) => {
      session.send('toggleFold', line)
      viewport.redraw(line)
    },
    [session, viewport],
  )
  const chooseLine = useCallback(
    (number: number, extend: boolean) => onRange(extendRange(range, number, extend)),
    [onRange, range],
  )
  const copyAll = async () => {
    if (await copyText(textOf(session, wholeLog))) toasts.show({ title: t('copied'), group: 'copy' })
    else refused()
  }
  const download = async (isColoured: boolean) => {
    const file = await session.call('download', isColoured)
    if (file) saveFile(file, props.fileName)
  }
  const actions: LogActions = {
    find: find.open,
    stepProblem: jumps.stepProblem,
    setPreferences,
    setFollowing(isOn) {
      doesFollowLogs.set(isOn)
      if (isOn) viewport.showEnd()
      else viewport.setFollowing(false)
    },
    setAllFolds(isClosed) {
      viewport.setFollowing(false)
      session.send('setAllFolds', isClosed)
      viewport.redraw()
    },
    download: (isColoured) => void download(isColoured),
    copyAll: () => void copyAll(),
    setFullscreen,
    ...(props.onRemove && { remove: props.onRemove }),
    ...(props.onClose && { close: props.onClose }),
  }
  useKeys(root, { actions, viewport, find, selection, isFullscreen })

  const hasLines = (snapshot?.lines ?? 0) > 0
  const isLive = isRunning || snapshot?.phase === 'live' || snapshot?.phase === 'reconnecting'

  return (
    <section
      ref={root}
      data-theme="dark"
      aria-label={t('label', { step })}
      className={cx(
        'flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-log text-normal',
        isFullscreen ? 'fixed inset-0 z-30' : 'relative',
      )}
      onCopy={selection.handleCopy}
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
          input={find.input}
          query={find.query}
          state={snapshot?.find}
          isTooSlow={find.isTooSlow}
          onChange={find.change}
          onStep={find.step}
          onClose={() => {
            find.close()
            scroller.current?.focus()
          }}
        />
      )}
      {snapshot?.phase === 'failed' && hasLines && (
        <p role="alert" className="flex items-center gap-2 bg-failure-soft px-3 py-1 text-strong">
          <span className="flex-1">{t('failedMore')}</span>
          <Button size="small" onClick={() => session.send('retry')}>
            {t('retry')}
          </Button>
        </p>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <LogSurface
          viewport={viewport}
          scroller={scroller}
          label={t('label', { step })}
          lines={snapshot?.lines ?? 0}
          digits={digits}
          widest={preferences.wrap ? undefined : snapshot?.widest}
          selection={selection}
          range={range}
          time={preferences.time}
          started={started}
          onScroll={jumps.letGo}
          onShow={jumps.showLine}
          onNumber={chooseLine}
          onToggle={toggleFold}
        />
        {!hasLines && (
          <NoLines
            snapshot={snapshot}
            isRunning={isRunning}
            hasStarted={started > 0}
            isBroken={isBroken}
            onRetry={() => (isBroken ? session.restart() : session.send('retry'))}
          />
        )}
        {isLive && snapshot && hasLines && (
          <FollowChip snapshot={snapshot} isFollowing={isFollowing} onFollow={() => viewport.showEnd()} />
        )}
        {range && hasLines && (
          <RangeBar range={range} session={session} step={step} onClear={() => onRange(undefined)} />
        )}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  )
}
