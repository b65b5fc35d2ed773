import { render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { payloads, harmOn } from '../testing/hostile.ts'
import { withTexts } from '../testing/render.tsx'
import { emoji } from './emoji.ts'
import { splitHidden } from './marks.ts'
import { firstLine, messageParts, messageText } from './message.ts'
import { Message } from './Message.tsx'

const drawn = (message: string) => render(withTexts(<Message>{message}</Message>)).container

describe('a commit message', () => {
  it.each([
    ['fix: it\n\nwhy', 'fix: it'],
    ['\n\n  late start', 'late start'],
    ['a\r\nb', 'a'],
    ['', ''],
  ])('%j is cut to its first line', (message, line) => {
    expect(firstLine(message)).toBe(line)
  })

  it.each([
    [':sparkles: new', '✨ new'],
    ['a :bug: b :rocket:', 'a 🐛 b 🚀'],
    [':not_an_emoji: and :constructor:', ':not_an_emoji: and :constructor:'],
    ['12:30:45', '12:30:45'],
  ])('%s shows its emoji', (message, text) => {
    expect(messageText(message, emoji)).toBe(text)
  })

  it('shows its emoji as soon as they are there', async () => {
    drawn(':sparkles: new')
    expect(await screen.findByText('✨ new')).toBeDefined()
  })

  it('shows code between backticks, where short codes stay as they are', () => {
    const page = drawn('use `npm :bug: ci` now')
    expect(page.querySelector('code')?.textContent).toBe('npm :bug: ci')
    expect(page.textContent).toBe('use npm :bug: ci now')
  })

  it.each(['a ` b', '``', '` x', 'x `` y `z'])('keeps the odd backticks of %s', (line) => {
    const words = messageParts(line)
      .map(({ text }) => text)
      .join('')
    expect(words.replaceAll('`', '')).toBe(line.replaceAll('`', ''))
  })

  it('loses nothing but paired backticks', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes(':')),
        (line) => {
          const words = messageParts(line).map(({ text }) => text)
          expect(words.join('').replaceAll('`', '')).toBe(line.replaceAll('`', ''))
        },
      ),
    )
  })

  it.each(payloads.map((payload) => [payload]))('%.40s is nothing but text', (payload) => {
    const page = drawn(payload)
    expect(harmOn(page)).toEqual([])
    expect(page.querySelector('img, form, svg, a, script')).toBeNull()
  })
})

describe('hidden characters', () => {
  it('are named in the text itself where there are very many', () => {
    const { container } = render(withTexts(<Message>{`a${'\u200b'.repeat(20_000)}b`}</Message>))
    expect(container.querySelectorAll('*').length).toBeLessThan(10)
    expect(container.textContent).toBe(`a${'[U+200B]'.repeat(20_000)}b`)
  })

  it('are made visible', () => {
    const page = drawn('safe\u202egnp.exe')
    expect(page.textContent).toBe('safeU+202Egnp.exe')
    expect(page.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Hidden character U+202E')
  })

  it.each(['👩‍💻', '🏳️‍🌈', '👨‍👩‍👧', '🤦🏽‍♂️'])('inside %s are part of it', (emoji) => {
    expect(splitHidden(emoji)).toEqual([{ text: emoji, at: 0 }])
  })

  it('are found wherever they are, and nothing is lost', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('\u202e', '\u200b', '\u2066', '\u200d', '\ufeff'))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        const parts = splitHidden(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const { text: part, code, at } of parts) {
          expect(text.slice(at, at + part.length)).toBe(part)
          if (code === undefined) expect(part).not.toMatch(/[\u202e\u200b\u2066\ufeff]/)
        }
      }),
    )
  })
})
