import { Outlet } from '@tanstack/react-router'

import { toasts } from '../ui/toasts.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { Announcer } from './Announcer.tsx'
import { FaviconLinks } from './FaviconLinks.tsx'
import { Notices } from './Notices.tsx'

/** Around every page, with or without the frame. */
export const Root = () => (
  <>
    <Outlet />
    <Toasts store={toasts} />
    <Announcer />
    <Notices />
    <FaviconLinks />
  </>
)
