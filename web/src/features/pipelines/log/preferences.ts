import { useState } from 'react'

import { stored } from '../../../ui/stored.ts'

/** Whether a running log is followed to its end when it is opened; letting go of one log does not change it. */
export const doesFollowLogs = stored('yaffle:log-auto-scroll', (text) => text !== 'false')

export type TimeColumn = 'off' | 'step' | 'clock'

export interface Preferences {
  wrap: boolean
  time: TimeColumn
}

const storageKey = 'yaffle:log'
const defaults: Preferences = { wrap: true, time: 'off' }

function read(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<
      Record<keyof Preferences, unknown>
    >
    return {
      wrap: typeof stored.wrap === 'boolean' ? stored.wrap : defaults.wrap,
      time: stored.time === 'step' || stored.time === 'clock' ? stored.time : 'off',
    }
  } catch {
    return defaults
  }
}

/** How the reader likes logs, remembered by the browser. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const [preferences, set] = useState(read)
  const change = (part: Partial<Preferences>) => {
    const next = { ...preferences, ...part }
    set(next)
    try {
      localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // Storage may be full or blocked; the choice then lasts as long as the page.
    }
  }
  return [preferences, change]
}
