import { expect, it } from 'vitest'

import { createAttempts } from './attempts.ts'

const aCounter = () => {
  let now = 1000
  return {
    wait: (seconds: number) => (now += seconds * 1000),
    ...createAttempts({ most: 3, seconds: 60, clock: () => now }),
  }
}

it('makes the fourth try wait', () => {
  const attempts = aCounter()
  for (let i = 0; i < 3; i++) {
    expect(attempts.waitOf('a')).toBe(0)
    attempts.begin('a')
  }
  expect(attempts.waitOf('a')).toBe(60)
  expect(attempts.waitOf('b')).toBe(0)
})

it('lets in again when the time is over', () => {
  const attempts = aCounter()
  for (let i = 0; i < 3; i++) attempts.begin('a')
  attempts.wait(59)
  expect(attempts.waitOf('a')).toBe(1)
  attempts.wait(1)
  expect(attempts.waitOf('a')).toBe(0)
})

it('starts afresh after a success', () => {
  const attempts = aCounter()
  for (let i = 0; i < 3; i++) attempts.begin('a')
  attempts.forget('a')
  attempts.begin('a')
  expect(attempts.waitOf('a')).toBe(0)
})

it('forgives one try without forgetting the others', () => {
  const attempts = aCounter()
  for (let i = 0; i < 3; i++) attempts.begin('a')
  attempts.forgive('a')
  expect(attempts.waitOf('a')).toBe(0)
  attempts.begin('a')
  expect(attempts.waitOf('a')).toBe(60)
})

it('keeps its memory small under a flood of names', () => {
  const attempts = aCounter()
  for (let i = 0; i < 3; i++) attempts.begin('early')
  for (let i = 0; i < 10_000; i++) attempts.begin(`name ${i}`)
  expect(attempts.waitOf('early')).toBe(0)
})
