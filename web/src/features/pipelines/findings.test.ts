import { describe, expect, it } from 'vitest'

import { anError, aPipeline, aStep, aWorkflow } from '../../testing/fixtures.ts'
import { errorsFirst, findingsOf, placeOf } from './findings.ts'

const warning = anError({ is_warning: true, message: 'old syntax' })
const error = anError({ message: 'no steps' })
const broken = aWorkflow({ error: 'no agent', children: [aStep({ started: 0, state: 'skipped' })] })
const begun = aWorkflow({ error: 'agent lost', children: [aStep()] })

describe('findingsOf', () => {
  it.each([
    ['nothing', aPipeline(), 0, false],
    ['a warning', aPipeline({ errors: [warning] }), 1, false],
    ['an error', aPipeline({ errors: [warning, error] }), 2, true],
    ['a workflow that could not run', aPipeline({ workflows: [broken] }), 1, true],
    ['the same warning of each matrix axis once', aPipeline({ errors: [warning, { ...warning }] }), 1, false],
  ])('counts %s', (_, pipeline, count, hasErrors) => {
    expect(findingsOf(pipeline)).toMatchObject({ count, hasErrors })
  })
})

describe('errorsFirst', () => {
  it.each([
    ['an error of the files', aPipeline({ errors: [error], workflows: [begun] }), true],
    ['only warnings', aPipeline({ errors: [warning] }), false],
    ['a workflow that never started', aPipeline({ workflows: [broken] }), true],
    ['a workflow that had started', aPipeline({ workflows: [begun] }), false],
  ])('with %s: %s', (_, pipeline, expected) => {
    expect(errorsFirst(pipeline)).toBe(expected)
  })
})

it.each([
  [null, { file: '', field: '', docs: '' }],
  ['text', { file: '', field: '', docs: '' }],
  [
    { file: 'a', field: 3, docs: ['x'] },
    { file: 'a', field: '', docs: '' },
  ],
  [
    { file: 'a', field: 'steps.b', docs: 'https://x.test' },
    { file: 'a', field: 'steps.b', docs: 'https://x.test' },
  ],
])('reads the place in %o', (data, place) => {
  expect(placeOf(anError({ data }))).toEqual(place)
})
