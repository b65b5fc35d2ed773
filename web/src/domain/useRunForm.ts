import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { hasProblem, mapOf, rowsOf } from '../ui/keyValues.ts'

interface RunFormRules {
  /** Nothing is sent before. */
  isComplete: boolean
  /** Something but the variables has been typed. */
  isChanged: boolean
  /** Names that a variable cannot have here. */
  refuses?: (name: string) => boolean
}

/** What the forms that start a pipeline have in common: variables, and what becomes of what was typed. */
export function useRunForm<Answer, Options>(
  run: UseMutationResult<Answer, Error, Options>,
  { isComplete, isChanged, refuses = () => false }: RunFormRules,
) {
  const [variables, setVariables] = useState(() => rowsOf({}))
  const [hasTried, setTried] = useState(false)
  // Asked at the very moment of leaving, which comes before the next drawing.
  const isSent = useRef(false)
  const refused = [...new Set(variables.map(({ key }) => key).filter(refuses))]
  const isBroken = hasProblem(variables)
  return {
    variables,
    setVariables,
    hasTried,
    refused,
    isBroken,
    /** Also while the page of the answer is on its way: whoever presses twice wants one pipeline. */
    isBusy: run.isPending || run.isSuccess,
    /** Of the server; what was typed stays as it is. */
    refusal: run.error,
    isUnsaved: () =>
      !isSent.current && (isChanged || variables.some(({ key, value }) => key !== '' || value !== '')),
    /** The server's answer, or null when nothing was sent or the server refused. */
    async send(optionsOf: (variables: Record<string, string>) => Options): Promise<Answer | null> {
      setTried(true)
      if (run.isPending || isSent.current || !isComplete || isBroken || refused.length > 0) return null
      // A refusal is drawn from the mutation.
      const answer = await run.mutateAsync(optionsOf(mapOf(variables))).catch(() => null)
      isSent.current = answer !== null
      return answer
    },
  }
}

export type RunFormState = Omit<ReturnType<typeof useRunForm>, 'send'>
