import { createContext } from 'react'

/** What happened, in words for the person who asked. Whoever draws the whole page gives the product's (`domain/errors.ts`). */
export const ErrorWords = createContext((error: unknown) => (error instanceof Error ? error.message : ''))
