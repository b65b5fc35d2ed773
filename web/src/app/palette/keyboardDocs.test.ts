// @vitest-environment node
import { expect, it } from 'vitest'

import page from '../../../../docs/keyboard.md?raw'
import { stepKeys } from '../../features/pipelines/useStepKeys.ts'
import { english } from '../../i18n/english.ts'
import { shortcutKeys } from './keys.ts'

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

it.each(Object.entries(shortcutKeys))('the documentation tells of the keys for "%s"', (name, keys) => {
  const written = name === 'palette' ? '`Ctrl K`' : keys.map((key) => `\`${key}\``).join(' ')
  const row = rows.find(([, cell = '']) => cell.startsWith(written))
  const [firstWord = ''] = english.palette.keys[name as keyof typeof shortcutKeys].toLowerCase().split(' ')
  expect(row?.[2]).toContain(firstWord)
})

it.each(Object.keys(stepKeys))('and of %s on the page of a pipeline', (key) => {
  expect(rows.some(([, cell = '']) => cell === `\`${key}\``)).toBe(true)
})

it.each(['n', 'p', 'f', 'End'])('and of %s in logs', (key) => {
  expect(rows.some(([, cell = '']) => cell.includes(`\`${key}\``))).toBe(true)
})
