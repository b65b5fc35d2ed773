import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { config } from '../../config.ts'
import { areLogGroupsFolded } from '../../domain/logGroups.ts'
import { texts } from '../../i18n/texts.ts'
import { patterns } from '../../paths.ts'
import { aUser } from '../../testing/fixtures.ts'
import { harmOn, makeHostile, payloads } from '../../testing/hostile.ts'
import { tabTo } from '../../testing/keyboard.ts'
import { renderScreen } from '../../testing/render.tsx'
import { themeMode } from '../../ui/theme.ts'
import { toasts } from '../../ui/toasts.ts'
import { AccountScreen } from './AccountScreen.tsx'

const before = { ...config }
afterEach(async () => {
  cleanup()
  Object.assign(config, before)
  for (const { id } of toasts.list()) toasts.dismiss(id)
  vi.restoreAllMocks()
  await texts.choose('en')
  themeMode.set('auto')
  areLogGroupsFolded.set(false)
})

const show = () => renderScreen(<AccountScreen />, patterns.user)
const language = () => screen.findByRole('combobox', { name: 'Language' })

describe('the general settings of a person', () => {
  it('say whose they are', async () => {
    Object.assign(config, { user: aUser({ login: 'ana', email: 'ana@mail.test' }) })
    show()
    await screen.findByText('ana@mail.test')
    expect(screen.getByText('ana')).toBeDefined()
  })

  it('offer twenty languages, each in its own name, and remember the one that is chosen', async () => {
    const { user } = show()
    const names = Array.from((await language()).querySelectorAll('option'), ({ textContent }) => textContent)
    expect(names).toHaveLength(20)
    expect(names).toEqual(expect.arrayContaining(['Deutsch', 'English', '简体中文', 'Українська']))
    await user.selectOptions(await language(), 'Deutsch')
    await waitFor(() => expect(texts.get().locale).toBe('de'))
    expect(localStorage.getItem('yaffle:locale')).toBe('de')
  })

  it('say so when a language cannot be loaded, and stay as they are', async () => {
    vi.spyOn(texts, 'choose').mockRejectedValueOnce(new Error('offline'))
    const { user } = show()
    await user.selectOptions(await language(), 'Deutsch')
    await waitFor(() =>
      expect(toasts.list()).toMatchObject([{ type: 'error', title: 'This language could not be loaded.' }]),
    )
    expect(await language()).toHaveProperty('value', 'en')
  })

  it('fold the groups of logs from the start once they are told to', async () => {
    const { user } = show()
    const folded = await screen.findByRole('checkbox', { name: 'Collapse log groups' })
    expect(folded).toHaveProperty('checked', false)
    await user.click(folded)
    expect(folded).toHaveProperty('checked', true)
    expect(localStorage.getItem('yaffle:collapse-log-groups')).toBe('true')
  })

  it('can be made by keyboard alone', async () => {
    const { user } = show()
    await tabTo(user, await language())
    await tabTo(user, screen.getByRole('radio', { name: 'Same as system' }))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(themeMode.get()).toBe('dark')
    await tabTo(user, screen.getByRole('checkbox', { name: 'Show the pipeline feed' }))
    await tabTo(user, screen.getByRole('checkbox', { name: 'Collapse log groups' }))
    await user.keyboard(' ')
    expect(areLogGroupsFolded.get()).toBe(true)
  })

  it.each(payloads.map((_, seed) => [seed]))('show hostile texts as text, round %i', async (seed) => {
    Object.assign(config, { user: makeHostile(aUser({ email: 'x' }), seed) })
    const { page } = show()
    await language()
    expect(harmOn(page)).toEqual([])
  })
})
