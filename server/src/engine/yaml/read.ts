import { isAlias, isMap, isScalar, isSeq } from 'yaml'
import type { Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'

import { maxDepth, maxNodes } from '../limits.ts'
import { compilerProblem } from '../problems.ts'
import type { ListNode, MapNode, Node, ScalarNode } from './nodes.ts'
import { parseYaml } from './parse.ts'
import type { ReadOptions } from './parse.ts'
import { plainValue, taggedValue } from './scalars.ts'
import { hasSpecial, templateOf } from './template.ts'
import type { Hole, ScalarStyle, Template } from './template.ts'

/** The cost of a value once every alias in it is written out. */
interface Size {
  nodes: number
  depth: number
}

/** Turns the library's tree into ours: aliases resolved, `<<` merged in maps and in lists. */
class Reader {
  readonly #lineOf: (offset: number) => number
  readonly #sizes = new WeakMap<Node, Size>()
  /** Undefined while the anchored value is still being read, that is: inside itself. */
  readonly #anchors = new Map<string, Node | undefined>()
  #work = 0
  #isInKey = false
  readonly #text: string
  /** Values into which something may be put; what else may be changed is not among them. */
  readonly holes: Hole[] = []

  constructor(text: string, lineOf: (offset: number) => number) {
    this.#text = text
    this.#lineOf = lineOf
  }

  read(source: unknown): Node {
    if (isAlias(source)) return this.#aliased(source.source, this.#line(source))
    const anchor = (source as { anchor?: string } | null)?.anchor
    if (anchor !== undefined) this.#anchors.set(anchor, undefined)
    const node = this.#sized(this.#own(source))
    if (anchor !== undefined) this.#anchors.set(anchor, node)
    return node
  }

  #line(source: unknown): number {
    const range = (source as { range?: [number, number, number] | null } | null)?.range
    return range ? this.#lineOf(range[0]) : 0
  }

  #aliased(name: string, line: number): Node {
    if (!this.#anchors.has(name)) throw compilerProblem(`line ${line}: unknown anchor \`${name}\``)
    const node = this.#anchors.get(name)
    if (!node) throw compilerProblem(`line ${line}: anchor \`${name}\` contains itself`)
    return node
  }

  #own(source: unknown): Node {
    if (isMap(source)) return this.#map(source)
    if (isSeq(source)) return this.#list(source)
    if (isScalar(source)) return this.#scalar(source)
    return { kind: 'scalar', text: '', value: null, line: 0 }
  }

  #scalar(source: Scalar): ScalarNode {
    const text = typeof source.value === 'string' ? source.value : ''
    // An escape writes it where the file itself cannot have it; no command and no variable can hold it.
    if (text.includes('\0'))
      throw compilerProblem(
        `line ${this.#line(source)}: the character NUL (\`\\0\`) cannot be part of a value`,
      )
    const isPlain = source.type === 'PLAIN' || source.type === undefined
    const value = source.tag ? taggedValue(source.tag, text) : isPlain ? plainValue(text) : text
    const node: ScalarNode = { kind: 'scalar', text, value, line: this.#line(source) }
    this.#noteHole(source, node)
    return node
  }

  #noteHole({ type = 'PLAIN', tag, range }: Scalar, node: ScalarNode) {
    const style = styles[type]
    if (!range || !style || tag || this.#isInKey) return
    const [start, end] = range
    if (hasSpecial(this.#text.slice(start, end))) this.holes.push({ node, start, end, style })
  }

  #list(source: YAMLSeq): ListNode {
    const items: Node[] = []
    for (const item of source.items) {
      const merged = this.#splice(item)
      for (const node of merged ?? [this.read(item)]) {
        this.#spend(1)
        items.push(node)
      }
    }
    return { kind: 'list', items, line: this.#line(source) }
  }

  /** The items that stand for `<<: *list` or `<<: [*list, *list]` in a list; undefined if that is no such item. */
  #splice(item: unknown): Node[] | undefined {
    if (!isMap(item) || item.items.length !== 1) return undefined
    const [pair] = item.items
    if (!pair || !isMerge(pair)) return undefined
    const value = this.read(pair.value)
    if (value.kind !== 'list') return undefined
    if (isAlias(pair.value)) return value.items
    if (value.items.every((each) => each.kind === 'map')) return undefined
    return value.items.flatMap((each) => {
      if (each.kind !== 'list')
        throw compilerProblem(`line ${value.line}: only lists can be merged into a list`)
      this.#spend(each.items.length)
      return each.items
    })
  }

  #map(source: YAMLMap): MapNode {
    const entries = new Map<string, Node>()
    const merged = new Set<string>()
    for (const pair of source.items) {
      if (isMerge(pair)) this.#merge(this.read(pair.value), this.#line(pair.key), entries, merged)
      else {
        const key = this.#key(pair)
        if (entries.has(key) && !merged.delete(key))
          throw compilerProblem(`line ${this.#line(pair.key)}: key \`${key}\` is there twice`)
        this.#spend(1)
        entries.set(key, this.read(pair.value))
      }
    }
    return { kind: 'map', entries, line: this.#line(source) }
  }

  #key(pair: Pair): string {
    this.#isInKey = true
    const key = this.read(pair.key)
    this.#isInKey = false
    if (key.kind === 'scalar') return key.text
    throw compilerProblem(`line ${key.line}: a key must be text`)
  }

  /** Adds what is not there yet: explicit keys and earlier merges win. */
  #merge(value: Node, line: number, entries: Map<string, Node>, merged: Set<string>) {
    const sources = value.kind === 'list' ? value.items : [value]
    for (const source of sources) {
      if (source.kind !== 'map') throw compilerProblem(`line ${line}: only maps can be merged into a map`)
      this.#spend(source.entries.size)
      for (const [key, node] of source.entries) {
        if (entries.has(key)) continue
        entries.set(key, node)
        merged.add(key)
      }
    }
  }

  #spend(work: number) {
    this.#work += work
    if (this.#work > maxNodes) throw compilerProblem('the file has too many values')
  }

  #sized<Kind extends Node>(node: Kind): Kind {
    const children = node.kind === 'list' ? node.items : node.kind === 'map' ? node.entries.values() : []
    let nodes = 1
    let depth = 0
    for (const child of children) {
      const size = this.#sizes.get(child) ?? { nodes: 1, depth: 0 }
      nodes += size.nodes
      depth = Math.max(depth, size.depth)
    }
    if (node.kind !== 'scalar') depth += 1
    if (nodes > maxNodes)
      throw compilerProblem('the file has too many values once its aliases are written out')
    if (depth > maxDepth)
      throw compilerProblem(`line ${node.line}: maps and lists are nested more than ${maxDepth} levels deep`)
    this.#sizes.set(node, { nodes, depth })
    return node
  }
}

const isMerge = (pair: Pair): boolean =>
  isScalar(pair.key) &&
  pair.key.value === '<<' &&
  (pair.key.type === 'PLAIN' || pair.key.tag === 'tag:yaml.org,2002:merge')

const styles: Partial<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
}

/** Reads a pipeline file. Throws a compiler problem; an empty file is null. */
export function readYaml(text: string, options?: ReadOptions): Node {
  const { document, lineOf } = parseYaml(text, options)
  return new Reader(text, lineOf).read(document?.contents)
}

/** The same, for a file whose variables are put in afterwards; undefined in place of the template where that cannot be. */
export function readTemplate(
  text: string,
  options?: ReadOptions,
): { root: Node; template: Template | undefined } {
  const { document, lineOf } = parseYaml(text, options)
  const reader = new Reader(text, lineOf)
  const root = reader.read(document?.contents)
  return { root, template: templateOf(text, root, reader.holes) }
}
