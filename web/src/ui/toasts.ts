export type ToastType = 'success' | 'error' | 'warn'

export interface ToastInput {
  title: string
  text?: string
  type?: ToastType
  /** Milliseconds until it goes by itself; 0 stays until dismissed, as errors do unless they say otherwise. */
  duration?: number
  /** A newer one of the same group replaces the older, so that one cause does not fill the screen. */
  group?: string
  /** A next step; choosing it dismisses the notification. */
  action?: { label: string; run: () => void }
}

export interface Toast extends ToastInput {
  id: number
  type: ToastType
  duration: number
}

const defaultDuration = 3000
const atOnce = 5

/** What is shown bottom right. `show` gives back how to take it away again. */
export function createToasts() {
  let shown: readonly Toast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  const set = (next: readonly Toast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const dismiss = (id: number) => {
    if (shown.some((toast) => toast.id === id)) set(shown.filter((toast) => toast.id !== id))
  }

  return {
    show(input: ToastInput): () => void {
      const type = input.type ?? 'success'
      const duration = input.duration ?? (type === 'error' ? 0 : defaultDuration)
      lastId += 1
      const toast: Toast = { ...input, id: lastId, type, duration }
      const others = shown.filter(({ group }) => group === undefined || group !== toast.group)
      set([...others, toast].slice(-atOnce))
      return () => dismiss(toast.id)
    },
    dismiss,
    list: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The page's notifications. */
export const toasts = createToasts()
