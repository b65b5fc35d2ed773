/** The address in its canonical spelling if it is absolute and of http or https, else undefined. */
export function safeUrl(address: string): string | undefined {
  const url = URL.parse(address)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined
}
