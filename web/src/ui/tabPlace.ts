import { createContext } from 'react'
import type { ReactElement, ReactNode } from 'react'

/** How the tabs inside are drawn where they are not in their row. */
export const TabPlace = createContext<((link: ReactElement) => ReactNode) | undefined>(undefined)

/** The looks of a tab in the row. */
export const tabClass =
  'inline-flex h-9 items-center gap-1.5 rounded-t-md border-b-2 border-transparent px-2.5 whitespace-nowrap text-muted transition-colors hover:text-strong focus-visible:-outline-offset-2 max-sm:h-11 forced-colors:border-[Canvas]'
