import { useEffect, useRef, type RefObject } from 'react'

import type { LogActions } from './LogToolbar.tsx'
import type { Find } from './useFind.ts'
import type { Viewport } from './viewport.ts'

interface Keys {
  actions: LogActions
  viewport: Viewport
  find: Find
  selection: { selectAll: () => void; clearAll: () => void }
  isFullscreen: boolean
}

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/**
 * Keys of the viewer. The browser's own search sees only the rows that are drawn, so its key opens ours while the
 * focus is in the viewer, or nowhere; pressed again in our search box, it is the browser's again.
 */
export function useKeys(root: RefObject<HTMLElement | null>, keys: Keys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || event.altKey || !(target instanceof Element)) return
      const isInside = root.current?.contains(target)
      // The focus is in `main` as a whole after a change of page. A log that cannot be seen takes nothing.
      if (!isInside && !(target.matches('body, main') && root.current?.checkVisibility())) return
      if (handles(latest.current, event, Boolean(isInside))) event.preventDefault()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [root])
}

function handles(keys: Keys, event: KeyboardEvent, isInside: boolean): boolean {
  const { actions, isFullscreen } = keys
  const hasControl = event.metaKey || event.ctrlKey
  if (hasControl && !event.shiftKey && event.key.toLowerCase() === 'f') {
    if (isTyping(event.target)) return false
    actions.find()
    return true
  }
  if (event.key === 'Escape' && isFullscreen) {
    actions.setFullscreen(false)
    return true
  }
  if (!isInside || isTyping(event.target)) return false
  return hasControl ? withControl(keys, event) : plain(keys, event)
}

function withControl({ selection, viewport }: Keys, { key }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'a') selection.selectAll()
  else if (key === 'End') viewport.showEnd()
  else if (key === 'Home') viewport.showTop()
  else return false
  return true
}

function plain({ actions, viewport, selection, find }: Keys, event: KeyboardEvent): boolean {
  const isOnControl = event.target instanceof HTMLElement && event.target.matches('button, a')
  switch (event.key) {
    case 'n':
    case 'p':
      actions.stepProblem('error', event.key === 'n' ? 1 : -1)
      return true
    case 'f':
      actions.find()
      return true
    case 'F3':
      find.step(event.shiftKey ? -1 : 1)
      return find.isOpen
    case 'Home':
      viewport.showTop()
      return true
    case 'End':
      viewport.showEnd()
      return true
    case 'PageDown':
    case 'PageUp':
      viewport.scrollPages(event.key === 'PageDown' ? 1 : -1)
      return true
    case ' ':
      if (isOnControl) return false
      viewport.scrollPages(event.shiftKey ? -1 : 1)
      return true
    case 'Escape':
      selection.clearAll()
      return false
    default:
      return false
  }
}
