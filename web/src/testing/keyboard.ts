import type { UserEvent } from '@testing-library/user-event'

/** Goes to a control with the Tab key, as somebody without a mouse does. Fails where it cannot be reached so. */
export async function tabTo(user: UserEvent, control: HTMLElement): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    if (document.activeElement === control) return
    await user.tab()
  }
  throw new Error(`Tab does not lead to ${control.outerHTML.slice(0, 200)}`)
}
