import { useRouterState } from '@tanstack/react-router'

/** The full path of the page shown: root path, query and hash included. */
export const useHere = () => useRouterState({ select: ({ location }) => location.publicHref })
