/** Files of the repository that has everything to look at: a matrix, services, a long log in colours with errors in it. */

const events = 'when: { event: [push, manual, pull_request, tag, cron, deployment] }'

export const goodFiles = {
  '.woodpecker/build.yaml': `${events}
skip_clone: true
matrix:
  RUNTIME: [node-24, node-22-with-legacy-openssl]
steps:
  - name: install
    image: sh
    commands:
      - echo "for $RUNTIME"
  - name: build-the-storybook-and-documentation
    image: sh
    commands:
      - echo built
`,
  '.woodpecker/check.yaml': `${events}
skip_clone: true
services:
  - name: database
    image: sh
    commands: [ sleep 30 ]
steps:
  - name: check
    image: sh
    commands: [ echo checked ]
`,
  'README.md': '# Payments\n',
} as const

/** Prints sections that fold, in colours, with two errors far from each other, and fails. */
export const failingFiles = {
  '.woodpecker/check.yaml': `${events}
skip_clone: true
steps:
  - name: lint
    image: bash
    commands:
      - echo clean
  - name: test
    image: bash
    commands:
      - for n in $(seq 1 120); do printf '\\033[32mok\\033[0m %s uploads a part of the file and waits for the answer of the store\\n' "$n"; done
      - echo 'Error'':'' expected 200, got 503' && echo 'see https://example.org/uploads?code=503'
      - for n in $(seq 121 240); do printf '\\033[33mslow\\033[0m %s\\n' "$n"; done
      - echo 'FAIL'' src/upload.test.ts > retries an upload that the other side has broken off in the middle of a part' >&2; exit 3
  - name: publish
    image: bash
    commands: [ echo published ]
`,
} as const

export const brokenFiles = {
  '.woodpecker/check.yaml': `${events}
steps:
  - name: check
    image: sh
    commands: [ echo checked ]
    environment: [ 1
`,
} as const

export const slowFiles = {
  '.woodpecker/build.yaml': `${events}
skip_clone: true
steps:
  - name: wait
    image: bash
    commands:
      - echo waiting for a long time
      - sleep 1200
  - name: after
    image: bash
    commands: [ echo done ]
`,
  '.woodpecker/check.yaml': `${events}
skip_clone: true
depends_on: [ build ]
steps:
  - name: check
    image: bash
    commands: [ echo checked ]
`,
} as const
