import { createElement, use } from 'react'
import type { ComponentType } from 'react'

/**
 * A component whose code comes when it is needed. `preload` fetches it ahead and rejects when that fails; the next
 * try asks again. Once its code is there it is drawn at once, without an empty moment.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  const preload = () => (loading ??= fetchCode())

  async function fetchCode() {
    try {
      loaded = await load()
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  function Screen(props: Props) {
    if (!loaded) use(preload())
    return loaded ? createElement(loaded, props) : null
  }
  return Object.assign(Screen, { preload })
}
