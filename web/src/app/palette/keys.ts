/** What a key does on any page. */
export type Shortcut = 'palette' | 'help' | 'filter' | 'repos' | 'admin' | 'user'

/** A key together with the one for commands, as this machine's people write it. */
export const commandKey = (key: string) =>
  /mac|iphone|ipad/i.test(globalThis.navigator.userAgent) ? `⌘${key}` : `Ctrl ${key}`

/** The keys as people read them. */
export const shortcutKeys = {
  palette: [commandKey('K')],
  filter: ['/'],
  repos: ['g', 'r'],
  admin: ['g', 'a'],
  user: ['g', 'u'],
  help: ['?'],
} as const satisfies Record<Shortcut, readonly string[]>

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** How long the second key of two may take (ms). */
const patience = 1200

const afterG: Readonly<Record<string, Shortcut>> = { r: 'repos', a: 'admin', u: 'user' }

/**
 * Reads keys one by one. `isTyping` is true where keys make text: only the palette is called from there. Times are
 * milliseconds.
 */
export function createKeyReader() {
  let gAt = -Infinity

  return (pressed: Key, isTyping: boolean, now: number): Shortcut | undefined => {
    const key = pressed.key.toLowerCase()
    const isSecond = now - gAt <= patience
    gAt = -Infinity
    if ((pressed.ctrlKey || pressed.metaKey) && !pressed.altKey) return key === 'k' ? 'palette' : undefined
    if (isTyping || pressed.altKey) return undefined
    if (isSecond && Object.hasOwn(afterG, key)) return afterG[key]
    if (key === 'g') gAt = now
    if (key === '/') return 'filter'
    return key === '?' ? 'help' : undefined
  }
}
