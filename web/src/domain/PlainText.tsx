import { useTranslations } from 'use-intl'

import { hasHidden, mostParts, namedHidden, splitHidden } from './marks.ts'

/**
 * Text that somebody else wrote (names, titles, branches): as it is, kept from turning the text around it, its
 * hidden characters made visible.
 */
export function PlainText({ children }: { children: string }) {
  return <bdi>{marked(children)}</bdi>
}

/** The same without its own direction, for use inside other elements. No component: lists draw it hundreds of times. */
export const marked = (text: string) => (hasHidden(text) ? <Parts text={text} /> : text)

/** Few texts have any: only they need translations. */
function Parts({ text }: { text: string }) {
  const t = useTranslations('text')
  const parts = splitHidden(text)
  if (parts.length > mostParts) return namedHidden(text)
  return parts.map(({ text: part, code, at }) =>
    code === undefined ? (
      part
    ) : (
      <span
        key={at}
        role="img"
        aria-label={t('hidden', { code })}
        data-tooltip={t('hidden', { code })}
        className="rounded-sm bg-pending-soft px-0.5 font-mono text-meta text-pending"
      >
        {code}
      </span>
    ),
  )
}
