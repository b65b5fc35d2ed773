/** A stream of server-sent events as its text. */
export async function readEvents(url: string, headers: Record<string, string> = {}) {
  const controller = new AbortController()
  const response = await fetch(url, { headers, signal: controller.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async () => {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    text += value ?? ''
    return !done
  }
  return {
    response,
    /** Everything up to the end of the stream. */
    async all() {
      while (await read());
      return text
    },
    /** Everything up to the first match; throws when the stream ends without one. */
    async until(pattern: RegExp) {
      while (!pattern.test(text)) if (!(await read())) throw new Error(`The stream ended:\n${text}`)
      return text
    },
    close: () => controller.abort(),
  }
}
