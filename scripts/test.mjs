import { checks, runCheck } from './lib/checks.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { total } from './lib/counts.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBuilt } from './lib/page.mjs'
import { inParallel, printSection } from './lib/report.mjs'
import { runBrowserTests, runUnit } from './lib/suites.mjs'

await ensureInstalled()
const sections = await inParallel(
  checks.map((check) => () => runCheck(check)),
  2,
)

// Some of them look at the built files.
await ensureBuilt()
process.stdout.write('\nUnit and server tests …\n')
const unit = await runUnit()
sections.push(unit)
printSection(unit)

const browser = await ensureChromium()
process.stdout.write('\nBrowser tests …\n')
const browserTests = browser.found
  ? await runBrowserTests({ chromium: browser.path })
  : { name: 'browser tests', passed: 0, failed: 1, milliseconds: 0 }
sections.push(browserTests)
printSection(browserTests)

const { passed, failed } = total(sections)
const broken = sections.filter((section) => section.failed > 0).map((section) => `FAIL ${section.name}\n`)
process.stdout.write(`\n${broken.join('')}`)
process.exitCode = failed > 0 ? 1 : 0
process.stdout.write(`${passed} passed, ${failed} failed\n`)
