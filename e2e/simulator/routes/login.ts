import { type Answer, redirect } from '../answers.ts'
import type { User } from '../entities.ts'
import { deadCookies, freshState, sessionCookie } from '../identity.ts'
import type { Call } from '../route.ts'

/** GET or POST /authorize (2.5): all answers are redirects, and only to the forge or to the start of the page. */
export function authorize({ world, root, query, request }: Call): Answer {
  const failed = (error: string) => redirect(`${root}/login?${new URLSearchParams({ error })}`)
  const refused = query.get('error')
  if (refused) {
    const passed = ['error', 'error_description', 'error_uri'].flatMap((name) =>
      query.has(name) ? [[name, query.get(name) ?? '']] : [],
    )
    return redirect(`${root}/login?${new URLSearchParams(passed)}`)
  }
  const code = query.get('code')
  const state = query.get('state')
  if (code && state) {
    if (!world.states.delete(state)) return failed('invalid_state')
    const user = userOfCode(world.users, code)
    if (!user) return failed('oauth_error')
    const isSecure = request.headers['x-forwarded-proto'] === 'https'
    return redirect(`${root}/`, [sessionCookie(world, user, isSecure)])
  }
  const forge_id = query.get('forge_id') ?? '1'
  if (!/^\d+$/.test(forge_id)) return failed('invalid_state')
  if (!world.forges.some(({ id }) => id === Number(forge_id))) return failed('internal_error')
  const fresh = freshState()
  world.states.add(fresh)
  const back = `${world.host}/authorize`
  const asked = new URLSearchParams({ client_id: 'simulated', redirect_uri: back, state: fresh })
  return redirect(`${world.forgeUrl}/login/oauth/authorize?${asked}&response_type=code`)
}

const userOfCode = (users: readonly User[], code: string) =>
  users.find(({ login }) => code === `code-of-${login}`)

/** Needs nobody to be signed in, and does not end the token itself. */
export const logout = ({ root }: Pick<Call, 'root'>): Answer => redirect(`${root}/`, deadCookies)
