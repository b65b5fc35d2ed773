import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { fakeApi } from '../../testing/fakeApi.ts'
import { aPipeline } from '../../testing/fixtures.ts'
import { harmOn, payloads } from '../../testing/hostile.ts'
import { has, showFiles } from './testing/pages.tsx'

afterEach(() => vi.unstubAllGlobals())

const changed = aPipeline({ changed_files: ['web/src/call.ts', 'web/src/log/find.ts', 'README.md'] })
const list = () => screen.findByRole('list', { name: 'Changed files' })
const lines = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the changed files of a pipeline', () => {
  it('are a tree that folds, with their number on the tab', async () => {
    fakeApi(has(changed))
    const { user } = showFiles()
    expect(await lines()).toEqual(['web/src2 files', 'log1 file', 'find.ts', 'call.ts', 'README.md'])
    expect(screen.getByRole('link', { name: /^Files/ }).textContent).toBe('Files3')
    const folder = screen.getByRole('button', { name: /web\/src/ })
    expect(folder.getAttribute('aria-expanded')).toBe('true')
    await user.click(folder)
    expect(await lines()).toEqual(['web/src2 files', 'README.md'])
    folder.focus()
    await user.keyboard('{Enter}')
    expect(await lines()).toHaveLength(5)
  })

  it('are found by name, which stands in the address', async () => {
    fakeApi(has(changed))
    const { user, address } = showFiles()
    await lines()
    await user.type(screen.getByRole('textbox', { name: 'Search files' }), 'find')
    await waitFor(async () => expect(await lines()).toEqual(['web/src/log1 file', 'find.ts']))
    expect(screen.getByText('1 of 3 files')).toBeDefined()
    await waitFor(() => expect(address()).toContain('q=find'))
    await user.type(screen.getByRole('textbox'), 'zzz')
    await screen.findByText('No file matches “findzzz”')
  })

  it('are missed where the forge named none', async () => {
    fakeApi(has(aPipeline({ changed_files: [] })))
    showFiles()
    await screen.findByText('No changed files')
    expect(screen.queryByRole('link', { name: /^Files/ })).toBeNull()
  })

  it('show hostile names as text', async () => {
    fakeApi(has(aPipeline({ changed_files: [...payloads, 'a'.repeat(500).split('').join('/')] })))
    const { page } = showFiles()
    await list()
    expect(harmOn(page)).toEqual([])
  })
})
