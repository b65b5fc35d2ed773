import { findChromium } from '../../scripts/lib/chromium.mjs'

/** How every Chromium of the tests and benches is started: nothing it does on its own, and root allowed as in containers. */
export function launchOptions() {
  const executablePath = findChromium()
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
