import { stored } from '../ui/stored.ts'

/**
 * Whether commands and groups of a log are folded when it is opened; kept in this browser. Open unless somebody wants
 * it otherwise: what a step said can then be read without a click.
 */
export const areLogGroupsFolded = stored('yaffle:collapse-log-groups', (text) => text === 'true')
