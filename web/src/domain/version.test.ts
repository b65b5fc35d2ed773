// @vitest-environment node
import { describe, expect, it } from 'vitest'

import { versionInfo } from './version.ts'

const published = { latest: '3.17.0', rc: '3.18.0-rc.1', next: 'next-1234567' }

describe('versionInfo', () => {
  it.each([
    ['3.16.9', true, '3.17.0'],
    ['3.9.12', true, '3.17.0'],
    ['2.99.0', true, '3.17.0'],
    ['3.17.0', false, '3.17.0'],
    ['v3.17.0', false, '3.17.0'],
    ['3.17', false, '3.17.0'],
    ['3.17.1', false, '3.17.0'],
    ['4.0.0', false, '3.17.0'],
    ['unknown', false, '3.17.0'],
    ['3.18.0-rc.0', true, '3.18.0-rc.1'],
    ['3.18.0-rc.1', false, '3.18.0-rc.1'],
    ['next', true, 'next-1234567'],
    ['next-0000000', true, 'next-1234567'],
    ['next-1234567', false, 'next-1234567'],
  ])('says for %s whether it needs an update: %s', (current, needsUpdate, latest) => {
    expect(versionInfo(current, published)).toMatchObject({ needsUpdate, latest, current })
  })

  it('knows of no update where nothing is published', () => {
    expect(versionInfo('1.0.0')).toMatchObject({ needsUpdate: false, latest: undefined })
  })

  it('shortens the name of a build of the main branch', () => {
    expect(versionInfo('next-abc')).toMatchObject({ currentShort: 'next', usesNext: true })
    expect(versionInfo('3.17.0')).toMatchObject({ currentShort: '3.17.0', usesNext: false })
  })
})
