import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** A title that has stayed for so long is the page's own; some have one at first and a better one with their data. */
const settled = 400

/**
 * Does after a change of page what browsers do after a page load: tells screen readers where they are, as soon as the
 * page names itself, and takes the focus to the page when it was left behind. Steps inside a page (a tab, a step of a
 * pipeline) keep it.
 */
export function Announcer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    /** The title of the page that was left, until the new one has been told. */
    let left: string | undefined
    const tellSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (left === undefined || left === document.title) return
        left = undefined
        setTitle(document.title)
      }, settled)
    }
    const titles = new MutationObserver(tellSoon)
    titles.observe(document.head, { subtree: true, childList: true, characterData: true })

    const ends = [
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) left = document.title
      }),
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        const main = document.querySelector<HTMLElement>('main')
        const { activeElement } = document
        const isInside = activeElement !== null && main !== null && main.contains(activeElement)
        if (!isInside) main?.focus({ preventScroll: true })
        tellSoon()
      }),
    ]
    return () => {
      clearTimeout(timer)
      titles.disconnect()
      for (const end of ends) end()
    }
  }, [router])

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
