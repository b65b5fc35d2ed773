import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** When something was first on the page, in milliseconds since 1970; looked for before each drawing. */
    seen: (selector: string, text?: string) => Promise<number>
    /** When the last key or other input reached the page. */
    lastInput: number
  }
}

/** Gives every page of the context its own stopwatch, so that what we say to the browser is not measured. */
export async function withStopwatch(page: Page) {
  await page.addInitScript(() => {
    const now = () => performance.timeOrigin + performance.now()
    window.seen = (selector, text = '') =>
      new Promise((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll(selector)].some((element) =>
            element.textContent.includes(text),
          )
          // Drawn are the things of this frame when the next one begins; a task after it is close enough.
          if (found) setTimeout(() => resolve(now()))
          else requestAnimationFrame(look)
        }
        look()
      })
    window.lastInput = 0
    document.addEventListener(
      'input',
      (event) => {
        window.lastInput = performance.timeOrigin + event.timeStamp
      },
      true,
    )
  })
}

/** Milliseconds since 1970 with fractions, as the page's stopwatch has them. */
export const now = () => performance.timeOrigin + performance.now()
