import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

/** Names the tab: the parts from the particular to the general, then the product. Parts not known yet are left out. */
export function useTitle(...parts: (string | undefined)[]) {
  const t = useTranslations('app')
  const title = [...parts, t('name')].filter(Boolean).join(' · ')

  useEffect(() => {
    document.title = title
  }, [title])
}
