import type { Spend } from '../globs.ts'
import { ExpressionError } from './errors.ts'
import type { Pattern } from './regex/syntax.ts'
import { readRegex } from './regex/syntax.ts'

type Instruction =
  | { kind: 'char'; test: (char: string) => boolean }
  | { kind: 'split'; to: [number, number] }
  | { kind: 'jump'; to: number }
  | { kind: 'assert'; at: 'start' | 'end' | 'lineStart' | 'lineEnd' | 'word' | 'notWord' }
  | { kind: 'match' }

/** Counted repetitions are written out; more than this is refused. */
const maxProgram = 5000

function compile(source: string): Instruction[] {
  const program: Instruction[] = []
  const add = (instruction: Instruction) => {
    if (program.length >= maxProgram)
      throw new ExpressionError(`the regular expression \`${source}\` is too large`)
    return program.push(instruction) - 1
  }

  const emitRepeat = (part: Pattern, min: number, max: number) => {
    for (let count = 0; count < min; count += 1) emit(part)
    if (max === Infinity) {
      const split = add({ kind: 'split', to: [0, 0] })
      emit(part)
      add({ kind: 'jump', to: split })
      program[split] = { kind: 'split', to: [split + 1, program.length] }
      return
    }
    const splits: number[] = []
    for (let count = min; count < max; count += 1) {
      splits.push(add({ kind: 'split', to: [0, 0] }))
      emit(part)
    }
    for (const split of splits) program[split] = { kind: 'split', to: [split + 1, program.length] }
  }

  const emitAny = (parts: readonly Pattern[]) => {
    const jumps: number[] = []
    for (const [index, part] of parts.entries()) {
      if (index === parts.length - 1) emit(part)
      else {
        const split = add({ kind: 'split', to: [0, 0] })
        emit(part)
        jumps.push(add({ kind: 'jump', to: 0 }))
        program[split] = { kind: 'split', to: [split + 1, program.length] }
      }
    }
    for (const jump of jumps) program[jump] = { kind: 'jump', to: program.length }
  }

  const emit = (pattern: Pattern) => {
    switch (pattern.kind) {
      case 'empty':
        break
      case 'char':
      case 'assert':
        add(pattern)
        break
      case 'all':
        for (const part of pattern.parts) emit(part)
        break
      case 'any':
        emitAny(pattern.parts)
        break
      case 'repeat':
        emitRepeat(pattern.part, pattern.min, pattern.max)
        break
    }
  }
  emit(readRegex(source))
  add({ kind: 'match' })
  return program
}

const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char)

function holds(
  at: (Instruction & { kind: 'assert' })['at'],
  before: string | undefined,
  after: string | undefined,
) {
  switch (at) {
    case 'start':
      return before === undefined
    case 'end':
      return after === undefined
    case 'lineStart':
      return before === undefined || before === '\n'
    case 'lineEnd':
      return after === undefined || after === '\n'
    case 'word':
      return isWord(before) !== isWord(after)
    case 'notWord':
      return isWord(before) === isWord(after)
    default:
      return false
  }
}

/**
 * Whether a regular expression of RE2's syntax occurs in a text. All possibilities are followed at once, so the time
 * is at most the product of both sizes. Throws an ExpressionError for a malformed one.
 */
export function regexMatcher(source: string, spend: Spend): (text: string) => boolean {
  const program = compile(source)
  spend(program.length)
  return (text) => {
    const chars = Array.from(text)
    let active = new Set<number>()
    for (let at = 0; at <= chars.length; at += 1) {
      // A match may begin anywhere.
      const ready = new Set<number>()
      const open = [...active, 0]
      for (let index = open.pop(); index !== undefined; index = open.pop()) {
        if (ready.has(index)) continue
        ready.add(index)
        const instruction = program[index]
        if (instruction?.kind === 'match') return true
        if (instruction?.kind === 'jump') open.push(instruction.to)
        else if (instruction?.kind === 'split') open.push(...instruction.to)
        else if (instruction?.kind === 'assert' && holds(instruction.at, chars[at - 1], chars[at]))
          open.push(index + 1)
      }
      spend(ready.size)
      active = new Set()
      const char = chars[at]
      if (char === undefined) break
      for (const index of ready) {
        const instruction = program[index]
        if (instruction?.kind === 'char' && instruction.test(char)) active.add(index + 1)
      }
    }
    return false
  }
}
