import { useMutation } from '@tanstack/react-query'
import { userRoutes } from '@yaffle/contract/users'

import { call } from './call.ts'

/** Asked for on demand only, and not kept: whoever shows a token holds it as long as it is shown. */
const options = { meta: { quiet: true }, gcTime: 0 } as const

/** The caller's API token; the same one every time. */
export const useToken = () => useMutation({ mutationFn: () => call(userRoutes.token, {}), ...options })

/** Ends every session and token of the caller, this one included: sign out afterwards. */
export const useResetToken = () =>
  useMutation({ mutationFn: () => call(userRoutes.resetToken, {}), ...options })
