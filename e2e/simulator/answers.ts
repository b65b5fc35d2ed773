import type { ServerResponse } from 'node:http'

/** What a route answers: a body with its type, nothing at all, or a stream that it writes itself. */
export interface Answer {
  status: number
  type?: string
  body?: string | Buffer
  headers?: Record<string, string | string[]>
  stream?: (response: ServerResponse) => void
}

/** The wire's letters J, T and E. */
export const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})
export const text = (body: string, status = 200): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body,
})
export const empty = (status: number, headers: Record<string, string> = {}): Answer => ({ status, headers })

/** 303 as all of /authorize and /logout. */
export const redirect = (location: string, cookies: string[] = [], status = 303): Answer => ({
  status,
  headers: { location, ...(cookies.length > 0 && { 'set-cookie': cookies }) },
})

/** Leaves out what Go leaves out: 0, '', false, null, empty lists and maps. */
export function omitting<T extends object>(value: T, keys: readonly (keyof T & string)[]): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([key, one]) => !keys.includes(key as keyof T & string) || !isZero(one)),
  ) as Partial<T>
}

/** The same without some keys. */
export function without<T extends object, K extends keyof T & string>(
  value: T,
  ...keys: readonly K[]
): Omit<T, K> {
  const kept = Object.entries(value).filter(([key]) => !keys.includes(key as K))
  return Object.fromEntries(kept) as Omit<T, K>
}

function isZero(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined || value === 0 || value === '' || value === false
}

/** A list that the server has as a Go slice nobody filled. */
export const nullWhenEmpty = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list)
