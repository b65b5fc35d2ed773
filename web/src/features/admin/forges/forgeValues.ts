import type { Forge, ForgeInput } from '@yaffle/contract/forges'
import * as z from 'zod/mini'

import { says } from '../../../domain/formTexts.ts'
import { factsOf, type ForgeKind, forgeKinds, isForgeUrl, normalUrl, type OptionName } from './forgeKinds.ts'

/** The form of a forge. Fields that its kind does not have keep what was typed for another kind, and are not sent. */
export interface ForgeValues {
  type: ForgeKind
  url: string
  client: string
  oauth_client_secret: string
  oauth_host: string
  skip_verify: boolean
  orgs: string[]
  options: Record<OptionName, boolean>
  gitUsername: string
  gitPassword: string
}

export const newForge: ForgeValues = {
  type: 'github',
  url: factsOf('github').defaultUrl,
  client: '',
  oauth_client_secret: '',
  oauth_host: '',
  skip_verify: false,
  orgs: [],
  options: { 'merge-ref': false, 'public-only': false, 'oauth-enable-project-admin-scope': false },
  gitUsername: '',
  gitPassword: '',
}

/** Secrets start empty, also where an old server tells them. */
export function valuesOf(forge: Forge, type: ForgeKind): ForgeValues {
  const { url, client, oauth_host, skip_verify, orgs, additional_options: given } = forge
  const username = given['git-username']
  return {
    ...newForge,
    type,
    url,
    client,
    oauth_host,
    skip_verify,
    orgs,
    options: {
      'merge-ref': given['merge-ref'] === true,
      'public-only': given['public-only'] === true,
      'oauth-enable-project-admin-scope': given['oauth-enable-project-admin-scope'] === true,
    },
    gitUsername: typeof username === 'string' ? username : '',
  }
}

/** Another kind brings its own address, unless somebody has typed one. */
export function withKind(values: ForgeValues, type: ForgeKind): ForgeValues {
  const isUntouched = values.url.trim() === '' || values.url === factsOf(values.type).defaultUrl
  return { ...values, type, url: isUntouched ? factsOf(type).defaultUrl : values.url }
}

/**
 * What is sent for them. All fields are replaced by it, so that options this page does not know are taken from the
 * `stored` forge, and so is a password that its server tells.
 */
export function inputOf(values: ForgeValues, stored?: Forge): ForgeInput {
  const { type, client, oauth_client_secret, skip_verify, orgs } = values
  const facts = factsOf(type)
  const url = facts.isHostedOnly ? facts.defaultUrl : normalUrl(values.url)
  const oauth_host = facts.isHostedOnly ? '' : normalUrl(values.oauth_host)
  return {
    type,
    url,
    client: client.trim(),
    oauth_client_secret,
    skip_verify: !facts.isHostedOnly && skip_verify,
    oauth_host: oauth_host === url ? '' : oauth_host,
    orgs,
    additional_options: {
      ...stored?.additional_options,
      ...Object.fromEntries(facts.options.map((name) => [name, values.options[name]])),
      ...(facts.needsGitAccount && {
        'git-username': values.gitUsername.trim(),
        ...(values.gitPassword !== '' && { 'git-password': values.gitPassword }),
      }),
    },
  }
}

const filled = () => z.refine<string>((value) => value.trim() !== '', says('required'))

/** The form's rules. A stored forge keeps its secrets where nothing is typed. */
export const forgeRules = ({ isStored }: { isStored: boolean }) =>
  z
    .object({
      type: z.enum(forgeKinds),
      url: z.string(),
      client: z.string().check(filled()),
      oauth_client_secret: z.string().check(z.refine((value) => isStored || value !== '', says('required'))),
      oauth_host: z.string(),
      skip_verify: z.boolean(),
      orgs: z.array(z.string()),
      gitUsername: z.string(),
      gitPassword: z.string(),
    })
    .check((context) => {
      const { type, url, oauth_host, gitUsername, gitPassword } = context.value
      const { isHostedOnly, needsGitAccount } = factsOf(type)
      const complain = (field: string, complaint: Parameters<typeof says>[0]) =>
        context.issues.push({
          code: 'custom',
          input: context.value,
          path: [field],
          message: says(complaint),
          continue: true,
        })
      if (!isHostedOnly) {
        if (url.trim() === '') complain('url', 'required')
        else if (!isForgeUrl(url)) complain('url', 'notUrl')
        if (oauth_host.trim() !== '' && !isForgeUrl(oauth_host)) complain('oauth_host', 'notUrl')
      }
      if (needsGitAccount) {
        if (gitUsername.trim() === '') complain('gitUsername', 'required')
        if (gitPassword === '' && !isStored) complain('gitPassword', 'required')
      }
    })
