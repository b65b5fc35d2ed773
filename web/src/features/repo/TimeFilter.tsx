import { useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'

import { FilterSelect } from '../../domain/FilterSelect.tsx'
import { MomentField } from './MomentField.tsx'
import { addressOf, fieldsOf, firstFields, spans, type TimeChoice } from './timeChoice.ts'
import { useSetTime } from './useTimeChoice.ts'

const between = 'between'
const names = { '24h': 'timeDay', '7d': 'timeWeek', '30d': 'timeMonth', [between]: 'timeBetween' } as const
type Mode = keyof typeof names
const modes: readonly Mode[] = [...(Object.keys(spans) as (keyof typeof spans)[]), between]
const isMode = (text: string): text is Mode => Object.hasOwn(names, text)

const modeOf = (time: TimeChoice) => (time.kind === 'any' ? '' : time.kind === 'span' ? time.span : between)

/** Since when pipelines were made, or from when to when. */
export function TimeFilter({ time }: { time: TimeChoice }) {
  const t = useTranslations('repo')
  const setTime = useSetTime()
  // Whoever has emptied both fields is not done with them, until they choose or clear something else.
  const others = JSON.stringify({ ...useSearch({ strict: false }), after: undefined, before: undefined })
  const [emptied, setEmptied] = useState<string>()
  const mode = modeOf(time) || (emptied === others ? between : '')
  const { from, to } = fieldsOf(time)
  const isBackwards = from !== '' && to !== '' && to <= from
  const id = useId()

  const choose = (next: string) => {
    setEmptied(undefined)
    setTime(
      next === between
        ? addressOf(firstFields(time, Math.floor(Date.now() / 1000)))
        : { after: next, before: '' },
    )
  }
  // The other side stays exactly as the address says it.
  const setFrom = (text: string) => {
    setEmptied(text === '' && to === '' ? others : undefined)
    setTime({ after: addressOf({ from: text, to: '' }).after })
  }
  const setTo = (text: string) => {
    setEmptied(text === '' && from === '' ? others : undefined)
    setTime({ before: addressOf({ from: '', to: text }).before })
  }

  return (
    <>
      <FilterSelect
        label={t('filterTime')}
        value={mode}
        options={modes}
        nameOf={(option) => (isMode(option) ? t(names[option]) : option)}
        onChange={choose}
      />
      {mode === between && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 max-sm:col-span-2">
          <MomentField label={t('timeFrom')} value={from} onChange={setFrom} />
          <MomentField
            label={t('timeTo')}
            value={to}
            onChange={setTo}
            errorId={isBackwards ? id : undefined}
          />
          {isBackwards && (
            <p id={id} role="alert" className="text-meta text-failure">
              {t('timeBackwards')}
            </p>
          )}
        </div>
      )}
    </>
  )
}
