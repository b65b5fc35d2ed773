import type { hookRoutes } from '@yaffle/contract/hooks'

import { badRequest } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'

/**
 * Webhooks (wire 6.6). Pushes reach the local forge by git itself, and no other forge has a driver here: nobody was ever
 * given a token, so every one is wrong. The answer is the same whatever the token names, to tell nothing about what exists.
 */
export const hookHandlers = (): Handlers<typeof hookRoutes> => ({
  receive() {
    throw badRequest('failure to parse token from hook')
  },
})
