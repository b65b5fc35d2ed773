import { badgeRoutes } from '@yaffle/contract/badges'

import { apiUrl } from '../../api/url.ts'
import { config } from '../../config.ts'

export const badgeSyntaxes = ['url', 'markdown', 'html'] as const
export type BadgeSyntax = (typeof badgeSyntaxes)[number]

/** What a badge is about; '' and an empty list stand for the server's own choice. */
export interface BadgeOptions {
  branch: string
  events: readonly string[]
  workflow: string
  step: string
}

/** The badge's own address below the origin. Without an event, or with push alone, the server's choice stands. */
export function badgePath(repoId: number, { branch, events, workflow, step }: BadgeOptions): string {
  const isDefault = events.length === 0 || (events.length === 1 && events[0] === 'push')
  return apiUrl(
    badgeRoutes.svg.path,
    { repo_id: repoId },
    {
      branch: branch || undefined,
      events: isDefault ? undefined : events.join(','),
      workflow: workflow || undefined,
      step: (workflow && step) || undefined,
    },
  )
}

/** Where a click on the badge leads. */
const targetPath = (repoId: number, { branch }: BadgeOptions) =>
  `${config.rootPath}/repos/${repoId}${branch ? `/branches/${encodeURIComponent(branch)}` : ''}`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter)

/** What would end a link of Markdown too early; percent-encoded it means the same. */
const escapeMarkdown = (url: string) =>
  url.replace(/[()]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)

/** What to paste into a readme or a page. `alt` is what stands there without images. */
export function badgeText(
  syntax: BadgeSyntax,
  { origin, repoId, alt }: { origin: string; repoId: number; alt: string },
  options: BadgeOptions,
): string {
  const image = origin + badgePath(repoId, options)
  const target = origin + targetPath(repoId, options)
  switch (syntax) {
    case 'url':
      return image
    case 'markdown':
      return `[![${alt}](${escapeMarkdown(image)})](${escapeMarkdown(target)})`
    case 'html':
      return `<a href="${escapeHtml(target)}"><img src="${escapeHtml(image)}" alt="${escapeHtml(alt)}"></a>`
  }
}
