import { useTranslations } from 'use-intl'

import type { Messages } from '../i18n/english.ts'

/** What a rule of a form can complain about; schemas give these as their messages. */
export type Complaint = keyof Messages['forms']['problems']

/** For a schema's check: the complaint, checked to be one that has words. */
export const says = (complaint: Complaint) => complaint

/** The words for what a schema complained about; the message itself where it is not one of ours. */
export function useProblemText() {
  const t = useTranslations('forms.problems')
  return (message: string | undefined): string | undefined => {
    if (message === undefined) return undefined
    return t.has(message as Complaint) ? t(message as Complaint) : message
  }
}
