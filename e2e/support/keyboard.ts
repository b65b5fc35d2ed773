import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page of the product has before what a test looks for. */
const farthest = 80

/** A person without a mouse, who must always see where they are. */
export function keyboardOf(page: Page) {
  const complaints: string[] = []

  /** What is wrong with the place of the focus; undefined when it can be seen. */
  async function look() {
    const problem = await page.evaluate(findProblem)
    if (problem !== undefined) complaints.push(problem)
  }

  return {
    /** Everything that went wrong on the way. */
    complaints,
    look,
    press: (key: string) => page.keyboard.press(key),
    type: (text: string) => page.keyboard.type(text),
    /** Goes on by Tab, or back, until this has the focus. */
    async to(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
      await expect(target).toBeVisible()
      for (let stop = 0; stop < farthest; stop += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return look()
        await page.keyboard.press(key)
        await look()
      }
      throw new Error(`No way to ${String(target)} by ${key}`)
    },
  }
}

/** Runs in the page. */
function findProblem(): string | undefined {
  const at = document.activeElement
  // Between the end of the page and its beginning is the browser's own frame.
  if (!at || at === document.body || at === document.documentElement) return undefined
  const name = `${at.tagName.toLowerCase()} “${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 50)}”`
  const { outlineStyle, outlineWidth } = getComputedStyle(at)
  const isText = at.matches('input:not([type]), input[type="text"], textarea')
  const isGuard = at.hasAttribute('data-base-ui-focus-guard')
  if (isGuard) return undefined
  if (at.matches('[tabindex="-1"]')) return undefined
  if (!isText && (outlineStyle === 'none' || parseFloat(outlineWidth) < 2)) return `not seen: ${name}`
  const box = at.getBoundingClientRect()
  const isInside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  if (!isInside) return `outside of the window: ${name}`
  const x = Math.min(Math.max((box.left + box.right) / 2, 0), innerWidth - 1)
  const y = Math.min(Math.max((box.top + box.bottom) / 2, 0), innerHeight - 1)
  const top = document.elementFromPoint(x, y)
  // What a closing dialog leaves behind for its last moment is no obstacle.
  const isPassing = top?.closest('#tooltip, [data-ending-style]') !== null
  const isCovered = top !== null && !at.contains(top) && !top.contains(at) && !isPassing
  return isCovered
    ? `covered by <${top.tagName.toLowerCase()} class="${top.getAttribute('class') ?? ''}">: ${name}`
    : undefined
}

/** The focus is somewhere on the page, and not lost with what had it. */
export async function expectFocusKept(page: Page) {
  await expect
    .poll(
      () => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body),
      {
        message: 'the focus is kept',
      },
    )
    .toBe(true)
}

/** What screen readers are told, as it comes, in places that speak up by themselves. */
export async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const note = (node: Node | null) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null)
      const live = element?.closest('[role="status"], [role="alert"], [aria-live]')
      const text = live?.textContent?.trim()
      if (text) heard.push(text)
      if (!(node instanceof Element)) return
      for (const inner of node.querySelectorAll('[role="status"], [role="alert"]'))
        if (inner.textContent?.trim()) heard.push(inner.textContent.trim())
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        note(target)
        for (const added of addedNodes) note(added)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return {
    expect: (words: RegExp) =>
      expect
        .poll(() => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join('\n')), {
          message: `${words} is announced`,
        })
        .toMatch(words),
  }
}
