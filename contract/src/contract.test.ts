import { describe, expect, it } from 'vitest'

import { encoderOf } from './encode.ts'
import { PipelineMessage } from './events.ts'
import { Feed } from './feed.ts'
import { Paging, queryFlag } from './fields.ts'
import { LogEntry } from './logs.ts'
import { Pipeline, PipelineError, Step, Workflow } from './pipelines.ts'
import { Repo, RepoLastPipeline } from './repos.ts'
import { User } from './users.ts'

describe('entities as real servers send them', () => {
  it.each([
    ['Repo', Repo],
    ['RepoLastPipeline', RepoLastPipeline],
    ['Pipeline', Pipeline],
    ['Workflow', Workflow],
    ['Step', Step],
    ['Feed', Feed],
    ['LogEntry', LogEntry],
    ['User', User],
  ])('%s is complete even when every key is absent or null', (_name, schema) => {
    const fromNothing = schema.parse({})
    const nulls = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, null]))
    const fromNulls = schema.parse(nulls)
    expect({ ...fromNulls, data: undefined }).toEqual({ ...fromNothing, data: undefined })
    for (const value of Object.values(fromNulls)) expect(value).not.toBeNull()
  })

  it('reads absent booleans as false and null lists as empty', () => {
    const repo = Repo.parse({ id: 3, full_name: 'a/b', approval_allowed_users: null })
    expect(repo).toMatchObject({
      id: 3,
      active: false,
      approval_allowed_users: [],
      trusted: { network: false, volumes: false, security: false },
    })
  })

  it('keeps words it does not know: newer servers have more of them', () => {
    expect(Pipeline.parse({ status: 'dreaming', event: 'telepathy' })).toMatchObject({
      status: 'dreaming',
      event: 'telepathy',
    })
  })

  it('refuses a wrong type instead of guessing', () => {
    expect(Pipeline.safeParse({ number: '7' }).success).toBe(false)
    expect(Repo.safeParse('<!doctype html>').success).toBe(false)
  })

  it('reads an event without a pipeline', () => {
    expect(PipelineMessage.parse({ repo: { id: 1 } }).pipeline).toBeUndefined()
  })
})

describe('the way back to the wire', () => {
  it('leaves out empty values where the wire does, and nowhere else', () => {
    const wire = encoderOf(Step)(Step.parse({ id: 1, name: 'test', state: 'pending' }))
    expect(wire).toEqual({
      id: 1,
      uuid: '',
      pipeline_id: 0,
      pid: 0,
      ppid: 0,
      name: 'test',
      state: 'pending',
      exit_code: 0,
    })
  })

  it('goes through lists and nested entities', () => {
    const pipeline = Pipeline.parse({ workflows: [{ pid: 1, children: [{ pid: 2, finished: 5 }] }] })
    expect(encoderOf(Pipeline)(pipeline)).toMatchObject({
      errors: [],
      workflows: [{ children: [{ pid: 2, finished: 5 }] }],
    })
    expect(encoderOf(Pipeline)(Pipeline.parse({}))).not.toHaveProperty('workflows')
  })

  it('tells null from absent where anything may stand', () => {
    const error = { type: 'generic', message: 'no', is_warning: false }
    expect(encoderOf(PipelineError)({ ...error, data: null })).toEqual({ ...error, data: null })
    expect(encoderOf(PipelineError)(PipelineError.parse(error))).toEqual(error)
  })

  it('refuses a value of another type: that is our mistake', () => {
    expect(() => encoderOf(Step)({ ...Step.parse({}), pid: '7' })).toThrow(TypeError)
    expect(() => encoderOf(Pipeline)({ ...Pipeline.parse({}), errors: 'none' })).toThrow(TypeError)
  })

  it('lets no key through that the contract does not have', () => {
    const user = { ...User.parse({ id: 1, login: 'ana' }), hash: 'secret' }
    expect(encoderOf(User)(user)).not.toHaveProperty('hash')
  })

  it('reads back what it wrote', () => {
    const feed = Feed.parse({ repo_id: 1, number: 4, release: { title: 'First' } })
    expect(Feed.parse(JSON.parse(JSON.stringify(encoderOf(Feed)(feed))))).toEqual(feed)
  })
})

describe('queries', () => {
  it.each([
    [{}, 1, 50],
    [{ page: '3', perPage: '10' }, 3, 10],
    [{ page: '0', perPage: '51' }, 1, 50],
    [{ page: '-1', perPage: 'x' }, 1, 50],
    [{ page: '1e9', perPage: '1.5' }, 1, 50],
  ])('%j is page %i of %i', (query, page, perPage) => {
    expect(Paging.parse(query)).toEqual({ page, perPage })
  })

  it.each(['1', 't', 'T', 'true', 'TRUE', 'True'])('"%s" is true', (word) => {
    expect(queryFlag().parse(word)).toBe(true)
  })

  it.each(['0', 'false', 'yes', '', undefined])('%j is false', (word) => {
    expect(queryFlag().parse(word)).toBe(false)
  })
})
