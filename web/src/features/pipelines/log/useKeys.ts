import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

import type { LogActions } from './LogToolbar.tsx'
import { rowHeight } from './metrics.ts'
import type { Find } from './useFind.ts'
import type { Viewport } from './useViewport.ts'

interface Keys {
  root: RefObject<HTMLElement | null>
  actions: LogActions
  viewport: Viewport
  find: Find
  selection: { selectAll: () => void; clearAll: () => void }
  isFullscreen: boolean
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

const isFindKey = (event: {
  key: string
  metaKey: boolean
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
}) => event.key.toLowerCase() === 'f' && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey

/**
 * Keys of the viewer. The browser's own search sees only the rows that are drawn, so its key opens ours while the
 * focus is in the viewer, or nowhere; pressed again in our search box, it is the browser's again.
 */
export function useKeys(keys: Keys): (event: KeyboardEvent) => void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })

  useEffect(() => {
    const handle = (event: globalThis.KeyboardEvent) => {
      const { root, actions, find, isFullscreen } = latest.current
      const isOurs = event.target === document.body || root.current?.contains(event.target as Node)
      if (!isOurs || event.defaultPrevented) return
      if (isFindKey(event) && !(find.isOpen && event.target instanceof HTMLInputElement)) {
        event.preventDefault()
        actions.find()
      } else if (event.key === 'Escape' && isFullscreen) actions.setFullscreen(false)
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])

  return (event) => {
    if (isTyping(event.target) || event.altKey) return
    const isDone = event.metaKey || event.ctrlKey ? withControl(keys, event) : plain(keys, event)
    if (isDone) event.preventDefault()
  }
}

function withControl({ selection, actions }: Keys, { key }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'a') selection.selectAll()
  else if (key === 'End') actions.setFollowing(true)
  else return false
  return true
}

function plain(
  { actions, viewport, selection, find }: Keys,
  { key, shiftKey, target }: KeyboardEvent,
): boolean {
  const page = Math.max(1, Math.floor((viewport.frame?.map.view ?? 0) / rowHeight) - 2)
  const isOnControl = target instanceof HTMLElement && target.matches('button, a')
  switch (key) {
    case 'n':
    case 'p':
      actions.stepProblem('error', key === 'n' ? 1 : -1)
      return true
    case 'f':
      actions.find()
      return true
    case 'F3':
      find.step(shiftKey ? -1 : 1)
      return find.isOpen
    case 'Home':
      viewport.showTop()
      return true
    case 'End':
      viewport.showEnd()
      return true
    case 'PageDown':
      viewport.scrollRows(page)
      return true
    case 'PageUp':
      viewport.setFollowing(false)
      viewport.scrollRows(-page)
      return true
    case ' ':
      if (isOnControl) return false
      viewport.scrollRows(shiftKey ? -page : page)
      return true
    case 'Escape':
      selection.clearAll()
      return false
    default:
      return false
  }
}
