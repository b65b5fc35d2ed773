import type { Page } from '@playwright/test'

interface Wishes {
  /** The least height of what is pressed, in CSS pixels; 0 leaves that to axe, which knows the exceptions. */
  target: number
}

/**
 * What cannot be read or pressed as the page stands, one line each: text that is cut off without a mark or reaches out of its
 * control, things beyond the edge of the window, controls on top of each other or too small for a finger.
 */
export async function layoutProblems(page: Page, wishes: Wishes): Promise<string[]> {
  // What watches sizes has then done so.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(findProblems, wishes)
}

/** Runs in the page. */
function findProblems({ target }: Wishes): string[] {
  const problems: string[] = []
  const { documentElement: root } = document
  const wide = root.clientWidth

  const describe = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
    return `<${element.tagName.toLowerCase()} class="${(element.getAttribute('class') ?? '').slice(0, 60)}"> “${name.slice(0, 50)}”`
  }
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('[inert]') !== null ||
    element.closest('.sr-only') !== null ||
    // Only there while it has the focus.
    element.matches('a[href="#main"]')
  const styleOf = (element: Element) => getComputedStyle(element)

  if (root.scrollWidth > wide) problems.push(`the page is ${root.scrollWidth - wide} px too wide`)

  /** The edges within which an element can be seen; undefined for what can be scrolled into view, null for what is for ears only. */
  const clipOf = (element: Element) => {
    let left = 0
    let right = wide
    let isMarked = false
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, textOverflow, position, webkitLineClamp } = styleOf(at)
      if (/auto|scroll/.test(overflowX)) return undefined
      if (/hidden|clip/.test(overflowX)) {
        const box = at.getBoundingClientRect()
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
        if (box.width <= 1) return null
        isMarked ||= textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      }
      if (position === 'fixed') break
    }
    return { left, right, isMarked }
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || isHidden(element)) continue
    if (element.closest('option, script, style, svg, .log-scroller, .log-sticky')) continue
    const clip = clipOf(element)
    if (clip === null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    if (clip && !clip.isMarked && (box.right > clip.right + 1 || box.left < clip.left - 1))
      problems.push(`cut: ${describe(element)}`)
    const control = element.closest('button, a, [role="treeitem"], [role="menuitem"], [role="option"], label')
    if (!control || styleOf(control).display === 'inline') continue
    const frame = control.getBoundingClientRect()
    if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
      problems.push(`out of its control: ${describe(control)}`)
  }

  const controls = [
    ...document.querySelectorAll(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="menuitem"], [role="option"], [role="treeitem"], [role="switch"]',
    ),
  ].filter((control) => {
    const { width, height } = control.getBoundingClientRect()
    // The one behind a list of choices is for forms only.
    const isForPeople = width > 1 && height > 1 && control.getAttribute('aria-hidden') !== 'true'
    return isForPeople && !isHidden(control) && !control.closest('.log-scroller')
  })

  /** Of a checkbox its label is pressed, too. */
  const boxOf = (control: Element) => {
    const own = control.getBoundingClientRect()
    const labels =
      control instanceof HTMLInputElement && /checkbox|radio/.test(control.type)
        ? [...(control.labels ?? [])]
        : []
    const boxes = [own, ...labels.map((label) => label.getBoundingClientRect())]
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      right: Math.max(...boxes.map(({ right }) => right)),
      top: Math.min(...boxes.map(({ top }) => top)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    }
  }
  for (const control of controls) {
    const box = boxOf(control)
    const clip = clipOf(control)
    if (clip && (box.right > wide + 1 || box.left < -1))
      problems.push(`beyond the edge: ${describe(control)}`)
    // A link in a text is as high as its lines are.
    if (target === 0 || control.matches('a.text-link')) continue
    if (box.bottom - box.top < target - 0.5)
      problems.push(`${Math.round(box.bottom - box.top)} px high: ${describe(control)}`)
    if (box.right - box.left < Math.min(target, 24) - 0.5)
      problems.push(`${Math.round(box.right - box.left)} px wide: ${describe(control)}`)
  }

  /** What floats above the rest covers it on purpose. */
  const layerOf = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/fixed|sticky/.test(styleOf(at).position) || at.matches('[role="menu"], [role="listbox"]'))
        return at
    return null
  }
  const placed = controls.map((control) => ({
    control,
    box: control.getBoundingClientRect(),
    layer: layerOf(control),
  }))
  for (const [index, one] of placed.entries()) {
    for (const other of placed.slice(index + 1)) {
      if (
        one.layer !== other.layer ||
        one.control.contains(other.control) ||
        other.control.contains(one.control)
      )
        continue
      // What empties or opens a field stands in it.
      if (
        [one, other].some(({ control }) => control instanceof HTMLInputElement) &&
        one.control.parentElement === other.control.parentElement
      )
        continue
      const overlapX = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const overlapY = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (overlapX > 1 && overlapY > 1)
        problems.push(`on top of each other: ${describe(one.control)} and ${describe(other.control)}`)
    }
  }
  return [...new Set(problems)]
}
