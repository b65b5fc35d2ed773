import { RepoPatch } from '@yaffle/contract/repos'
import * as z from 'zod/mini'

import { says } from '../../domain/formTexts.ts'

/** An image, with an optional version that is matched too. */
const imageName = /^(?:[\w.-]+(?::\d+)?\/)?(?:[\w.-]+\/)*[\w.-]+(?::[\w.-]+)?(?:@sha256:[\da-f]{64})?$/i

/** The contract's patch with the rules of wire 4.4; the timeout as the text of its field. */
export const generalRules = z.extend(RepoPatch, {
  timeout: z.string().check(z.regex(/^\s*0*[1-9]\d{0,5}\s*$/, says('minutes'))),
  netrc_trusted: z.array(z.string().check(z.regex(imageName, says('notImage')))),
  config_file: z.string().check(
    z.refine((path) => path.trim() === '' || /\.ya?ml$|\/$/i.test(path.trim()), says('notConfigPath')),
    z.refine((path) => !path.split('/').includes('..'), says('notConfigPath')),
  ),
})

/** For addresses that the server will call; '' for none. */
export const isEndpoint = (address: string) =>
  address === '' || (/^https?:\/\/\S+$/.test(address) && URL.canParse(address))
