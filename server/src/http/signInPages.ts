import { textsFor } from './signInTexts.ts'

interface PageFacts {
  root: string
  /** The browser's Accept-Language header. */
  language: string | undefined
}

interface FormFacts extends PageFacts {
  state: string
  login: string
  problem?: 'wrong' | 'missing' | 'expired' | { waitSeconds: number } | undefined
}

export const signInPaths = {
  form: '/login/local',
  link: '/login/link',
  style: '/login/sign-in.css',
} as const

/** The local forge's sign-in form: works without script, keeps what was typed except the password. */
export function signInForm({ root, language, state, login, problem }: FormFacts): string {
  const { lang, texts } = textsFor(language)
  const message =
    problem === undefined
      ? undefined
      : typeof problem === 'string'
        ? texts[problem]
        : texts.slow(Math.ceil(problem.waitSeconds / 60))
  const wrong = message === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'
  return layout(root, lang, texts.title, [
    `<p class="muted">${escapeHtml(texts.intro)}</p>`,
    message === undefined ? '' : `<p id="problem" class="problem" role="alert">${escapeHtml(message)}</p>`,
    `<form method="post" action="${escapeHtml(root + signInPaths.form)}">`,
    `<input type="hidden" name="state" value="${escapeHtml(state)}">`,
    `<label for="login">${escapeHtml(texts.login)}</label>`,
    `<input id="login" name="login" value="${escapeHtml(login)}" autocomplete="username" autocapitalize="none"` +
      ` autocorrect="off" spellcheck="false" maxlength="250" required${wrong}${login === '' ? ' autofocus' : ''}>`,
    `<label for="password">${escapeHtml(texts.password)}</label>`,
    `<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000"` +
      ` required${wrong}${login === '' ? '' : ' autofocus'}>`,
    `<button type="submit">${escapeHtml(texts.submit)}</button>`,
    '</form>',
    `<p><a href="${escapeHtml(root)}/login">${escapeHtml(texts.back)}</a></p>`,
  ])
}

/** Asks before a link signs in: opening a link must change nothing, since mail programs and browsers open links too. */
export function linkPage({
  root,
  language,
  state,
  token,
  login,
}: PageFacts & Record<'state' | 'token' | 'login', string>) {
  const { lang, texts } = textsFor(language)
  return layout(root, lang, texts.title, [
    `<p>${escapeHtml(texts.linkIntro(login))}</p>`,
    `<form method="post" action="${escapeHtml(root + signInPaths.link)}">`,
    `<input type="hidden" name="state" value="${escapeHtml(state)}">`,
    `<input type="hidden" name="token" value="${escapeHtml(token)}">`,
    `<button type="submit" autofocus>${escapeHtml(texts.linkSubmit(login))}</button>`,
    '</form>',
  ])
}

/** For a link that is no use any more. */
export function linkGonePage({ root, language }: PageFacts): string {
  const { lang, texts } = textsFor(language)
  return layout(root, lang, texts.title, [
    `<p class="problem" role="alert">${escapeHtml(texts.linkGone)}</p>`,
    `<p><a href="${escapeHtml(root)}/login">${escapeHtml(texts.linkBack)}</a></p>`,
  ])
}

function layout(root: string, lang: string, title: string, body: readonly string[]): string {
  return [
    '<!doctype html>',
    `<html lang="${lang}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="icon" type="image/svg+xml" href="${escapeHtml(root)}/favicons/favicon-light-default.svg">`,
    `<link rel="stylesheet" href="${escapeHtml(root + signInPaths.style)}">`,
    '</head>',
    '<body>',
    '<main>',
    `<img src="${escapeHtml(root)}/favicons/logo.svg" alt="" width="48" height="48">`,
    `<h1>${escapeHtml(title)}</h1>`,
    ...body.filter(Boolean),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
