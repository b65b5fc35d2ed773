import { checks, runCheck } from './lib/checks.mjs'
import { total } from './lib/counts.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureBuilt } from './lib/page.mjs'
import { inParallel } from './lib/report.mjs'
import { runUnit } from './lib/suites.mjs'

await ensureInstalled()
await ensureBuilt()
// Tests of the whole server and of screens are left to npm test: this is for between two edits.
const unit = () => runUnit({ capture: true, args: ['--project', 'unit'] })
const sections = await inParallel([unit, ...checks.map((check) => () => runCheck(check))], 2)
const { passed, failed } = total(sections)
process.exitCode = failed > 0 ? 1 : 0
process.stdout.write(`${passed} passed, ${failed} failed\n`)
