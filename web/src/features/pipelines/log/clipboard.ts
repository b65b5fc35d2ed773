/**
 * Puts a text on the clipboard that is still on its way. Resolves with whether it worked: browsers refuse outside a
 * secure context (plain http on a host other than this machine) and where the reader said no.
 */
export async function copyText(text: Promise<string>): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(await text)
    return true
  } catch {
    return copyByCommand(await text)
  }
}

/** The old way: works without a secure context, as long as the click is recent. */
function copyByCommand(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.cssText = 'position:fixed;opacity:0'
  document.body.append(area)
  const focused = document.activeElement
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}

/** Hands a file to the browser's downloads. The name must be safe already. */
export function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the data once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** A name for the file: what any system refuses, and what could be read as a path or hidden file, becomes `-`. */
export function fileName(parts: readonly (string | number)[]): string {
  const name = parts
    .join('-')
    .replace(/[^\p{L}\p{N}._]+/gu, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 120)
  return `${name || 'log'}.log`
}
