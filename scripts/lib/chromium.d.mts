export function findChromium(): string | undefined
export function ensureChromium(): Promise<{ found: boolean; path?: string | undefined }>
