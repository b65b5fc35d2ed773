import { ArrowDownUp, SearchX } from 'lucide-react'
import { useDeferredValue, useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '../ui/Button.tsx'
import { controlClass } from '../ui/controlClass.ts'
import { DataList } from '../ui/DataList.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { useSearchParam } from '../ui/useSearchParam.ts'
import { useSearchText } from '../ui/useSearchText.ts'
import { findBest } from './search.ts'

export interface Sorting<Item> {
  /** In the address. */
  id: string
  label: string
  compare: (one: Item, other: Item) => number
}

interface ManagedListProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string | number
  /** What a search looks through. */
  textOf: (item: Item) => string
  /** What else narrows the list down, beside the search. */
  filter?: ReactNode
  /** The first is how the list comes. */
  sortings: readonly Sorting<Item>[]
  /** Instead of everything, while there is nothing at all. */
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** A list to keep in order: search, sorting, how many, nothing yet, nothing found. Search and sorting are in the address. */
export function ManagedList<Item>(props: ManagedListProps<Item>) {
  const { label, items, keyOf, textOf, filter, sortings, empty, children } = props
  const t = useTranslations('settings')
  const [search, setSearch] = useSearchText('q')
  const [sort, setSort] = useSearchParam('sort')
  const wanted = useDeferredValue(search)
  const [first] = sortings
  const sorting = sortings.find(({ id }) => id === sort) ?? first

  if (items.length === 0) return empty
  const found = findBest(wanted, sorting ? items.toSorted(sorting.compare) : items, textOf)
  const isSearching = wanted.trim() !== ''

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchBox label={t('search')} value={search} onChange={setSearch} className="w-56 max-sm:w-full" />
        {filter}
        {sortings.length > 1 && (
          <SortSelect sortings={sortings} chosen={sorting?.id ?? ''} first={first?.id} onChange={setSort} />
        )}
        <p role="status" className="ms-auto text-meta text-muted tabular-nums">
          {isSearching
            ? t('foundOf', { found: found.length, count: items.length })
            : t('count', { count: items.length })}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t('noMatch', { search: wanted })}
          action={<Button onClick={() => setSearch('')}>{t('clearSearch')}</Button>}
        />
      ) : (
        <DataList label={label} items={found} keyOf={keyOf}>
          {children}
        </DataList>
      )}
    </div>
  )
}

interface SortSelectProps {
  sortings: readonly { id: string; label: string }[]
  chosen: string
  first: string | undefined
  onChange: (id: string) => void
}

function SortSelect({ sortings, chosen, first, onChange }: SortSelectProps) {
  const t = useTranslations('settings')
  const id = useId()
  return (
    <span className="relative flex items-center">
      <label htmlFor={id} className="sr-only">
        {t('sortBy')}
      </label>
      <Icon icon={ArrowDownUp} size="small" className="pointer-events-none absolute start-2.5 text-muted" />
      <select
        id={id}
        value={chosen}
        onChange={({ currentTarget: { value } }) => onChange(value === first ? '' : value)}
        className={controlClass('w-auto ps-8 pe-2')}
      >
        {sortings.map(({ id: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

/** The height and space of a row, which may hold several lines. */
export const managedRowClass = 'flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5'
