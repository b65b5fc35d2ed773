/** Whoever removes something may put the focus elsewhere first; a dialog gives it back a moment after it has closed. */
const patience = 150

/**
 * Gives the focus to the content of the page when what had it is gone, such as the button of a thing that was deleted:
 * who cannot see the page would else be nowhere. Answers with how to stop.
 */
export function keepFocus(root: Document): () => void {
  let last: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const isLost = () => last !== null && !last.isConnected && root.activeElement === root.body

  const note = () => {
    last = root.activeElement
  }
  const observer = new MutationObserver(() => {
    if (timer !== undefined || !isLost()) return
    timer = setTimeout(() => {
      timer = undefined
      if (isLost()) root.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    }, patience)
  })
  root.addEventListener('focusin', note)
  observer.observe(root.body, { subtree: true, childList: true })

  return () => {
    clearTimeout(timer)
    observer.disconnect()
    root.removeEventListener('focusin', note)
  }
}
