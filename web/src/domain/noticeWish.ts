import { stored } from '../ui/stored.ts'

/** Whether this browser's person wants to be told when a pipeline of theirs finishes; '' when never asked. */
export const noticeWish = stored<'on' | 'off' | ''>('yaffle:notices', (text) =>
  text === 'on' || text === 'off' ? text : '',
)
