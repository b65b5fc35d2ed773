import { list } from '@yaffle/contract/fields'
import { Pipeline, Step } from '@yaffle/contract/pipelines'
import { describe, expect, it } from 'vitest'

import { differences } from './compare.ts'

const step = {
  id: 1,
  uuid: 'u',
  pipeline_id: 1,
  pid: 2,
  ppid: 1,
  name: 'test',
  state: 'success',
  exit_code: 0,
}

describe('an answer compared with the contract', () => {
  it('that is as the wire says differs in nothing', () => {
    expect(differences(list(Step), [step, { ...step, started: 5, type: 'commands' }])).toEqual([])
    expect(differences(list(Step), null)).toEqual([])
  })

  it('is told by path where a key is missing, of a wrong type or new', () => {
    const { uuid: _, ...lacking } = step
    expect(differences(list(Step), [{ ...lacking, pid: '2', colour: 'red' }])).toEqual([
      { kind: 'unknown', path: '[].colour' },
      { kind: 'missing', path: '[].uuid' },
      { kind: 'wrong', path: '[].pid' },
    ])
  })

  it('says the same thing once, however many items have it', () => {
    expect(
      differences(list(Step), [
        { ...step, pid: '2' },
        { ...step, pid: '3' },
      ]),
    ).toHaveLength(1)
  })

  it('is looked at all the way down', () => {
    const pipeline = { workflows: [{ children: [{ ...step, exit_code: 'none' }] }] }
    expect(differences(Pipeline, pipeline)).toContainEqual({
      kind: 'wrong',
      path: 'workflows[].children[].exit_code',
    })
  })
})
