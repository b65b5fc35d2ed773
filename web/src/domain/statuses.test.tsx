import { render, screen } from '@testing-library/react'
import { statuses } from '@yaffle/contract/statuses'
import { describe, expect, it } from 'vitest'

import { withTexts } from '../testing/render.tsx'
import { faviconOf, looksOf } from './statuses.ts'
import { StatusIcon } from './StatusIcon.tsx'

describe('statuses', () => {
  it.each([
    [['declined', 'error', 'failure', 'killed'], 'error'],
    [['blocked', 'started', 'running', 'pending'], 'pending'],
    [['success'], 'success'],
    [['skipped', 'canceled', 'created', 'from-tomorrow', ''], 'default'],
  ])('%s show the favicon %s', (group, favicon) => {
    expect(group.map(faviconOf)).toEqual(group.map(() => favicon))
  })

  it('shows the default favicon while nothing is known', () => {
    expect(faviconOf(undefined)).toBe('default')
  })

  it.each([
    [['declined', 'error', 'failure'], 'failure'],
    [['blocked', 'killed', 'skipped', 'canceled', 'created', 'from-tomorrow'], 'neutral'],
    [['pending'], 'pending'],
    [['running', 'started'], 'running'],
    [['success'], 'success'],
  ])('%s have the colour %s', (group, role) => {
    expect(group.map((status) => looksOf(status).role)).toEqual(group.map(() => role))
  })

  it('tells every status apart without colour', () => {
    const shapes = statuses.filter((status) => status !== 'started').map((status) => looksOf(status).icon)
    expect(new Set(shapes).size).toBe(shapes.length)
  })

  it('does not mistake a part of every object for a status', () => {
    for (const name of ['constructor', '__proto__', 'toString']) expect(looksOf(name).role).toBe('neutral')
  })
})

describe('StatusIcon', () => {
  it.each([...statuses])('says %s in words', (status) => {
    render(withTexts(<StatusIcon status={status} />))
    expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/^Status: [A-Z][a-z]+/)
  })

  it('says the server’s own word for a status it does not know', () => {
    render(withTexts(<StatusIcon status="from-tomorrow" />))
    expect(screen.getByRole('img', { name: 'Status: from-tomorrow' })).toBeDefined()
  })

  it('turns while a service runs', () => {
    render(withTexts(<StatusIcon status="running" isService />))
    expect(screen.getByRole('img').querySelector('.animate-spin')).not.toBeNull()
  })
})
