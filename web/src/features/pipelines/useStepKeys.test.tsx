import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { fakeApi } from '../../testing/fakeApi.ts'
import { aPipeline, aStep, aWorkflow } from '../../testing/fixtures.ts'
import { failed, has, running, showSteps, showStepsFrom, step } from './testing/pages.tsx'

vi.mock(import('./log/LogPane.tsx'), () => ({
  // The log has tests of its own, in browsers with workers.
  LogPane: ({ step: { name } }) => <button type="button">{`Log of ${name}`}</button>,
}))

afterEach(() => vi.unstubAllGlobals())

const log = (name: string) => screen.findByRole('button', { name: `Log of ${name}` })

describe('j and k', () => {
  it('go to the next and the previous step, and take the focus along', async () => {
    fakeApi(has(failed))
    const { user, address } = showStepsFrom(3)
    await log('test')
    await user.keyboard('j')
    await log('report')
    expect(address()).toBe('/repos/1/pipeline/128/4')
    await waitFor(async () => expect(document.activeElement).toBe(await step(/report/)))
    await user.keyboard('kk')
    await log('install')
    expect(address()).toBe('/repos/1/pipeline/128/2')
    await waitFor(async () => expect(document.activeElement).toBe(await step(/install/)))
  })

  it('stay where they are at the last and the first', async () => {
    fakeApi(has(failed))
    const { user, address } = showStepsFrom(4)
    await log('report')
    await user.keyboard('jjk')
    await log('test')
    expect(address()).toBe('/repos/1/pipeline/128/3')
  })

  it('lead from the log of a step that the address does not name', async () => {
    fakeApi(has(failed))
    const { user, address } = showSteps()
    const table = await log('test')
    act(() => table.focus())
    await user.keyboard('k')
    await waitFor(() => expect(address()).toBe('/repos/1/pipeline/128/2'))
  })

  it('open the workflow that they come to', async () => {
    const workflows = [
      aWorkflow({ pid: 1, name: 'lint', children: [aStep({ pid: 10, ppid: 1, name: 'eslint' })] }),
      aWorkflow({ pid: 2, name: 'build', children: [aStep({ pid: 20, ppid: 2, name: 'compile' })] }),
    ]
    fakeApi(has(aPipeline({ workflows })))
    const { user } = showStepsFrom(10)
    await log('eslint')
    expect(screen.queryByRole('treeitem', { name: /compile/ })).toBeNull()
    await user.keyboard('j')
    await waitFor(async () => expect(document.activeElement).toBe(await step(/compile/)))
  })

  it('open the workflow that somebody has folded, within it, too', async () => {
    const workflows = [
      aWorkflow({
        pid: 1,
        name: 'lint',
        children: [aStep({ pid: 10, ppid: 1, name: 'eslint' }), aStep({ pid: 11, ppid: 1, name: 'prose' })],
      }),
      aWorkflow({ pid: 2, name: 'build', children: [aStep({ pid: 20, ppid: 2, name: 'compile' })] }),
    ]
    fakeApi(has(aPipeline({ workflows })))
    const { user } = showStepsFrom(10)
    await log('eslint')
    const [lint] = await screen.findAllByRole('treeitem', { name: /lint/ })
    await user.click(lint as HTMLElement)
    await user.keyboard('j')
    await waitFor(async () => expect(document.activeElement).toBe(await step(/prose/)))
  })

  it.each(['{Control>}j{/Control}', '{Alt>}j{/Alt}', '{Meta>}j{/Meta}'])(
    'do nothing with %s',
    async (keys) => {
      fakeApi(has(failed))
      const { user, address } = showStepsFrom(2)
      await log('install')
      await user.keyboard(keys)
      await user.keyboard('j')
      await log('test')
      expect(address()).toBe('/repos/1/pipeline/128/3')
    },
  )

  it('make text where one types', async () => {
    fakeApi(has(failed))
    const { user, page, address } = showStepsFrom(2)
    await log('install')
    const field = document.createElement('input')
    page.append(field)
    await user.type(field, 'jk')
    expect(field.value).toBe('jk')
    expect(address()).toBe('/repos/1/pipeline/128/2')
  })

  it('leave the page behind a dialog alone', async () => {
    fakeApi(has(running))
    const { user, address } = showStepsFrom(2)
    await log('install')
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull())
    await user.keyboard('j')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).toBeNull())
    expect(address()).toBe('/repos/1/pipeline/128/2')
  })
})
