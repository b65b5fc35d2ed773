import { useTranslations } from 'use-intl'

import { ErrorBox } from '../../ui/MessageBox.tsx'
import { SafeLink } from '../../ui/SafeLink.tsx'

interface LoginErrorProps {
  error: string
  error_description?: string
  error_uri?: string
}

const known = [
  'oauth_error',
  'internal_error',
  'registration_closed',
  'access_denied',
  'invalid_state',
  'org_access_denied',
] as const

/** Longer texts do not explain more; they come from the address, so anybody may have written them. */
const mostCharacters = 300

/** Why signing in did not work. All of it is data from the address: known codes get our words, the rest stays text. */
export function LoginError({ error, error_description = '', error_uri = '' }: LoginErrorProps) {
  const t = useTranslations('login')
  const code = known.find((code) => code === error)

  return (
    <ErrorBox title={code ? t(`errors.${code}`) : short(error)}>
      {error_description !== '' && <p>{short(error_description)}</p>}
      {URL.canParse(error_uri) && <SafeLink href={error_uri}>{t('moreInformation')}</SafeLink>}
    </ErrorBox>
  )
}

const short = (text: string) => (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text)
