import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createLimit } from './limit.ts'

const visitor = { ip: '::1' }
const most = { user: 2, visitor: 3 }

it('gives each person so many places, and takes places back', () => {
  const take = createLimit('streams', most)
  const ana = { id: 1 }
  const leave = take(ana, visitor)
  take(ana, { ip: '::2' })
  expect(() => take(ana, visitor)).toThrow(
    expect.objectContaining({ status: 429, message: 'Too many open streams' }),
  )
  take({ id: 2 }, visitor)
  leave()
  take(ana, visitor)
  expect(() => take(ana, visitor)).toThrow()
})

it('counts visitors by where they are, apart from the people there', () => {
  const take = createLimit('streams', most)
  for (const _ of [1, 2, 3]) take(undefined, visitor)
  expect(() => take(undefined, visitor)).toThrow()
  take(undefined, { ip: '::2' })
  take({ id: 1 }, visitor)
})

it('never lets in more than the limit, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), fc.boolean())), (moves) => {
      const take = createLimit('streams', most)
      const open: (() => void)[][] = [[], [], []]
      for (const [id, isComing] of moves) {
        const mine = open[id]!
        const enter = () => take({ id }, visitor)
        if (!isComing) mine.pop()?.()
        else if (mine.length < most.user) mine.push(enter())
        else expect(enter).toThrow()
      }
    }),
  )
})
