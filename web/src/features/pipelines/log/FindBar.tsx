import { CaseSensitive, ChevronDown, ChevronUp, Regex, X } from 'lucide-react'
import { useEffect, type RefObject } from 'react'
import { useTranslations } from 'use-intl'

import { controlClass } from '../../../ui/controlClass.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { FindQuery } from './find.ts'
import type { FindState } from './protocol.ts'

interface FindBarProps {
  input: RefObject<HTMLInputElement | null>
  query: FindQuery
  state: FindState | undefined
  isTooSlow: boolean
  onChange: (query: FindQuery) => void
  onStep: (direction: 1 | -1) => void
  onClose: () => void
}

/** Searching in the whole log. Enter goes to the next hit, with Shift to the one before, Escape closes. */
export function FindBar({ input, query, state, isTooSlow, onChange, onStep, onClose }: FindBarProps) {
  const t = useTranslations('log')

  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [input])

  return (
    <search
      className="flex flex-wrap items-center gap-1 border-b border-border bg-panel px-2 py-1"
      aria-label={t('find')}
    >
      <input
        ref={input}
        type="text"
        value={query.text}
        placeholder={t('findPlaceholder')}
        aria-label={t('find')}
        aria-invalid={state?.isInvalid || undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...query, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            onStep(event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          }
        }}
        className={controlClass('!w-auto min-w-32 flex-1 font-mono')}
      />
      <span role="status" className="tabular min-w-24 px-2 text-meta text-muted">
        {isTooSlow ? t('findTooSlow') : <FindCount state={state} />}
      </span>
      <IconButton
        icon={CaseSensitive}
        size="small"
        label={t('caseSensitive')}
        isPressed={query.isCaseSensitive}
        onClick={() => onChange({ ...query, isCaseSensitive: !query.isCaseSensitive })}
      />
      <IconButton
        icon={Regex}
        size="small"
        label={t('regex')}
        isPressed={query.isRegex}
        onClick={() => onChange({ ...query, isRegex: !query.isRegex })}
      />
      <IconButton icon={ChevronUp} size="small" label={t('previous')} onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} size="small" label={t('next')} onClick={() => onStep(1)} />
      <IconButton icon={X} size="small" label={t('closeFind')} onClick={onClose} />
    </search>
  )
}

function FindCount({ state }: { state: FindState | undefined }) {
  const t = useTranslations('log')
  if (!state || state.query.text === '') return null
  if (state.isInvalid) return t('findInvalid')
  if (state.hits === 0) return t(state.isDone ? 'findNone' : 'findSearching')
  return t(state.isCapped ? 'findOfMore' : 'findOf', { current: state.current + 1, count: state.hits })
}
