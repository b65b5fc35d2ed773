import { compileStrip } from '../globs.ts'
import type { Spend } from '../globs.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Changes the case of each character by itself: the length in characters stays. */
const recase = (text: string, change: (char: string) => string) =>
  Array.from(text, (char) => {
    const changed = change(char)
    return Array.from(changed).length === 1 ? changed : char
  }).join('')

const lower = (text: string) => recase(text, (char) => char.toLowerCase())
const upper = (text: string) => recase(text, (char) => char.toUpperCase())

function first(text: string, change: (text: string) => string): string {
  const [head = ''] = text
  return change(head) + text.slice(head.length)
}

const wholeNumber = (text: string) => (/^[-+]?\d{1,15}$/.test(text) ? Number(text) : undefined)

/** Positions count bytes; what is no number leaves the whole value. */
function substring(value: string, start: string, length: string | undefined): string {
  const from = wholeNumber(start)
  const count = length === undefined ? undefined : wholeNumber(length)
  if (from === undefined || (length !== undefined && count === undefined)) return value
  const bytes = encoder.encode(value)
  const begin = from < 0 ? Math.max(0, bytes.length + from) : from
  const end = count === undefined ? bytes.length : begin + count
  return end <= begin ? '' : decoder.decode(bytes.subarray(begin, end))
}

/** Longer patterns strip nothing. */
const maxStripPattern = 1000

function strip(value: string, pattern: string, side: '#' | '%', isLongest: boolean, spend: Spend): string {
  const glob = pattern.length > maxStripPattern ? undefined : compileStrip(pattern)
  if (!glob) return value
  const chars = Array.from(value)
  spend(chars.length)
  const found =
    side === '#' ? glob.prefixes(chars, spend) : glob.reversed().prefixes(chars.toReversed(), spend)
  if (!found) return value
  const length = isLongest ? found.longest : found.shortest
  return side === '#' ? chars.slice(length).join('') : chars.slice(0, chars.length - length).join('')
}

function replaceAll(value: string, text: string, by: string, spend: Spend): string {
  const parts = text === '' ? Array.from(value) : value.split(text)
  spend(value.length + parts.length * by.length)
  return text === '' ? by + parts.map((part) => part + by).join('') : parts.join(by)
}

/** What `${name<operator>…}` yields; `args` are the words behind the operator. */
export function applyOperator(
  operator: string,
  value: string,
  args: readonly string[],
  spend: Spend,
): string {
  const [word = '', second] = args
  switch (operator) {
    case ',':
      return first(value, lower)
    case ',,':
      return lower(value)
    case '^':
      return first(value, upper)
    case '^^':
      return upper(value)
    case ':':
      return substring(value, word, second)
    case '#':
    case '##':
      return args.length === 0
        ? String(encoder.encode(value).length)
        : strip(value, word, '#', operator === '##', spend)
    case '%':
    case '%%':
      return strip(value, word, '%', operator === '%%', spend)
    case '/':
      return value.replace(word, () => second ?? '')
    case '//':
      return replaceAll(value, word, second ?? '', spend)
    case '/#':
      return value.startsWith(word) ? (second ?? '') + value.slice(word.length) : value
    case '/%':
      return value.endsWith(word) ? value.slice(0, value.length - word.length) + (second ?? '') : value
    default:
      return value === '' ? args.join('') : value
  }
}
