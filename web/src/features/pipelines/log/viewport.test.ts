import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { LogSession } from './logSession.ts'
import { edge, rowHeight } from './metrics.ts'
import type { View } from './protocol.ts'
import { Viewport } from './viewport.ts'

let session: LogSession
let viewport: Viewport
/** The reader has not switched it off. */
let mayFollow: boolean
/** Views that the engine has given and that are still on their way. */
let onTheirWay: (() => void)[]

beforeEach(async () => {
  const entries = Array.from({ length: 3000 }, (_, line) => ({
    line,
    time: 0,
    type: 0,
    data: btoa('x'.repeat(60)),
  }))
  vi.stubGlobal('fetch', async () => Response.json(entries))
  session = new LogSession({ storedUrl: 'http://ci.test/stored', token: '', isFailed: false })
  session.start()
  session.setColumns(80)
  await vi.waitFor(() => expect(session.read().snapshot?.phase).toBe('complete'))
  onTheirWay = []
  const { call } = session
  session.call = async (method, ...args) => {
    const answer: unknown = await Reflect.apply(call, session, [method, ...args])
    if (method === 'view') await new Promise<void>((arrive) => onTheirWay.push(arrive))
    return answer as never
  }
  mayFollow = true
  viewport = new Viewport(session, false, () => mayFollow)
  viewport.setHeight(600)
  await allArrived()
})
afterEach(() => {
  session.stop()
  vi.unstubAllGlobals()
})

/** The next view arrives; another may be asked for after it. */
async function oneArrives() {
  await vi.waitFor(() => expect(onTheirWay).not.toEqual([]))
  onTheirWay.shift()?.()
  await new Promise((done) => setTimeout(done))
}
async function allArrived() {
  await oneArrives()
  await vi.waitFor(async () => {
    await new Promise((done) => setTimeout(done, 5))
    if (onTheirWay.length === 0) return
    await oneArrives()
    throw new Error('More may come')
  })
}
const jumpTo = async (line: number) => {
  const jump = await session.call('reveal', line)
  if (jump) viewport.show(jump)
}
/** Pixels from the top edge. */
function heightOf(line: number) {
  const { frame } = viewport.read()
  const row = frame?.placed.find(({ group }) => group.line === line)?.row
  return row === undefined || !frame ? undefined : row * rowHeight + edge - frame.map.top
}
const isSeen = (line: number) => {
  const height = heightOf(line) ?? -1
  return height >= 0 && height < 600
}
const news = () => viewport.refresh((viewport.read().frame as { view: View }).view.version + 1)

describe('going to a line', () => {
  it('brings it into view', async () => {
    await jumpTo(2000)
    await allArrived()
    expect(isSeen(2000)).toBe(true)
  })

  it('is not forgotten when rows move while its turn has not come', async () => {
    viewport.redraw()
    await jumpTo(2000)
    news()
    await allArrived()
    expect(isSeen(2000)).toBe(true)
  })

  it('is not undone by rows that move while the engine answers', async () => {
    await jumpTo(2000)
    news()
    await oneArrives()
    expect(isSeen(2000)).toBe(true)
    await allArrived()
    expect(isSeen(2000)).toBe(true)
  })

  it('finds the line although its row has become another meanwhile', async () => {
    viewport.redraw()
    await jumpTo(2000)
    session.setColumns(20)
    await allArrived()
    expect(isSeen(2000)).toBe(true)
  })
})

describe('the end', () => {
  it.each([true, false])('holds who comes to it if they like that: %s', async (isLiked) => {
    mayFollow = isLiked
    viewport.scrollPages(1000)
    await allArrived()
    expect(isSeen(2999)).toBe(true)
    expect(viewport.read().isFollowing).toBe(isLiked)
  })

  it('holds who asks for it, in this log, even if they do not like that in others', async () => {
    mayFollow = false
    viewport.showEnd()
    await allArrived()
    expect(isSeen(2999)).toBe(true)
    expect(viewport.read().isFollowing).toBe(true)
    viewport.scrollPages(-1)
    expect(viewport.read().isFollowing).toBe(false)
  })
})

describe('where a jump led', () => {
  it('stays while it can be seen, whatever moves above it', async () => {
    await jumpTo(1000)
    await allArrived()
    const before = heightOf(1000)
    expect(before).toBeGreaterThan(100)
    session.setColumns(20)
    viewport.redraw()
    await allArrived()
    expect(heightOf(1000)).toBe(before)
  })

  it('stays, too, when rows have moved before anybody said so', async () => {
    await jumpTo(1000)
    await allArrived()
    const before = heightOf(1000)
    session.setColumns(20)
    viewport.refresh((viewport.read().frame as { view: View }).view.version)
    await allArrived()
    expect(heightOf(1000)).toBe(before)
  })

  it('holds nobody who has gone elsewhere', async () => {
    await jumpTo(1000)
    await allArrived()
    viewport.scrollPages(20)
    await allArrived()
    const first = viewport.firstLine()
    expect(first).toBeGreaterThan(1100)
    session.setColumns(20)
    viewport.redraw()
    await allArrived()
    expect(viewport.firstLine()).toBe(first)
  })
})

it('rows that move leave the line at the top edge where it is', async () => {
  await jumpTo(1000)
  await allArrived()
  const before = heightOf(1000)
  session.setColumns(20)
  viewport.redraw()
  await allArrived()
  const first = viewport.read().frame?.placed.find(({ group }) => isSeen(group.line))
  expect(first && first.group.line).toBeGreaterThan(970)
  expect(first && first.group.line).toBeLessThanOrEqual(1000)
  expect(before).toBeGreaterThan(0)
})
