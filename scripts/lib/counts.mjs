/**
 * Vitest's JSON to counts. A test file that could not even be loaded, a run without a report and a run that failed without
 * naming a failure each count as one.
 */
export function countUnit(report, code) {
  if (!report) return { passed: 0, failed: 1 }
  const unloadable = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.length === 0,
  )
  const failed = report.numFailedTests + unloadable.length
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** Playwright's JSON to counts, by the same rules. One that passed only at a second try is listed as flaky and counts. */
export function countBrowserTests(report, code) {
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  const failed = unexpected + report.errors.length
  return { passed: expected + flaky, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** What counts as one test. */
export function countOf(isPassed) {
  return isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The sum of the sections' counts. */
export function total(sections) {
  return sections.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    {
      passed: 0,
      failed: 0,
    },
  )
}
