const esc = '\u001B['

/** A believable build log: commands, colours, progress, a few long and wide lines, now and then a problem. */
export function* sampleLog(count: number): Generator<string> {
  for (let line = 0; line < count; line++) {
    if (line % 5000 === 0) yield `+ npm run task-${line / 5000}`
    else if (line % 997 === 0) yield `${esc}33mwarning: deprecated option in package-${line}${esc}0m`
    else if (line % 4999 === 0) yield `src/module-${line}.ts:12:5: error: expected 200, got 503`
    else if (line % 50 === 0)
      yield `${esc}32m✓${esc}39m ${esc}1msuite ${line}${esc}22m ${esc}2m(${line % 90} ms)${esc}22m`
    else if (line % 333 === 0)
      yield `progress 10%\rprogress 50%\rprogress 100% https://example.com/artifact/${line}?q=1`
    else if (line % 1234 === 0) yield `wide ${'データ'.repeat(40)} and long ${'x'.repeat(900)}`
    else
      yield `[${String(line).padStart(7, '0')}] compiled module src/feature-${line % 377}/index.ts in ${line % 41} ms`
  }
}
