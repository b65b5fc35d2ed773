/** An expression, read. */
export type Expression =
  | { kind: 'literal'; value: null | boolean | bigint | number | string }
  | { kind: 'name'; name: string }
  /** `#`, `#acc`, `#index` and the dot of `.field` inside a predicate. */
  | { kind: 'pointer'; name: string }
  | { kind: 'unary'; operator: '!' | '-' | '+'; operand: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'conditional'; test: Expression; yes: Expression; no: Expression }
  | { kind: 'let'; name: string; value: Expression; body: Expression }
  | { kind: 'sequence'; parts: Expression[] }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'map'; pairs: [Expression, Expression][] }
  | { kind: 'member'; object: Expression; key: Expression; isOptional: boolean }
  | { kind: 'slice'; object: Expression; from: Expression | undefined; to: Expression | undefined }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'method'; object: Expression; name: string; args: Expression[]; isOptional: boolean }
  /** The predicate of `filter` and its like. */
  | { kind: 'predicate'; body: Expression }
