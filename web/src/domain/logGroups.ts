import { stored } from '../ui/stored.ts'

/** Whether commands and groups of a log are folded when it is opened; kept in this browser. */
export const areLogGroupsFolded = stored('yaffle:collapse-log-groups', (text) => text === 'true')
