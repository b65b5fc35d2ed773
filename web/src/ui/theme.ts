import { useSyncExternalStore } from 'react'

import { stored } from './stored.ts'

export const themeModes = ['auto', 'light', 'dark'] as const
export type ThemeMode = (typeof themeModes)[number]

/** Also of the browser's own frame on phones. */
const frameColours = { light: '#369943', dark: '#2A2E3A' } as const

/** The person's choice; `auto` follows the system. */
export const themeMode = stored<ThemeMode>(
  'yaffle:theme',
  (text) => themeModes.find((mode) => mode === text) ?? 'auto',
)

const system = globalThis.matchMedia('(prefers-color-scheme: dark)')

function shownTheme(): 'light' | 'dark' {
  const mode = themeMode.get()
  if (mode === 'auto') return system.matches ? 'dark' : 'light'
  return mode
}

function subscribe(listener: () => void) {
  const unsubscribe = themeMode.subscribe(listener)
  system.addEventListener('change', listener)
  return () => {
    unsubscribe()
    system.removeEventListener('change', listener)
  }
}

/** What is shown, whatever was chosen. */
export const useShownTheme = () => useSyncExternalStore(subscribe, shownTheme)

/** Keeps the page in the chosen theme from now on. */
export function startTheme(root: HTMLElement) {
  const apply = () => {
    const theme = shownTheme()
    root.dataset['theme'] = theme
    root.classList.toggle('dark', theme === 'dark')
    root.classList.toggle('light', theme === 'light')
    root.ownerDocument.querySelector('meta[name="theme-color"]')?.setAttribute('content', frameColours[theme])
  }
  apply()
  return subscribe(apply)
}
