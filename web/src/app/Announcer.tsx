import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Pages name themselves when their data is there; by then most have. */
const settled = 400

/**
 * Does after a change of page what browsers do after a page load: tells screen readers where they are, and takes the
 * focus to the page when it was left behind. Steps inside a page (a tab, a step of a pipeline) keep it.
 */
export function Announcer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      const main = document.querySelector<HTMLElement>('main')
      const { activeElement } = document
      const isInside = activeElement !== null && main !== null && main.contains(activeElement)
      if (!isInside) main?.focus({ preventScroll: true })
      clearTimeout(timer)
      timer = setTimeout(() => setTitle(document.title), settled)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [router])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
