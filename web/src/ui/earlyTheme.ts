// Runs before the first paint, as a classic script in the head (see vite.config.ts): it must not import anything.
// `theme.ts` does the rest as soon as the page starts; the two agree on the key and the names.
{
  let stored: string | null = null
  try {
    stored = localStorage.getItem('yaffle:theme')
  } catch {
    // Storage is blocked: the system's choice it is.
  }
  const isDark =
    stored === 'dark' || (stored !== 'light' && globalThis.matchMedia('(prefers-color-scheme: dark)').matches)
  const root = document.documentElement
  root.dataset['theme'] = isDark ? 'dark' : 'light'
  root.classList.add(isDark ? 'dark' : 'light')
}
