import {
  type FetchQueryOptions,
  InfiniteQueryObserver,
  type QueryClient,
  QueryClientProvider,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'

import { config } from '../config.ts'
import { aQueryClient } from './render.tsx'

/* A server whose answers a test writes down byte by byte, in the shape in which real ones travel. */

export const json = 'application/json; charset=utf-8'
export const html = 'text/html; charset=UTF-8'

export interface Wire {
  status?: number
  type?: string
  body?: unknown
}

export let queryClient: QueryClient
export let asked: { method: string; path: string; query: URLSearchParams; body: unknown }[]
const before = { ...config }

/** Answers by method and path; a list of answers is used up one by one, the last one stays. */
export function server(answers: Record<string, Wire | Wire[]>) {
  vi.stubGlobal('fetch', async (address: string, init: { method: string; body?: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://ci.test')
    asked.push({
      method: init.method,
      path: pathname,
      query: searchParams,
      body: init.body === undefined ? undefined : (JSON.parse(init.body) as unknown),
    })
    const found = answers[`${init.method} ${pathname}`] ?? answers['*']
    const {
      status = 200,
      type,
      body,
    } = (Array.isArray(found) ? (found.length > 1 ? found.shift() : found[0]) : found) ?? {
      status: 404,
    }
    const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
    const kind = type ?? (body === undefined ? undefined : json)
    return new Response(text, { status, ...(kind !== undefined && { headers: { 'Content-Type': kind } }) })
  })
}

beforeEach(() => {
  asked = []
  queryClient = aQueryClient()
})
afterEach(() => {
  Object.assign(config, before)
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** As a screen reads it, without tries in between and without what is known. */
export const read = <Data, Key extends QueryKey>(options: FetchQueryOptions<Data, Error, Data, Key>) =>
  queryClient.fetchQuery<Data, Error, Data, Key>({ ...options, retry: false, staleTime: 0 })

/** What a hook gives. */
export function hook<Result>(use: () => Result): Result {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  return renderHook(use, { wrapper }).result.current
}

/** A list that is read page by page, to its end, as a screen selects it. */
export async function readPages(options: unknown): Promise<unknown[]> {
  const observer = new InfiniteQueryObserver(queryClient, options as never)
  const leave = observer.subscribe(() => undefined)
  await observer.refetch()
  for (let turn = 0; observer.getCurrentResult().hasNextPage && turn < 20; turn++)
    await observer.fetchNextPage()
  leave()
  return observer.getCurrentResult().data as unknown as unknown[]
}

/** A pipeline as the wire has it: nothing that it leaves out. */
export const wirePipeline = (more: object = {}) => ({
  id: 128,
  number: 12,
  author: 'ada',
  parent: 0,
  event: 'push',
  event_reason: null,
  status: 'success',
  errors: null,
  created: 100,
  updated: 130,
  started: 110,
  finished: 130,
  deploy_to: '',
  deploy_task: '',
  commit: 'a'.repeat(40),
  branch: 'main',
  ref: 'refs/heads/main',
  refspec: '',
  rerun_count: 0,
  author_avatar: '',
  author_email: '',
  forge_url: '',
  reviewed_by: '',
  reviewed: 0,
  version: '3.17.0',
  title: '',
  message: 'Fix it',
  sender: 'ada',
  timestamp: 90,
  ...more,
})
/** A repository in the same way. */
export const wireRepo = (more: object = {}) => ({
  id: 5,
  forge_remote_id: '17',
  org_id: 3,
  owner: 'acme',
  name: 'api',
  full_name: 'acme/api',
  clone_url_ssh: '',
  pr_enabled: true,
  visibility: 'public',
  private: false,
  trusted: { network: false, volumes: false, security: false },
  require_approval: 'forks',
  approval_allowed_users: null,
  active: true,
  allow_pr: true,
  allow_deploy: false,
  config_file: '',
  cancel_previous_pipeline_events: null,
  netrc_trusted: null,
  ...more,
})

/** Read, and still on screen. */
export async function watched(options: { queryKey: QueryKey }) {
  await read(options as never)
  return new QueryObserver(queryClient, options).subscribe(() => undefined)
}
