import { screen, waitFor, within } from '@testing-library/react'
import { pipelineRoutes } from '@yaffle/contract/pipelines'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { fakeApi, reply } from '../../../testing/fakeApi.ts'
import { aConfig } from '../../../testing/fixtures.ts'
import { harmOn, payloads } from '../../../testing/hostile.ts'
import { failed, has, showConfig } from '../testing/pages.tsx'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))
const files = (...texts: string[]) =>
  fakeApi(
    has(failed),
    reply(pipelineRoutes.config, () =>
      texts.map((text, index) => aConfig({ name: `file ${index + 1}`, data: base64(text) })),
    ),
  )
const code = async (name = 'file 1') => {
  const panel = await screen.findByRole('region', { name })
  return within(panel).getByLabelText(name, { selector: 'pre' })
}

describe('a file of a pipeline', () => {
  it('gets its colours, and stays the text that it is', async () => {
    files('steps: # all\n  - "one"\n\n')
    showConfig()
    const pre = await code()
    await waitFor(() => expect(pre.querySelector('.text-code-key')?.textContent).toBe('steps'))
    expect(pre.querySelector('.text-code-string')?.textContent).toBe('"one"')
    const lines = [...pre.querySelectorAll('[id]')]
    expect(lines.map(({ textContent }) => textContent)).toEqual(['1steps: # all\n', '2  - "one"\n', '3\n'])
  })

  it('has a link to each line, and marks the one in the address', async () => {
    files('a: 1\nb: 2\nc: 3')
    const scrolled: string[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.id)
    })
    showConfig('#file-1-L2')
    const pre = await code()
    const link = pre.querySelector('[id="file-1-L3"] a')
    expect(link?.getAttribute('href')).toBe('#file-1-L3')
    expect(pre.querySelector('.bg-log-selected')?.id).toBe('file-1-L2')
    expect(scrolled).toEqual(['file-1-L2'])
  })

  it('is copied and saved as it came', async () => {
    const text = 'a: 1\r\nb: "\u202e"\n'
    files(text)
    const { user } = showConfig()
    const blobs: Blob[] = []
    const names: string[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await user.click(await screen.findByRole('button', { name: 'Copy file 1' }))
    expect(await navigator.clipboard.readText()).toBe(text)
    await user.click(screen.getByRole('button', { name: 'Download file 1' }))
    expect(names).toEqual(['file-1.yaml'])
    expect(await blobs[0]?.text()).toBe(text)
    expect(blobs[0]?.type).toBe('text/plain')
  })

  it('wraps long lines when asked, all files alike, and the next time, too', async () => {
    files('a: 1', 'b: 2')
    const { user, unmount } = showConfig()
    const [wrap] = await screen.findAllByRole('button', { name: 'Wrap long lines', pressed: false })
    await user.click(wrap!)
    expect((await code('file 2')).className).toContain('overflow-x-hidden')
    unmount()
    showConfig()
    const again = await screen.findAllByRole('button', { name: 'Wrap long lines', pressed: true })
    expect(again).toHaveLength(2)
  })

  it('of a megabyte is plain text of few elements', async () => {
    const line = 'key: "value" # \u202e\n'
    const count = Math.ceil(1_000_000 / line.length)
    files(line.repeat(count))
    showConfig()
    await screen.findByText('This file is shown without colors because it is very large.')
    const pre = await code()
    expect(pre.querySelectorAll('*').length).toBeLessThan(1_500)
    expect(pre.textContent.split('# [U+202E]')).toHaveLength(count + 1)
  })

  it('marks what cannot be seen in it', async () => {
    files('safe: \u202egnp.exe')
    showConfig()
    expect((await code()).querySelector('[role=img]')?.textContent).toBe('U+202E')
  })

  it.each(payloads.map((payload, seed) => [seed, payload]))('is harmless, round %i', async (_, payload) => {
    files(`a: ${payload}\n- "${payload}"\n${payload}: [${payload}]`)
    const { page } = showConfig()
    await code()
    expect(harmOn(page)).toEqual([])
  })
})
