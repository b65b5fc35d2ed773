import type { Level } from '../api/scope.ts'

/** One thing of one level, and how it stands to those of the same name on other levels. */
export interface Leveled<Item> {
  item: Item
  level: Level
  /** The closest level that replaces it, if one does. */
  overriddenBy: Level | undefined
  /** Levels whose thing of this name it replaces, closest first. */
  overrides: readonly Level[]
}

/**
 * What counts when levels have things of the same name: the closest. `levels` come closest first; the result is in
 * the order of names, and of closeness within a name.
 */
export function mergeLevels<Item>(
  levels: readonly { level: Level; items: readonly Item[] }[],
  nameOf: (item: Item) => string,
): Leveled<Item>[] {
  const byName = new Map<string, { item: Item; level: Level }[]>()
  for (const { level, items } of levels) {
    for (const item of items) {
      const name = nameOf(item)
      byName.set(name, [...(byName.get(name) ?? []), { item, level }])
    }
  }
  return [...byName.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, same]) =>
      same.map(({ item, level }, index) => ({
        item,
        level,
        overriddenBy: index === 0 ? undefined : same[0]?.level,
        overrides: index === 0 ? same.slice(1).map((other) => other.level) : [],
      })),
    )
}
