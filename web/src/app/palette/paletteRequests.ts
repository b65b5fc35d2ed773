const listeners = new Set<() => void>()

/** Lets a button anywhere ask for the palette. */
export const paletteRequests = {
  open() {
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
