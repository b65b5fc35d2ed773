import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { config } from '../../config.ts'
import { paths } from '../../paths.ts'
import { isInDialog, isTyping } from '../../ui/keyTargets.ts'
import { screens } from '../screens.ts'
import { createKeyReader } from './keys.ts'
import type { Shortcut } from './keys.ts'
import { paletteRequests } from './paletteRequests.ts'

/** Listens for the keys that work everywhere, and shows what they open. */
export function Shortcuts() {
  const navigate = useNavigate()
  const [shown, setShown] = useState<'palette' | 'help'>()

  useEffect(() => paletteRequests.subscribe(() => setShown('palette')), [])

  useEffect(() => {
    const readKey = createKeyReader()
    const actions = {
      palette: () => setShown('palette'),
      help: () => setShown('help'),
      filter: () => document.querySelector<HTMLInputElement>('[data-page-filter]')?.focus(),
      repos: () => void navigate(paths.repos()),
      user: () => void navigate(paths.user()),
      admin: () => config.user?.admin && void navigate(paths.admin()),
    } satisfies Record<Shortcut, () => unknown>

    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isInDialog(event.target)) return
      const shortcut = readKey(event, isTyping(event.target), event.timeStamp)
      if (!shortcut) return
      event.preventDefault()
      actions[shortcut]()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [navigate])

  const close = () => setShown(undefined)
  return (
    <>
      {shown === 'palette' && <screens.palette onClose={close} />}
      {shown === 'help' && <screens.shortcutHelp onClose={close} />}
    </>
  )
}
