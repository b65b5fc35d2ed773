import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { aStep, aWorkflow } from '../../testing/fixtures.ts'
import { linesOf, moveOf } from './tree.ts'

const workflows = [
  aWorkflow({ pid: 1, children: [aStep({ pid: 3, ppid: 1 }), aStep({ pid: 4, ppid: 1 })] }),
  aWorkflow({ pid: 2, children: [aStep({ pid: 5, ppid: 2 })] }),
]
const open = linesOf(workflows, new Set(), false)
const folded = linesOf(workflows, new Set([1]), false)

describe('linesOf', () => {
  it('is every workflow with its steps, less those that are folded', () => {
    expect(open.map(({ pid }) => pid)).toEqual([1, 3, 4, 2, 5])
    expect(folded.map(({ pid }) => pid)).toEqual([1, 2, 5])
  })

  it('is the steps alone where a workflow would say nothing', () => {
    const flat = linesOf(workflows.slice(0, 1), new Set([1]), true)
    expect(flat.map((line) => [line.pid, line.place, line.of])).toEqual([
      [3, 1, 2],
      [4, 2, 2],
    ])
  })
})

describe('moveOf', () => {
  it.each([
    [open, 1, 'ArrowDown', { focus: 3 }],
    [open, 5, 'ArrowDown', undefined],
    [open, 3, 'ArrowUp', { focus: 1 }],
    [open, 1, 'ArrowUp', undefined],
    [open, 4, 'Home', { focus: 1 }],
    [open, 4, 'End', { focus: 5 }],
    [open, 1, 'ArrowRight', { focus: 3 }],
    [folded, 1, 'ArrowRight', { fold: 1, isOpen: true }],
    [open, 3, 'ArrowRight', undefined],
    [open, 1, 'ArrowLeft', { fold: 1, isOpen: false }],
    [folded, 1, 'ArrowLeft', undefined],
    [open, 5, 'ArrowLeft', { focus: 2 }],
    [open, 1, 'x', undefined],
    [open, 99, 'ArrowDown', undefined],
  ])('%# at %s', (lines, at, key, move) => {
    expect(moveOf(lines, at, key)).toEqual(move)
  })

  it('only ever goes to a line that is there, and down and up meet again', () => {
    fc.assert(
      fc.property(fc.subarray([1, 2]), fc.nat({ max: 20 }), (shut, seed) => {
        const lines = linesOf(workflows, new Set(shut), false)
        const start = lines[seed % lines.length]?.pid ?? 0
        const down = moveOf(lines, start, 'ArrowDown')
        if (!down || !('focus' in down)) return
        expect(lines.map(({ pid }) => pid)).toContain(down.focus)
        expect(moveOf(lines, down.focus, 'ArrowUp')).toEqual({ focus: start })
      }),
    )
  })
})
