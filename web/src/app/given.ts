import { createElement } from 'react'
import type { ComponentType } from 'react'

type Preloadable<Props> = ComponentType<Props> & { preload: () => Promise<void> }

/** A screen as a route's component: `useProps` reads what it wants from the address. Its code still comes ahead. */
export function given<Props extends object>(screen: Preloadable<Props>, useProps: () => Props) {
  const Given = () => createElement<Props>(screen, useProps())
  return Object.assign(Given, { preload: screen.preload })
}
