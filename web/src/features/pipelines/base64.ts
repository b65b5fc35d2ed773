/** The text in base64 of UTF-8. Bytes that are no text become marks; what is no base64 is shown as it came. */
export function textOfBase64(data: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0))
  } catch {
    return data
  }
}
