import { type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'

/** What is wrong with each field, in the schema's own words: the first complaint of each. */
export type Problems<Values> = { readonly [Field in keyof Values]?: string }

/** The complaints of a schema by field; none when the values keep all its rules. */
export function problemsOf<Values extends object>(schema: z.ZodMiniType, values: Values): Problems<Values> {
  const checked = schema.safeParse(values)
  if (checked.success) return {}
  const problems: Partial<Record<PropertyKey, string>> = {}
  for (const { path, message } of checked.error.issues) problems[path[0] ?? ''] ??= message
  return problems
}

interface FormOptions<Values> {
  /** What the fields start with; a later change does not reset what was typed. */
  initial: Values
  /** Its messages say what is wrong; they are handed on as they are. */
  schema: z.ZodMiniType
  /** Resolves when it is done. A rejection leaves the form as it is, to be sent again. */
  send: (values: Values) => Promise<unknown>
  /** Once it is done and nothing is unsaved any more: the moment to go elsewhere. */
  onSaved?: () => unknown
}

/**
 * A form's values, rules and way to the server. Rules are shown from the first try on; then the first field that
 * breaks one gets the focus. What the server refused stays in the fields.
 */
export function useForm<Values extends object>({ initial, schema, send, onSaved }: FormOptions<Values>) {
  const [values, setValues] = useState(initial)
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const isOpen = useRef(false)
  // Asked at the very moment of leaving, which may come before the next drawing.
  const saved = useRef(JSON.stringify(initial))
  const problems = problemsOf(schema, values)
  const isValid = Object.keys(problems).length === 0

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isOpen.current) return
    setTried(true)
    if (!isValid) {
      requestAnimationFrame(() => showFirstProblem(form))
      return
    }
    isOpen.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      await send(values)
      saved.current = JSON.stringify(values)
      setTried(false)
    } catch (error) {
      setRefusal(error)
      return
    } finally {
      isOpen.current = false
      setBusy(false)
    }
    onSaved?.()
  }

  return {
    values,
    set: <Field extends keyof Values>(field: Field, value: Values[Field]) =>
      setValues((before) => ({ ...before, [field]: value })),
    // Lists that a rule looks at may change while the answer is on its way.
    problems: hasTried && !isBusy ? problems : ({} as Problems<Values>),
    /** Would leaving now lose something? */
    isUnsaved: () => JSON.stringify(values) !== saved.current,
    isBusy,
    /** What the last try was refused with. */
    refusal,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  }
}

/** Focusing alone brings no more of a long text into sight than the line of its caret. */
function showFirstProblem(form: HTMLFormElement) {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
