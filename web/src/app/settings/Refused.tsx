import type { ReactNode } from 'react'

import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { useTitle } from '../../ui/useTitle.ts'

interface RefusedProps {
  /** Of the tab, from the particular to the general. Pages that are drawn name themselves; this stands in their place. */
  named: readonly (string | undefined)[]
  /** Of the settings area. */
  title: ReactNode
  reason: string
  /** Where to go instead. */
  way: ReactNode
  children: ReactNode
}

/** In place of a settings area that is not for the caller: why, and where to go. Nothing below it is asked or drawn. */
export function Refused({ named, title, reason, way, children }: RefusedProps) {
  useTitle(...named)
  return (
    <Page title={title}>
      <EmptyState title={reason} action={way}>
        {children}
      </EmptyState>
    </Page>
  )
}
