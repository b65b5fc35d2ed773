/** What a person may say about a push with `git push -o key=value`. An empty value takes a setting back. */
export interface PushOptions {
  topic?: string
  title?: string
  description?: string
  /** To add and to take away. */
  label: string[]
  unlabel: string[]
  milestone?: string
  close: boolean
  /** The title; empty means the tag's name. */
  release?: string
  isPrerelease: boolean
  /** Keys that mean nothing here. */
  unknown: string[]
}

const texts = ['topic', 'title', 'description', 'milestone', 'release'] as const
const longest = { topic: 200, title: 500, description: 60_000, milestone: 200, release: 500, label: 100 }

type TextKey = (typeof texts)[number]
const isText = (key: string): key is TextKey => (texts as readonly string[]).includes(key)

/** Later values win; labels add up. */
export function parsePushOptions(lines: readonly string[]): PushOptions {
  const options: PushOptions = { label: [], unlabel: [], close: false, isPrerelease: false, unknown: [] }
  for (const line of lines) {
    const split = line.indexOf('=')
    const key = split < 0 ? line : line.slice(0, split)
    const value = split < 0 ? '' : line.slice(split + 1).trim()
    if (isText(key)) options[key] = clean(value, key === 'description').slice(0, longest[key])
    else if (key === 'label' || key === 'unlabel') {
      if (value) options[key].push(clean(value).slice(0, longest.label))
    } else if (key === 'close') options.close = value !== 'false'
    else if (key === 'prerelease') options.isPrerelease = value !== 'false'
    else options.unknown.push(clean(key).slice(0, 50))
  }
  return options
}

/** Control characters have no place in a title; in a description lines may break and tabs stand. */
function clean(text: string, isLong = false): string {
  return text.replace(/\p{Cc}/gu, (letter) => (isLong && /[\n\t]/.test(letter) ? letter : ' '))
}
