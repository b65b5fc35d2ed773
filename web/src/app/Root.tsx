import { Outlet } from '@tanstack/react-router'

import { useErrorText } from '../domain/errors.ts'
import { ErrorWords } from '../ui/errorWords.ts'
import { toasts } from '../ui/toasts.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { Announcer } from './Announcer.tsx'
import { FaviconLinks } from './FaviconLinks.tsx'
import { Notices } from './Notices.tsx'

/** Around every page, with or without the frame. */
export const Root = () => (
  <ErrorWords value={useErrorText()}>
    <Outlet />
    <Toasts store={toasts} />
    <Announcer />
    <Notices />
    <FaviconLinks />
  </ErrorWords>
)
