import { pageSize } from '@yaffle/contract/fields'

/** All pages of a list, one after the other: a page that is not full is the last one. */
export async function everyPage<Item>(read: (page: string) => Promise<Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page += 1) {
    const rows = await read(String(page))
    items.push(...rows)
    if (rows.length < pageSize) return items
  }
}
