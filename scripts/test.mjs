import { checks, runCheck } from './lib/checks.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { countOf, total } from './lib/counts.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { buildIfStale } from './lib/page.mjs'
import { inParallel, printSection } from './lib/report.mjs'
import { runBrowserTests, runUnit } from './lib/suites.mjs'

await ensureInstalled()
const sections = await inParallel(
  checks.map((check) => () => runCheck(check)),
  2,
)

// Before the unit tests: some of them look at the built files.
const started = performance.now()
const isBuilt = await buildIfStale()
const page = { name: 'page', ...countOf(isBuilt), milliseconds: performance.now() - started }
sections.push(page)
printSection(page)

process.stdout.write('\nUnit and server tests …\n')
const unit = await runUnit()
sections.push(unit)
printSection(unit)

process.stdout.write('\nBrowser tests …\n')
const browser = isBuilt ? await ensureChromium() : { found: false }
const browserTests = browser.found
  ? await runBrowserTests({ chromium: browser.path })
  : { name: 'browser tests', ...countOf(false), milliseconds: 0 }
sections.push(browserTests)
printSection(browserTests)

const { passed, failed } = total(sections)
const broken = sections.filter((section) => section.failed > 0).map((section) => `FAIL ${section.name}\n`)
process.stdout.write(`\n${broken.join('')}`)
process.exitCode = failed > 0 ? 1 : 0
process.stdout.write(`${passed} passed, ${failed} failed\n`)
