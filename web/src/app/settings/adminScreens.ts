import { lazyScreen } from '../../ui/lazyScreen.ts'

/** The pages of the administration that no other settings area has. */
export const adminScreens = {
  info: lazyScreen(async () => (await import('../../features/admin/AdminInfoScreen.tsx')).AdminInfoScreen),
  repos: lazyScreen(async () => (await import('../../features/admin/AdminReposScreen.tsx')).AdminReposScreen),
  users: lazyScreen(async () => (await import('../../features/admin/users/UsersScreen.tsx')).UsersScreen),
  orgs: lazyScreen(async () => (await import('../../features/admin/AdminOrgsScreen.tsx')).AdminOrgsScreen),
  queue: lazyScreen(async () => (await import('../../features/admin/queue/QueueScreen.tsx')).QueueScreen),
  forges: lazyScreen(async () => (await import('../../features/admin/forges/ForgesScreen.tsx')).ForgesScreen),
  forge: lazyScreen(async () => (await import('../../features/admin/forges/ForgeScreen.tsx')).ForgeScreen),
  newForge: lazyScreen(
    async () => (await import('../../features/admin/forges/NewForgeScreen.tsx')).NewForgeScreen,
  ),
}
