/** The text in base64 of UTF-8. Bytes that are no text become marks; what is no base64 is shown as it came. */
export function textOfBase64(data: string): string {
  try {
    const binary = atob(data)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.codePointAt(at) ?? 0
    return new TextDecoder().decode(bytes)
  } catch {
    return data
  }
}
