import { useEffect, useState } from 'react'

import type { CodeToken } from './codeLines.ts'

const none: readonly CodeToken[] = []

/** What the parts of a YAML text are; nothing until that is known, and where it cannot be. */
export function useTokens(text: string, isWanted: boolean): readonly CodeToken[] {
  const [known, setKnown] = useState({ text, tokens: none })

  useEffect(() => {
    if (!isWanted) return
    const leaving = new AbortController()
    const load = async () => {
      const { yamlTokens } = await import('./yamlTokens.ts')
      const tokens = await yamlTokens(text, leaving.signal)
      if (tokens && !leaving.signal.aborted) setKnown({ text, tokens })
    }
    // Without the code for colours the text is as good as it was.
    load().catch(() => undefined)
    return () => leaving.abort()
  }, [text, isWanted])

  return known.text === text ? known.tokens : none
}
