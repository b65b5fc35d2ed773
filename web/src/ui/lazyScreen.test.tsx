import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Component, Suspense, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'

import { lazyScreen } from './lazyScreen.ts'

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>

class Boundary extends Component<{ children: ReactNode }> {
  override state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })
  override render() {
    return this.state.isBroken ? <p>Broken</p> : this.props.children
  }
}

function Page({ screen: Screen }: { screen: ComponentType<{ name: string }> }) {
  const [times, setTimes] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setTimes(times + 1)}>
        Open
      </button>
      {times > 0 && (
        <Boundary key={times}>
          <Suspense fallback={<p>Waiting</p>}>
            <Screen name="Ana" />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}

describe('lazyScreen', () => {
  const open = (user: ReturnType<typeof userEvent.setup>) =>
    user.click(screen.getByRole('button', { name: 'Open' }))

  it('fetches its code when it is first drawn, once', async () => {
    const load = vi.fn<() => Promise<typeof Hello>>(async () => Hello)
    const user = userEvent.setup()
    render(<Page screen={lazyScreen(load)} />)
    expect(load).not.toHaveBeenCalled()
    await open(user)
    expect(await screen.findByText('Hello Ana')).toBeDefined()
    await open(user)
    expect(load).toHaveBeenCalledOnce()
  })

  it('is drawn at once when it was fetched ahead', async () => {
    const Greeting = lazyScreen(async () => Hello)
    await Greeting.preload()
    render(
      <Suspense fallback={<p>Waiting</p>}>
        <Greeting name="Ana" />
      </Suspense>,
    )
    expect(screen.getByText('Hello Ana')).toBeDefined()
  })

  it('breaks when its code cannot be fetched, until fetching it again works', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const load = vi
      .fn<() => Promise<typeof Hello>>()
      .mockRejectedValueOnce(new Error('Gone'))
      .mockResolvedValue(Hello)
    const Greeting = lazyScreen(load)
    const user = userEvent.setup()
    render(<Page screen={Greeting} />)
    await open(user)
    expect(await screen.findByText('Broken')).toBeDefined()
    expect(load).toHaveBeenCalledOnce()
    await Greeting.preload()
    await open(user)
    expect(await screen.findByText('Hello Ana')).toBeDefined()
  })

  it('says to whoever fetches it ahead that it failed', async () => {
    const lazy = lazyScreen(() => Promise.reject(new Error('Gone')))
    await expect(lazy.preload()).rejects.toThrow('Gone')
  })
})
