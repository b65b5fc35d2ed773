import * as z from 'zod/mini'

import { omitEmpty } from './encode.ts'
import { flag, int, list, maybe, queryFlag, text } from './fields.ts'
import { defineRoutes } from './route.ts'

/** A pipeline of one of the caller's repositories, with fewer fields than a Pipeline. */
export const Feed = omitEmpty(
  z.object({
    repo_id: int(),
    full_name: text(),
    /** Of the pipeline. */
    id: int(),
    number: int(),
    event: text(),
    status: text(),
    created: int(),
    started: int(),
    finished: int(),
    commit: text(),
    branch: text(),
    ref: text(),
    refspec: text(),
    title: text(),
    message: text(),
    author: text(),
    author_avatar: text(),
    author_email: text(),
    release: maybe(omitEmpty(z.object({ title: text(), is_prerelease: flag() }), ['title', 'is_prerelease'])),
    tag_title: text(),
  }),
  [
    'full_name',
    'id',
    'number',
    'event',
    'status',
    'created',
    'started',
    'finished',
    'commit',
    'branch',
    'ref',
    'refspec',
    'title',
    'message',
    'author',
    'author_avatar',
    'author_email',
    'release',
    'tag_title',
  ],
)
export type Feed = z.output<typeof Feed>

export const feedRoutes = defineRoutes({
  /** The newest 50 pipelines of repositories the caller may push to; with `latest` one row for each such repository. */
  list: {
    method: 'GET',
    path: '/api/user/feed',
    access: 'user',
    query: z.object({ latest: queryFlag() }),
    response: list(Feed),
  },
  /** Everything pending or running on the whole server, messages as they are stored. */
  active: { method: 'GET', path: '/api/pipelines', access: 'admin', response: list(Feed) },
})
