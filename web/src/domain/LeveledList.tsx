import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import type { Leveled } from './levels.ts'
import { ManagedList } from './ManagedList.tsx'
import type { Place } from './useLevels.ts'

interface LeveledListProps<Item> {
  label: string
  place: Place
  entries: readonly Leveled<Item>[]
  /** What things replace each other by. */
  nameOf: (item: Item) => string
  /** What a search looks through, the name included. */
  textOf: (item: Item) => string
  /** Unlike those of all others of its level. */
  keyOf: (item: Item) => string
  /** Instead of everything, while there is nothing at all. */
  empty: ReactNode
  children: (entry: Leveled<Item>) => ReactNode
}

/** What a place has and inherits, by name or by where it comes from. */
export function LeveledList<Item>(props: LeveledListProps<Item>) {
  const { label, place, entries, nameOf, textOf, keyOf, empty, children } = props
  const t = useTranslations('settings')
  const levels = [place.scope, ...place.inherited].map(({ level }) => level)
  const byLevel = (one: Leveled<Item>, other: Leveled<Item>) =>
    levels.indexOf(one.level) - levels.indexOf(other.level)
  const byName = (one: Leveled<Item>, other: Leveled<Item>) =>
    nameOf(one.item).localeCompare(nameOf(other.item)) || byLevel(one, other)

  return (
    <ManagedList
      label={label}
      items={entries}
      keyOf={({ item, level }) => `${level} ${keyOf(item)}`}
      textOf={({ item }) => textOf(item)}
      sortings={[
        { id: 'name', label: t('byName'), compare: byName },
        { id: 'name-desc', label: t('byNameBackwards'), compare: (one, other) => byName(other, one) },
        {
          id: 'level',
          label: t('byLevel'),
          compare: (one, other) => byLevel(one, other) || byName(one, other),
        },
      ]}
      empty={empty}
    >
      {children}
    </ManagedList>
  )
}
