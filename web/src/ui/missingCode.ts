/** Errors that the loader of code reported, so that what broke for that reason can say so. */
const failed = new WeakSet<object>()

/** Tells when a part of the page cannot be loaded: mostly because a newer one has taken its place on the server. */
export function onMissingCode(listener: () => void): () => void {
  const handle = (event: Event & { payload?: unknown }) => {
    if (typeof event.payload === 'object' && event.payload !== null) failed.add(event.payload)
    listener()
  }
  globalThis.addEventListener('vite:preloadError', handle)
  return () => globalThis.removeEventListener('vite:preloadError', handle)
}

export const isMissingCode = (error: unknown) =>
  typeof error === 'object' && error !== null && failed.has(error)

export const reload = () => globalThis.location.reload()
