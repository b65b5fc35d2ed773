import { lazyScreen } from '../../ui/lazyScreen.ts'

/** The pages of all settings areas, each with its code in a file of its own. */
export const pages = {
  general: lazyScreen(
    async () => (await import('../../features/repoSettings/GeneralScreen.tsx')).GeneralScreen,
  ),
  secrets: lazyScreen(async () => (await import('../../features/secrets/SecretsScreen.tsx')).SecretsScreen),
  registries: lazyScreen(
    async () => (await import('../../features/registries/RegistriesScreen.tsx')).RegistriesScreen,
  ),
  crons: lazyScreen(async () => (await import('../../features/crons/CronsScreen.tsx')).CronsScreen),
  badge: lazyScreen(async () => (await import('../../features/badge/BadgeScreen.tsx')).BadgeScreen),
  actions: lazyScreen(
    async () => (await import('../../features/repoSettings/ActionsScreen.tsx')).ActionsScreen,
  ),
  extensions: lazyScreen(
    async () => (await import('../../features/repoSettings/ExtensionsScreen.tsx')).ExtensionsScreen,
  ),
  agents: lazyScreen(async () => (await import('../../features/agents/AgentsScreen.tsx')).AgentsScreen),
  account: lazyScreen(async () => (await import('../../features/user/AccountScreen.tsx')).AccountScreen),
  cliAndApi: lazyScreen(
    async () => (await import('../../features/user/CliAndApiScreen.tsx')).CliAndApiScreen,
  ),
}
