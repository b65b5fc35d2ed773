/** The sign-in pages speak without script, so their few texts live here. */
const en = {
  title: 'Sign in to Yaffle',
  intro: 'Use your account of this server.',
  login: 'User name',
  password: 'Password',
  submit: 'Sign in',
  back: 'Back',
  wrong: 'The user name or the password is wrong.',
  missing: 'Enter your user name and your password.',
  slow: (minutes: number) =>
    `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  expired: 'The page had been open for too long, or the browser refused its cookie. Please sign in again.',
  linkIntro: (login: string) => `This one-time link signs you in as ${login}.`,
  linkSubmit: (login: string) => `Sign in as ${login}`,
  linkGone:
    'This link has been used already, or it has expired. The next start of the server prints a new one.',
  linkBack: 'Sign in with a password',
}

type Texts = typeof en

const de: Texts = {
  title: 'Bei Yaffle anmelden',
  intro: 'Mit dem Konto dieses Servers.',
  login: 'Benutzername',
  password: 'Passwort',
  submit: 'Anmelden',
  back: 'Zurück',
  wrong: 'Benutzername oder Passwort ist falsch.',
  missing: 'Bitte Benutzernamen und Passwort eingeben.',
  slow: (minutes) =>
    `Zu viele Versuche. Bitte in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
  expired:
    'Die Seite war zu lange offen, oder der Browser hat das Cookie abgelehnt. Bitte noch einmal anmelden.',
  linkIntro: (login) => `Dieser einmalige Link meldet als ${login} an.`,
  linkSubmit: (login) => `Als ${login} anmelden`,
  linkGone:
    'Dieser Link wurde schon benutzt oder ist abgelaufen. Der nächste Start des Servers zeigt einen neuen.',
  linkBack: 'Mit Passwort anmelden',
}

const languages = { en, de } satisfies Record<string, Texts>

/** The first language of an Accept-Language header that there is, else English. */
export function textsFor(accept: string | undefined): { lang: string; texts: Texts } {
  for (const part of (accept ?? '').split(',')) {
    const code = part.trim().split(/[-;]/, 1)[0]?.toLowerCase()
    if (code === 'de' || code === 'en') return { lang: code, texts: languages[code] }
  }
  return { lang: 'en', texts: en }
}
