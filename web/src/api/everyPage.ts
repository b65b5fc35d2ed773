import { pageSize } from '@yaffle/contract/fields'

/**
 * All pages of a list, one after the other: a page that is not full is the last one. So is one that comes a second time,
 * from a server that does not know of pages.
 */
export async function everyPage<Item>(read: (page: string) => Promise<Item[]>): Promise<Item[]> {
  const items: Item[] = []
  let before = ''
  for (let page = 1; ; page += 1) {
    const rows = await read(String(page))
    const text = rows.length < pageSize ? '' : JSON.stringify(rows)
    if (text !== '' && text === before) return items
    before = text
    items.push(...rows)
    if (rows.length < pageSize) return items
  }
}
