import { RegistryInput } from '@yaffle/contract/registries'
import * as z from 'zod/mini'

import { says } from '../../domain/formTexts.ts'

/** As the wire asks: what parses as a URL, with or without its scheme. */
const isAddress = (address: string) =>
  address !== '' && !/\s/.test(address) && (URL.canParse(address) || URL.canParse(`https://${address}`))

interface Known {
  /** It is there already: an empty password keeps the stored one, the address is fixed. */
  isStored: boolean
  /** Addresses of this level. */
  taken: ReadonlySet<string>
}

/** The contract's registry with the rules that the server has for it. */
export const registryRules = ({ isStored, taken }: Known) =>
  z.extend(RegistryInput, {
    address: z.string().check(
      z.refine((address) => address.trim() !== '', { error: says('required'), abort: true }),
      z.refine((address) => isAddress(address.trim()), says('notAddress')),
      z.refine((address) => isStored || !taken.has(address.trim()), says('taken')),
    ),
    username: z.string().check(z.refine((username) => username.trim() !== '', says('required'))),
    password: z.string().check(z.refine((password) => isStored || password !== '', says('required'))),
  })
