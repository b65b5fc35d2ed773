import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'

import { lazyScreen } from './lazyScreen.ts'
import { isMissingCode } from './missingCode.ts'
import { toasts } from './toasts.ts'

/**
 * A `lazyScreen` for what lies over or beside a page. Where its code cannot be fetched, or it breaks, only it goes (and
 * closes, where it can), and a notification says so; the page stays with all that was typed. Drawn anew, it is fetched
 * anew.
 */
export function lazyPart<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  const Screen = lazyScreen(load)

  return function Part(props: Props & { onClose?: () => void }) {
    const t = useTranslations()
    // Only once, however often it waits: what fails again would else be asked for again and again.
    useState(Screen.forgetFailure)
    const giveUp = (error: unknown) => {
      props.onClose?.()
      const isMissing = isMissingCode(error)
      // Whoever listens for missing code has said so already; without a network they cannot tell what was asked for.
      if (isMissing && navigator.onLine) return
      const text = isMissing ? t('errors.offline') : String(error)
      toasts.show({ type: 'error', group: 'part', title: t('app.updatedTitle'), text })
    }
    return (
      <CatchBoundary getResetKey={noReset} errorComponent={Nothing} onCatch={giveUp}>
        <Suspense>
          <Screen {...props} />
        </Suspense>
      </CatchBoundary>
    )
  }
}

const noReset = () => 0
const Nothing = () => null
