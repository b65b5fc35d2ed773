export interface KeyValue {
  /** Of the row on the screen; not part of the data. */
  id: number
  key: string
  value: string
}

const isEmpty = ({ key, value }: KeyValue) => key === '' && value === ''
const nextId = (rows: readonly KeyValue[]) => rows.reduce((highest, { id }) => Math.max(highest, id), 0) + 1

/** Rows to edit a map with, in its order. */
export const rowsOf = (map: Readonly<Record<string, string>>): KeyValue[] =>
  withTrailingRow(Object.entries(map).map(([key, value], index) => ({ id: index + 1, key, value })))

/** The same rows, ending with exactly one that is empty. */
export function withTrailingRow(rows: readonly KeyValue[]): KeyValue[] {
  const last = rows.at(-1)
  if (last && isEmpty(last)) {
    const before = rows.at(-2)
    return before && isEmpty(before) ? withTrailingRow(rows.slice(0, -1)) : [...rows]
  }
  return [...rows, { id: nextId(rows), key: '', value: '' }]
}

/** What is wrong with one row's key, as a key of the texts. */
export function rowProblem(
  rows: readonly KeyValue[],
  index: number,
): 'duplicateKey' | 'emptyKey' | undefined {
  const row = rows[index]
  if (!row || isEmpty(row)) return undefined
  if (row.key === '') return 'emptyKey'
  return rows.some((other, at) => at < index && other.key === row.key) ? 'duplicateKey' : undefined
}

export const hasProblem = (rows: readonly KeyValue[]) =>
  rows.some((_, index) => rowProblem(rows, index) !== undefined)

/** The map that the rows without problems say. */
export const mapOf = (rows: readonly KeyValue[]): Record<string, string> =>
  Object.fromEntries(
    rows
      .filter((row, index) => !isEmpty(row) && !rowProblem(rows, index))
      .map(({ key, value }) => [key, value]),
  )
