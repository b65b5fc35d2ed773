/** All that this page has left in the browser: both kinds of storage and the cookies, as one text. */
export function storedTexts(): string {
  const texts = [localStorage, sessionStorage].flatMap((storage) =>
    Array.from({ length: storage.length }, (_, index) => {
      const key = storage.key(index) ?? ''
      return `${key}=${storage.getItem(key) ?? ''}`
    }),
  )
  return [...texts, document.cookie].join('\n')
}
