import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fileName } from './clipboard.ts'
import { severityOf } from './errors.ts'
import { findLinks } from './links.ts'
import { markdownQuote } from './quote.ts'
import { extendRange, formatHash, parseHash } from './ranges.ts'

describe('errors and warnings', () => {
  it.each([
    'error: something broke',
    'Error: Cannot find module "x"',
    'ERROR in ./src/index.ts',
    '[ERROR] Failed to execute goal',
    '2026-11-21T10:00:00Z ERROR connection refused',
    'src/main.c:12:5: error: expected ‘;’',
    'src/app.ts(3,7): error TS2322: Type',
    'src/app.ts:3:7 - error TS2322: Type',
    'error[E0308]: mismatched types',
    'npm ERR! code ELIFECYCLE',
    'npm error Missing script',
    'FAIL src/upload.test.ts',
    '--- FAIL: TestUpload (0.00s)',
    'FAILED tests/test_a.py::test_b - assert 1 == 2',
    'E       AssertionError: no',
    'TypeError: undefined is not a function',
    'java.lang.NullPointerException: oops',
    'Traceback (most recent call last):',
    'panic: runtime error: index out of range',
    "thread 'main' panicked at src/main.rs:2:5",
    'fatal: not a git repository',
    'bash: line 1: foo: command not found',
    '/bin/sh: 1: foo: not found',
    'cat: nope.txt: No such file or directory',
    'make: *** [Makefile:2: all] Error 2',
    'Segmentation fault (core dumped)',
    'Process exited with code 137',
    'not ok 3 - works',
    '  ✗ uploads the file',
    '::error file=a.js,line=1::Missing semicolon',
    '##[error]Process completed',
    'time="x" level=error msg="no"',
    '3 failed, 12 passed',
    'BUILD FAILED in 3s',
    'error something broke',
    'error',
    'Error running the tests',
    'error An unexpected error occurred: "https://registry.example: no"',
    'error during build:',
    'error - ./pages/index.js',
    '  12:5  error  Unexpected var, use let instead  no-var',
    'errors found in 3 files',
    'fatal error',
    'AssertionError',
    'Failed to compile.',
    'failed to push some refs',
    'error 404',
    'error!',
  ])('an error: %s', (text) => {
    expect(severityOf(text)).toBe('error')
  })

  it.each([
    'warning: unused variable',
    'src/main.c:1:1: warning: implicit declaration',
    'npm warn deprecated x@1.0.0',
    'WARN  deprecated setting',
    '[WARNING] something',
    '(node:1) DeprecationWarning: Buffer() is deprecated',
    '::warning::Old version',
    'level=warning msg="slow"',
    'warning package.json: No license field',
    'warning " > x@1.0.0" has unmet peer dependency "y@2"',
    '  3:1  warning  Unexpected console statement  no-console',
    'warn  - no configuration found',
    'warning',
  ])('a warning: %s', (text) => {
    expect(severityOf(text)).toBe('warning')
  })

  it.each([
    'ok',
    '0 errors, 0 warnings',
    'errors: 0',
    'Errors: none',
    '12 passed, 0 failed',
    'compiling error.ts',
    'src/errors/handler.ts 12 ms',
    'PASS tests/error-handling.test.ts',
    '+ echo error: not yet',
    'gcc -Werror -Wall main.c',
    'ok   test_error_path (0.01s)',
    'Tests: 0 failed, 3 passed',
    'exit code 0',
    'error-free since 2019',
    'error handling: covered',
    'error messages are translated',
    'error code 0',
    'errors 0',
    'error count 0',
    'errorless',
    'error_log /var/log/nginx/error.log',
    'warnings 0',
    'warning-free',
    '12:5 no error',
    'Downloading failure-lib 1.0',
  ])('neither: %s', (text) => {
    expect(severityOf(text)).toBeUndefined()
  })

  it('looks at a line of a megabyte in no time', () => {
    const start = performance.now()
    for (const text of ['error '.repeat(170_000), 'a: '.repeat(340_000), `${'x'.repeat(1_000_000)} failed`])
      severityOf(text)
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('addresses in text', () => {
  const linked = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end))

  it.each([
    ['see https://example.com.', ['https://example.com']],
    ['(https://example.com/a)', ['https://example.com/a']],
    ['https://en.wikipedia.org/wiki/A_(b)', ['https://en.wikipedia.org/wiki/A_(b)']],
    ['[link](https://example.com/x), and', ['https://example.com/x']],
    ['"https://example.com/?a=1&b=2"', ['https://example.com/?a=1&b=2']],
    ['<https://example.com>', ['https://example.com']],
    ['HTTPS://EXAMPLE.COM/Up', ['HTTPS://EXAMPLE.COM/Up']],
    ['http://127.0.0.1:8000/path#L1-L2!', ['http://127.0.0.1:8000/path#L1-L2']],
    ['a http://one.example b https://two.example', ['http://one.example', 'https://two.example']],
    ['javascript://example.com/%0aalert(1)', []],
    ['ftp://example.com file:///etc/passwd', []],
    ['xhttp://example.com', []],
    ['http://', []],
    ['https://exa\u202Emple.com', ['https://exa']],
  ])('%s', (text, addresses) => {
    expect(linked(text)).toEqual(addresses)
  })

  it('are only ever http and https', () => {
    const text = fc
      .array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('://', 'javascript', 'http', ')', '.')))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (line) => {
        let end = 0
        for (const link of findLinks(line)) {
          expect(new URL(link.href).protocol).toMatch(/^https?:$/)
          expect(link.start).toBeGreaterThanOrEqual(end)
          end = link.end
        }
      }),
    )
  })

  it.each(['http://', 'http://a)', '://', 'https://x.example/' + ')'.repeat(3) + ' '])(
    'are found in linear time: %s',
    (piece) => {
      const start = performance.now()
      findLinks(piece.repeat(100_000))
      expect(performance.now() - start).toBeLessThan(3000)
    },
  )
})

describe('lines in the address', () => {
  it.each([
    ['#L12', { from: 12, to: 12 }],
    ['L12', { from: 12, to: 12 }],
    ['#L12-L20', { from: 12, to: 20 }],
    ['#L12-20', { from: 12, to: 20 }],
    ['#L20-L12', { from: 12, to: 20 }],
    ['#L0', undefined],
    ['#L', undefined],
    ['#L1-', undefined],
    ['#section', undefined],
    ['', undefined],
    ['#L99999999999999', undefined],
  ])('%s', (hash, range) => {
    expect(parseHash(hash)).toEqual(range)
  })

  it('come back as they were written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), fc.nat(1000), (from, more) => {
        const range = { from, to: from + more }
        expect(parseHash(`#${formatHash(range)}`)).toEqual(range)
      }),
    )
  })

  it('grow from the first line to the one clicked with shift', () => {
    expect(extendRange(undefined, 5, true)).toEqual({ from: 5, to: 5 })
    expect(extendRange({ from: 5, to: 5 }, 9, true)).toEqual({ from: 5, to: 9 })
    expect(extendRange({ from: 5, to: 9 }, 7, true)).toEqual({ from: 5, to: 7 })
    expect(extendRange({ from: 5, to: 9 }, 2, true)).toEqual({ from: 2, to: 9 })
    expect(extendRange({ from: 5, to: 9 }, 2, false)).toEqual({ from: 2, to: 2 })
  })
})

describe('what leaves the page', () => {
  it('a quote cannot be closed by the lines in it', () => {
    expect(markdownQuote('test, line 1', 'https://ci.example/x#L1', 'a\n```\nb')).toBe(
      '[test, line 1](https://ci.example/x#L1)\n\n````text\na\n```\nb\n````\n',
    )
    expect(markdownQuote('a](javascript:x)', 'https://x/(y)', '')).toContain(
      '[a\\](javascript:x)](https://x/%28y%29)',
    )
  })

  it.each([
    [['acme/api', 12, 'test'], 'acme-api-12-test.log'],
    [['..', '..', 'etc/passwd'], 'etc-passwd.log'],
    [['a\u202Egpj', '<x>:"|?*'], 'a-gpj-x.log'],
    [['', ''], 'log.log'],
    [['größe', 'テスト'], 'größe-テスト.log'],
  ])('a file name is safe: %j', (parts, name) => {
    expect(fileName(parts)).toBe(name)
  })

  it('a file name has no part of a path, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (parts) => {
        expect(fileName(parts)).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*\.log$/u)
      }),
    )
  })
})
