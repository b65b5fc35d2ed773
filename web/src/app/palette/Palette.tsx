import { Dialog as Base } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'

import { PlainText } from '../../domain/PlainText.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useCommands } from './useCommands.ts'
import type { Command } from './useCommands.ts'

/** Goes anywhere and does anything by typing a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('palette')
  const admin = useTranslations('admin.repos')
  const id = useId()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const { commands, isReading, isIncomplete } = useCommands(search)
  const current = commands[Math.min(chosen, commands.length - 1)]
  const idOf = (command: Command) => `${id}${command.id}`

  useEffect(() => {
    if (current) document.getElementById(`${id}${current.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && commands.length > 0) {
      event.preventDefault()
      setChosen((Math.min(chosen, commands.length - 1) + step + commands.length) % commands.length)
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      run(current)
    }
  }

  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-overlay" />
        <Base.Popup
          aria-label={t('title')}
          className="fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-border bg-raised shadow-float outline-none"
        >
          <div className="relative shrink-0 border-b border-border">
            <Icon
              icon={Search}
              className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
            />
            <input
              role="combobox"
              aria-expanded
              aria-controls={`${id}list`}
              aria-activedescendant={current && idOf(current)}
              aria-autocomplete="list"
              aria-label={t('search')}
              placeholder={t('search')}
              value={search}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setSearch(event.currentTarget.value)
                setChosen(0)
              }}
              onKeyDown={handleKey}
              className="h-12 w-full bg-transparent ps-12 pe-4 text-heading text-strong outline-none placeholder:text-muted"
            />
          </div>
          <div
            id={`${id}list`}
            role="listbox"
            aria-label={t('results')}
            className="min-h-0 overflow-y-auto p-1.5"
          >
            {commands.map((command, index) => (
              <div key={command.id} role="presentation">
                {command.group !== commands[index - 1]?.group && (
                  <p role="presentation" className="px-2.5 pt-2 pb-1 text-meta font-medium text-muted">
                    {t(`groups.${command.group}`)}
                  </p>
                )}
                <Choice id={idOf(command)} command={command} isCurrent={command === current} onRun={run} />
              </div>
            ))}
          </div>
          <div role="status" className="px-4 text-muted">
            {commands.length === 0 && (
              <p className="py-6 text-center">{isReading ? admin('loadingMore') : t('nothing')}</p>
            )}
            {isIncomplete && <p className="py-2 text-meta">{admin('incomplete')}</p>}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface ChoiceProps {
  id: string
  command: Command
  isCurrent: boolean
  onRun: (command: Command) => void
}

/** The keyboard stays in the input, which says which one is chosen. */
const Choice = ({ id, command, isCurrent, onRun }: ChoiceProps) => (
  <button
    type="button"
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isCurrent}
    onClick={() => onRun(command)}
    className={cx(
      'flex min-h-9 w-full items-center gap-3 rounded-md px-2.5 text-start hover:bg-hover max-sm:min-h-11',
      isCurrent && 'bg-hover text-strong',
    )}
  >
    <Icon icon={command.icon} size="small" className="text-muted" />
    <span className="min-w-0 truncate">
      <PlainText>{command.label}</PlainText>
    </span>
  </button>
)
