import type { User } from '@yaffle/contract/users'
import * as z from 'zod/mini'

import { says } from '../../../domain/formTexts.ts'
import { safeUrl } from '../../../ui/safeUrl.ts'

/** The form of a user. `forge_id` as text, for the list of choices. */
export interface UserValues {
  login: string
  forge_id: string
  email: string
  avatar_url: string
  admin: boolean
}

export const newUser: UserValues = { login: '', forge_id: '1', email: '', avatar_url: '', admin: false }

/** Servers leave out forge 1. */
export const userKey = ({ forge_id, login }: Pick<User, 'forge_id' | 'login'>) => `${forge_id || 1}/${login}`

export const userValuesOf = ({ login, forge_id, email, avatar_url, admin }: User): UserValues => ({
  login,
  forge_id: String(forge_id || 1),
  email,
  avatar_url,
  admin,
})

/** `taken`: the keys of all users; leave it empty where the login stays what it is. */
export const userRules = (taken: ReadonlySet<string>) =>
  z
    .object({
      login: z.string().check(
        z.refine((login) => login.trim() !== '', says('required')),
        // As the server has it (wire 3.11); browsers would resolve away the two of dots alone.
        z.refine((login) => /^(?!\.{1,2}$)[\w.-]{1,250}$/.test(login.trim()), says('notLogin')),
      ),
      forge_id: z.string(),
      email: z
        .string()
        .check(z.refine((email) => email.trim() === '' || /^\S+@\S+$/.test(email.trim()), says('notEmail'))),
      avatar_url: z
        .string()
        .check(z.refine((url) => url.trim() === '' || safeUrl(url.trim()) !== undefined, says('notUrl'))),
    })
    .check((context) => {
      const { login, forge_id } = context.value
      if (taken.has(userKey({ login: login.trim(), forge_id: Number(forge_id) })))
        context.issues.push({
          code: 'custom',
          input: context.value,
          path: ['login'],
          message: says('taken'),
          continue: true,
        })
    })
