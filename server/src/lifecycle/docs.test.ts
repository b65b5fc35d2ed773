import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aLab, type Lab, problemsOf, warningsOf } from './testing/lab.ts'

/** What the documentation shows is what people type: every pipeline in it is pushed and run. */

const page = readFileSync(new URL('../../../docs/pipelines.md', import.meta.url), 'utf8')
const runnable = page.split(/^#+ /m).flatMap((section) => {
  const [title = ''] = section.split('\n', 1)
  return [...section.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, file = '']) => ({ title, file }))
})

let lab: Lab
beforeAll(async () => {
  lab = await aLab({ capacity: 4 })
})
afterAll(() => lab.close())

describe.concurrent('docs/pipelines.md', () => {
  test('has examples', () => {
    expect(runnable.length).toBeGreaterThan(5)
  })

  test.each(runnable.map(({ title, file }, at) => [title, file, at] as const))('%s', async (_, file, at) => {
    const on = await lab.project(`docs${at}/repo`)
    await on.secret({ name: 'publish_token', value: 'a-long-secret-value' })
    const pipeline = await on.ran({ '.woodpecker.yaml': file, 'sub/a.txt': 'a' })
    expect([...problemsOf(pipeline), ...warningsOf(pipeline)]).toEqual([])
    expect(pipeline.status).toBe('success')
    if (file.includes('from_secret'))
      expect(await on.printed(pipeline, 'publish')).toEqual(['publishing with ********'])
  })
})
