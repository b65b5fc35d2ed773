import { ExpressionError } from './errors.ts'
import { bindingOf, chained, isRight, negatable, predicatePlace, same, unaryBinding } from './operators.ts'
import type { Expression } from './syntax.ts'
import type { Token } from './tokens.ts'
import { tokensOf } from './tokens.ts'

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['nil', null],
])

const maxDepth = 100

/** Reads an expression from its tokens by precedence climbing. */
class Parser {
  readonly #tokens: Token[]
  #at = 0
  #depth = 0
  #predicates = 0

  constructor(source: string) {
    this.#tokens = tokensOf(source)
  }

  parse(): Expression {
    const expression = this.#sequence()
    if (this.#current.kind !== 'end') throw this.#unexpected()
    return expression
  }

  get #current(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', at: 0 }
  }

  #unexpected() {
    const { kind, text, at } = this.#current
    return new ExpressionError(kind === 'end' ? 'it ends too early' : `unexpected \`${text}\` at ${at}`)
  }

  #is(text: string): boolean {
    const { kind } = this.#current
    return (kind === 'operator' || kind === 'bracket') && this.#current.text === text
  }

  #skip(text: string): boolean {
    if (!this.#is(text)) return false
    this.#at += 1
    return true
  }

  #expect(text: string) {
    if (!this.#skip(text)) throw this.#unexpected()
  }

  #take(kind: Token['kind']): Token {
    const token = this.#current
    if (token.kind !== kind) throw this.#unexpected()
    this.#at += 1
    return token
  }

  #sequence(): Expression {
    const parts = [this.#expression(0)]
    while (this.#skip(';')) {
      if (this.#current.kind === 'end' || this.#is(')') || this.#is('}')) break
      parts.push(this.#expression(0))
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { kind: 'sequence', parts }
  }

  #expression(minimum: number): Expression {
    this.#depth += 1
    if (this.#depth > maxDepth) throw new ExpressionError('it is nested too deeply')
    const expression = minimum === 0 ? this.#lowest() : this.#operators(minimum)
    this.#depth -= 1
    return expression
  }

  #lowest(): Expression {
    if (this.#skip('let')) {
      const name = this.#take('name').text
      this.#expect('=')
      const value = this.#expression(0)
      this.#expect(';')
      return { kind: 'let', name, value, body: this.#sequence() }
    }
    if (this.#skip('if')) return this.#ifBlock()
    let expression = this.#operators(0)
    while (this.#skip('?')) {
      if (this.#skip(':')) {
        expression = {
          kind: 'conditional',
          test: expression,
          yes: expression,
          no: this.#expression(0),
        }
        continue
      }
      const yes = this.#expression(0)
      this.#expect(':')
      expression = { kind: 'conditional', test: expression, yes, no: this.#expression(0) }
    }
    return expression
  }

  #ifBlock(): Expression {
    const test = this.#expression(0)
    this.#expect('{')
    const yes = this.#sequence()
    this.#expect('}')
    this.#expect('else')
    if (this.#skip('if')) return { kind: 'conditional', test, yes, no: this.#ifBlock() }
    this.#expect('{')
    const no = this.#sequence()
    this.#expect('}')
    return { kind: 'conditional', test, yes, no }
  }

  /** The binary operator that comes next, if it binds at least so tightly. */
  #nextOperator(minimum: number): { operator: string; isNegated: boolean } | undefined {
    if (this.#current.kind !== 'operator') return undefined
    const isNegated = this.#current.text === 'not'
    const token = isNegated ? this.#tokens[this.#at + 1] : this.#current
    if (!token || token.kind !== 'operator' || (isNegated && !negatable.has(token.text))) return undefined
    const tightness = bindingOf(token.text)
    if (tightness === undefined || tightness < minimum) return undefined
    this.#at += isNegated ? 2 : 1
    return { operator: token.text, isNegated }
  }

  #operators(minimum: number): Expression {
    let left = this.#primary()
    let previous = ''
    for (let next = this.#nextOperator(minimum); next; next = this.#nextOperator(minimum)) {
      const { operator, isNegated } = next
      if (previous === '??' && operator !== '??' && operator !== '|')
        throw new ExpressionError(`\`${operator}\` and \`??\` cannot be mixed without parentheses`)
      if (operator === '|') {
        left = this.#postfix(this.#call(this.#take('name').text, [left]))
      } else if (chained.has(operator)) left = this.#comparison(left, operator)
      else {
        const right = this.#expression((bindingOf(operator) ?? 0) + (isRight.has(operator) ? 0 : 1))
        left = { kind: 'binary', operator: same[operator] ?? operator, left, right }
        if (isNegated) left = { kind: 'unary', operator: '!', operand: left }
      }
      previous = operator
    }
    return left
  }

  /** `1 < x < 5` means that both hold. */
  #comparison(first: Expression, firstOperator: string): Expression {
    let operator = firstOperator
    let left = first
    let whole: Expression | undefined
    for (;;) {
      const right = this.#expression((bindingOf(operator) ?? 0) + 1)
      const part: Expression = { kind: 'binary', operator, left, right }
      whole = whole ? { kind: 'binary', operator: '&&', left: whole, right: part } : part
      if (this.#current.kind !== 'operator' || !chained.has(this.#current.text)) return whole
      operator = this.#current.text
      this.#at += 1
      left = right
    }
  }

  #primary(): Expression {
    const { kind, text } = this.#current
    if (kind === 'operator' && Object.hasOwn(unaryBinding, text)) {
      this.#at += 1
      const operand = this.#expression(unaryBinding[text] ?? 0)
      const operator = text === '-' || text === '+' ? text : '!'
      return this.#postfix({ kind: 'unary', operator, operand })
    }
    if (this.#skip('(')) {
      const inside = this.#sequence()
      this.#expect(')')
      return this.#postfix(inside)
    }
    if (this.#predicates > 0 && this.#is('.')) return this.#postfix({ kind: 'pointer', name: '' })
    if (this.#predicates > 0 && this.#skip('#')) {
      const name = this.#current.kind === 'name' ? this.#take('name').text : ''
      return this.#postfix({ kind: 'pointer', name })
    }
    if (this.#skip('::')) return this.#postfix(this.#call(this.#take('name').text, []))
    return this.#postfix(this.#secondary())
  }

  #secondary(): Expression {
    const token = this.#current
    if (this.#skip('[')) return { kind: 'list', items: this.#list(']') }
    if (this.#skip('{')) return this.#map()
    if (token.kind !== 'string' && token.kind !== 'number' && token.kind !== 'name') throw this.#unexpected()
    this.#at += 1
    if (token.kind === 'string') return { kind: 'literal', value: token.text }
    if (token.kind === 'number') return { kind: 'literal', value: token.value ?? 0n }
    const constant = constants.get(token.text)
    if (constant !== undefined) return { kind: 'literal', value: constant }
    return this.#is('(') ? this.#call(token.text, []) : { kind: 'name', name: token.text }
  }

  #list(end: string): Expression[] {
    const items: Expression[] = []
    while (!this.#skip(end)) {
      if (items.length > 0) {
        this.#expect(',')
        if (this.#skip(end)) break
      }
      items.push(this.#expression(0))
    }
    return items
  }

  #map(): Expression {
    const pairs: [Expression, Expression][] = []
    while (!this.#skip('}')) {
      if (pairs.length > 0) {
        this.#expect(',')
        if (this.#skip('}')) break
      }
      pairs.push([this.#mapKey(), (this.#expect(':'), this.#expression(0))])
    }
    return { kind: 'map', pairs }
  }

  #mapKey(): Expression {
    const { kind, text } = this.#current
    if (this.#skip('(')) {
      const key = this.#expression(0)
      this.#expect(')')
      return key
    }
    if (kind !== 'name' && kind !== 'string' && kind !== 'number') throw this.#unexpected()
    this.#at += 1
    return { kind: 'literal', value: text }
  }

  /** The arguments of a function, whose name has been read; `first` come from a pipe. */
  #call(name: string, first: Expression[]): Expression {
    const place = Object.hasOwn(predicatePlace, name) ? predicatePlace[name] : undefined
    const args = [...first]
    this.#expect('(')
    while (!this.#skip(')')) {
      if (args.length > first.length) {
        this.#expect(',')
        if (this.#skip(')')) break
      }
      args.push(args.length === place ? this.#predicate() : this.#expression(0))
    }
    return { kind: 'call', name, args }
  }

  #predicate(): Expression {
    const hasBraces = this.#skip('{')
    this.#predicates += 1
    const body = hasBraces ? this.#sequence() : this.#expression(0)
    this.#predicates -= 1
    if (hasBraces) this.#expect('}')
    return { kind: 'predicate', body }
  }

  #postfix(start: Expression): Expression {
    let object = start
    for (;;) {
      const isOptional = this.#is('?.')
      if (isOptional || this.#is('.')) {
        this.#at += 1
        if (isOptional && this.#skip('[')) object = this.#index(object, true)
        else object = this.#member(object, isOptional)
      } else if (this.#skip('[')) object = this.#index(object, false)
      else return object
    }
  }

  #member(object: Expression, isOptional: boolean): Expression {
    const name = this.#take('name').text
    if (this.#skip('(')) return { kind: 'method', object, name, args: this.#list(')'), isOptional }
    return { kind: 'member', object, key: { kind: 'literal', value: name }, isOptional }
  }

  #index(object: Expression, isOptional: boolean): Expression {
    const from = this.#is(':') ? undefined : this.#expression(0)
    if (this.#skip(':')) {
      const to = this.#is(']') ? undefined : this.#expression(0)
      this.#expect(']')
      return { kind: 'slice', object, from, to }
    }
    this.#expect(']')
    if (!from) throw this.#unexpected()
    return { kind: 'member', object, key: from, isOptional }
  }
}

/** Reads an expression. Throws an ExpressionError that says what is wrong with it. */
export const parseExpression = (source: string): Expression => new Parser(source).parse()
