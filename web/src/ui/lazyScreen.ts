import { createElement, lazy } from 'react'
import type { ComponentType } from 'react'

/**
 * A component whose code comes when it is needed, and which breaks where it is drawn when that fails. `preload`
 * fetches it ahead, rejects when that fails, and tries again after a failure. Once the code is there (`isLoaded`) it is
 * drawn at once, without an empty moment. `forgetFailure` lets it be fetched again by whoever draws it next.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  let fetching = fetchOnce(load)

  const forgetFailure = () => {
    if (fetching.hasFailed()) fetching = fetchOnce(load)
  }
  const preload = async () => {
    forgetFailure()
    loaded = await fetching.start()
  }
  const Screen = (props: Props) => createElement(loaded ?? fetching.Waiting, props)
  return Object.assign(Screen, { preload, forgetFailure, isLoaded: () => loaded !== undefined })
}

/** One attempt; however often it is started, it has one outcome. */
function fetchOnce<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let outcome: Promise<ComponentType<Props>> | undefined
  let isFailed = false

  async function attempt() {
    try {
      return await load()
    } catch (error) {
      isFailed = true
      throw error
    }
  }
  const start = () => (outcome ??= attempt())
  const Lazy = lazy(async () => ({ default: (await start()) as ComponentType<object> }))
  const Waiting: ComponentType<Props> = (props) => createElement(Lazy, props)
  return { start, Waiting, hasFailed: () => isFailed }
}
