import { compilePipeline } from '../server/src/engine/compile.ts'
import { someMetadata } from '../server/src/engine/testing/compile.ts'
import { type Bench, median } from './bench.ts'

const steps = 200
const runs = 15

/** Two hundred steps with filters, variables and dependencies, once for each of 27 axes. */
const file = `
when: [{event: push, branch: [main, "release/*"]}]
matrix:
  A: [1.10, 2, 3]
  B: [x, y, z]
  C: ["1", "2", "3"]
variables:
  - &prepare ['echo "preparing \${A}"', 'export PATH=$PATH:bin']
steps:
${Array.from(
  { length: steps },
  (_, index) => `  - name: step-${index}
    image: golang:1.25
    environment: {TOKEN: {from_secret: token}}
    commands:
      - <<: *prepare
      - make part-${index} VERSION="\${CI_COMMIT_BRANCH##*/}"
    when: {event: [push, tag], path: ["src/**", "part-${index}/**"]}
${index > 0 ? `    depends_on: step-${Math.floor((index - 1) / 4)}\n` : ''}
`,
).join('')}`

/** From text to workflows, without anything around it: time of the processor, whatever else the machine does. */
export const bench: Bench = {
  name: 'Engine',
  run: () => {
    const times: number[] = []
    let count = 0
    for (let run = 0; run < runs; run++) {
      const before = process.threadCpuUsage()
      const { workflows, errors } = compilePipeline({
        files: [{ path: '.woodpecker.yaml', data: file }],
        metadata: someMetadata(),
        variables: {},
        globals: {},
        secrets: [{ name: 'token', value: 'secret-value', images: [], events: ['push'] }],
        privilegedPlugins: [],
        trustedClonePlugins: [],
      })
      const { user, system } = process.threadCpuUsage(before)
      times.push((user + system) / 1000)
      const fatal = errors.find(({ is_warning }) => !is_warning)
      if (fatal) throw new Error(fatal.message)
      count = workflows.flatMap(({ stages }) => stages.flat()).length
    }
    return Promise.resolve([
      {
        name: 'compile 200 steps on 27 axes',
        value: median(times.slice(3)),
        unit: 'ms',
        budget: 150,
      },
      { name: 'the same, the first time', value: times[0] ?? 0, unit: 'ms' },
      // The clone is a step of each axis, too.
      { name: 'steps that it makes', value: count, unit: 'count', budget: 27 * (steps + 1) },
    ])
  },
}
