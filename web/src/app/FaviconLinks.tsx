import { useEffect } from 'react'

import { useShownFavicon } from '../domain/favicon.ts'
import { serverPaths } from '../paths.ts'
import { useShownTheme } from '../ui/theme.ts'

/** Keeps the tab's icon in the page's theme and in the state that a page asked for. */
export function FaviconLinks() {
  const status = useShownFavicon()
  const theme = useShownTheme()

  useEffect(() => {
    for (const type of ['svg', 'png'] as const) {
      document
        .querySelector(`link#favicon-${type}`)
        ?.setAttribute('href', serverPaths.favicon(theme, status, type))
    }
  }, [status, theme])
  return null
}
