import { stored } from '../ui/stored.ts'

export interface UserConfig {
  isPipelineFeedOpen: boolean
  /** Where to go once signed in; checked by `returnPath` again before it is followed. '' for nowhere. */
  redirectUrl: string
}

/** What this browser remembers of its person's habits. */
export const userConfig = stored<UserConfig>('yaffle:user-config', read, JSON.stringify)

function read(text: string | null): UserConfig {
  const { isPipelineFeedOpen, redirectUrl } = parse(text)
  return {
    isPipelineFeedOpen: isPipelineFeedOpen === true,
    redirectUrl: typeof redirectUrl === 'string' ? redirectUrl : '',
  }
}

function parse(text: string | null): Partial<Record<keyof UserConfig, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

export const changeUserConfig = (part: Partial<UserConfig>) =>
  userConfig.set({ ...userConfig.get(), ...part })
