/**
 * One tooltip for the whole page: whatever has `data-tooltip` shows it while hovered or focused. One element and a
 * few listeners instead of a component per control, so that rows of a long list cost nothing. The text only adds to
 * a name that the control has anyway; it is tied to it by `aria-describedby` while shown.
 *
 * Escape, scrolling, pressing and another size of the window dismiss it; the pointer may move onto it (WCAG 1.4.13).
 */
export function startTooltips(root: Document): () => void {
  const box = root.createElement('div')
  box.id = 'tooltip'
  box.role = 'tooltip'
  box.hidden = true
  box.className =
    'fixed z-50 max-w-sm rounded-sm border border-border bg-raised px-2 py-1 text-meta break-words whitespace-pre-line text-strong shadow-float'
  root.body.append(box)

  let owner: Element | undefined
  let timer = 0

  const hide = () => {
    clearTimeout(timer)
    owner?.removeAttribute('aria-describedby')
    owner = undefined
    box.hidden = true
  }

  const show = (target: Element) => {
    const text = target.getAttribute('data-tooltip')
    if (!text || !target.isConnected) return
    hide()
    owner = target
    box.textContent = text
    box.hidden = false
    if (target.getAttribute('aria-label') !== text && !target.hasAttribute('aria-describedby')) {
      target.setAttribute('aria-describedby', box.id)
    }
    place(box, target.getBoundingClientRect(), root.documentElement)
  }

  const later = (action: () => void, milliseconds: number) => {
    clearTimeout(timer)
    timer = window.setTimeout(action, milliseconds)
  }

  const handleOver = (event: Event) => {
    if (!(event.target instanceof Element)) return
    if (box.contains(event.target)) return clearTimeout(timer)
    const target = event.target.closest('[data-tooltip]')
    if (target === owner) clearTimeout(timer)
    else if (target) later(() => show(target), owner ? 60 : 450)
    else if (owner) later(hide, 120)
    else clearTimeout(timer)
  }

  const handleFocus = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest('[data-tooltip]') : null
    if (target?.matches(':focus-visible')) show(target)
    else hide()
  }

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }

  const listeners: [string, EventListener][] = [
    ['pointerover', handleOver],
    ['pointerdown', hide],
    ['focusin', handleFocus],
    ['focusout', hide],
    ['scroll', hide],
    ['keydown', handleKey as EventListener],
  ]
  for (const [name, listener] of listeners)
    root.addEventListener(name, listener, { capture: true, passive: true })
  root.defaultView?.addEventListener('resize', hide)

  return () => {
    hide()
    box.remove()
    for (const [name, listener] of listeners) root.removeEventListener(name, listener, { capture: true })
    root.defaultView?.removeEventListener('resize', hide)
  }
}

/** Above the control, or below it where there is no room; inside the window in any case. */
function place(box: HTMLElement, target: DOMRect, view: { clientWidth: number }) {
  const gap = 6
  const edge = 8
  const { width, height } = box.getBoundingClientRect()
  const top = target.top - height - gap
  const left = target.left + (target.width - width) / 2
  box.style.top = `${top >= edge ? top : target.bottom + gap}px`
  box.style.left = `${Math.max(edge, Math.min(left, view.clientWidth - width - edge))}px`
}
