import type { Forge, ForgeInput, forgeRoutes } from '@yaffle/contract/forges'
import type * as z from 'zod/mini'

import { badRequest, conflict, notFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/mount.ts'
import type { ForgeStore } from './forges.store.ts'

/** What everybody may know of a forge; the sign-in page needs no more. */
const reduced = ({ id, type, url }: Forge): Forge => ({
  id,
  type,
  url,
  client: '',
  skip_verify: false,
  oauth_host: '',
  orgs: [],
  additional_options: {},
})

type Input = z.output<typeof ForgeInput>

/** Kinds that can be added; the local forge, `addon`, is always number 1 and only there. */
const kinds = ['github', 'gitlab', 'gitea', 'forgejo', 'bitbucket', 'bitbucket-dc']
const secretOption = 'git-password'

function check(input: Input, isSecretKept: boolean): Input {
  if (!kinds.includes(input.type)) throw badRequest(`type: must be one of ${kinds.join(', ')}`)
  const withScheme = (url: string) =>
    (url === '' || /^https?:\/\//.test(url) ? url : `https://${url}`).replace(/\/+$/, '')
  const url = withScheme(input.url.trim()) || (input.type === 'bitbucket' ? 'https://bitbucket.org' : '')
  const oauth_host = withScheme(input.oauth_host.trim())
  if (!URL.canParse(url)) throw badRequest('url: must be a URL')
  if (oauth_host !== '' && !URL.canParse(oauth_host)) throw badRequest('oauth_host: must be a URL')
  if (input.client.trim() === '') throw badRequest('client: must not be empty')
  if (input.oauth_client_secret === '' && !isSecretKept)
    throw badRequest('oauth_client_secret: must not be empty')
  return { ...input, url, oauth_host: oauth_host === url ? '' : oauth_host }
}

/** Options without those that nobody may read again. */
const shown = (forge: Forge): Forge => ({
  ...forge,
  additional_options: Object.fromEntries(
    Object.entries(forge.additional_options).filter(([key]) => key !== secretOption),
  ),
})

export const forgeHandlers = ({ forges }: { forges: ForgeStore }): Handlers<typeof forgeRoutes> => ({
  list({ query }, { user }) {
    const list = forges.list(query.page, query.perPage)
    return list.map(user?.admin ? shown : reduced)
  },

  get({ params }, { user }) {
    const forge = forges.get(params.forge_id)
    if (!forge) throw notFound('Forge')
    return user?.admin ? shown(forge) : reduced(forge)
  },

  create: ({ body }) => shown(forges.insert(check(body, false))),

  update({ params, body }) {
    const old = forges.get(params.forge_id)
    if (!old) throw notFound('Forge')
    if (old.type === 'addon') throw conflict('The local forge has no settings of its own')
    const forge = forges.update(params.forge_id, check(body, true))
    if (!forge) throw notFound('Forge')
    return shown(forge)
  },

  remove({ params }) {
    const forge = forges.get(params.forge_id)
    if (!forge) throw notFound('Forge')
    if (forge.type === 'addon') throw conflict('The local forge cannot be removed')
    if (forges.isUsed(forge.id)) throw conflict('The forge has users or repositories; remove them first')
    forges.remove(forge.id)
  },
})
