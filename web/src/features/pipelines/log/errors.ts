export type Severity = 'error' | 'warning'

/** One cheap look decides for most lines that there is nothing to see. */
const suspicious =
  /err|fail|fatal|panic|exception|traceback|warn|uncaught|unhandled|not ok|not found|no such file|denied|fault|killed|\*\*\*|✗|✖|✘|exit(?:ed)? |timed out/i

/** Words of which an "error" before them is no report: "error handling", "error code 0", "errors 0". */
const noReport = String.raw`(?!handl|messages?\b|boundar|pages?\b|rates?\b|logs?\b|free\b|codes?\s*[:=]?\s*0\b|counts?\b|[:=]?\s*(?:0|none|no)\b)`
/** A line that begins with the word itself, or with the place that linters put before it. */
const begins = (word: string) =>
  new RegExp(
    String.raw`^\s*(?:\d{1,7}:\d{1,7}\s+)?${word}(?:\s*[!.]{1,3}|\s+(?:[-|>]\s+)?${noReport}\S.*)?$`,
    'i',
  )

const errorPatterns = [
  begins('(?:fatal )?errors?'),
  /^\s*(?:\S{1,200}: ?)?(?:fatal |internal |compile |type |syntax |runtime |build )?errors?(?:\[\w{1,20}\])?(?: ?\w{1,12}\d)?\s?:(?!\s*(?:0|none|no)\b)/i,
  /(?:[:)]| -) (?:fatal )?error(?: [A-Z]{1,6}\d{1,6})?: /i,
  /^\s*(?:\S{1,40}\s){0,4}(?:\[(?:error|fatal|severe|critical|err)\]|(?:ERROR|FATAL|SEVERE|CRITICAL|PANIC)\b)/,
  /(?:level=|"level": ?"|"severity": ?")(?:error|fatal|panic|critical)/i,
  /^\s*\[?(?:error|fatal|err)\]/i,
  /^(?:npm|yarn|pnpm) (?:ERR!|error)\b|\bERR!|^\s*ERR_[A-Z_]{3,}|^\s*ELIFECYCLE\b/,
  /^(?:::error\b|##\[error\])/,
  /^\s*(?:--- FAIL:|FAIL(?:ED|URE)?\b(?!\w|\s*[:=]?\s*0\b))/,
  /\b(?:BUILD|TESTS?|COMPILATION) FAILED\b|\bFAILED \(|\bFAILURE!/,
  /^\s*(?:not ok \d|[✗✖✘×] )/,
  /^(?:E {1,8})?\s*(?:[\w$.]{0,120}(?:Error|Exception)|panic|fatal|fatal error|AssertionError)(?: \[\w{1,60}\])?: /,
  /^\s*(?:[\w$.]{0,120}[a-z](?:Error|Exception))$/,
  /^\s*failed to \w/i,
  /^\s*(?:Traceback \(most recent call last\)|Caused by: |Uncaught |Unhandled|thread '.{0,80}' panicked at)/,
  /^(?:\S{1,200}: ){1,4}(?:.{1,200}: )?(?:command not found|not found|No such file or directory|Permission denied|cannot execute.{0,40})$/,
  /\*\*\* .{0,200}(?:Error \d|Stop\.)/,
  /\b(?:Segmentation fault|core dumped|Out of memory|OOMKilled|Killed process|SIGSEGV|SIGABRT)\b/,
  /\b(?:exit(?:ed)?(?: with)? (?:code|status)|exit status|returned a non-zero code:?) ?:? ?[1-9]\d{0,2}\b/i,
  /^\s*[1-9]\d{0,5} (?:failed|failing|failures?|errors?)\b/i,
]

const warningPatterns = [
  begins('warn(?:ing)?s?'),
  /^\s*(?:\S{1,200}: ?)?(?:\w{0,30} )?warnings?(?:\[\w{1,20}\])?(?: ?\w{1,12}\d)?\s?:(?!\s*(?:0|none|no)\b)/i,
  /(?:[:)]| -) warning(?: [A-Z]{1,6}\d{1,6})?: /i,
  /^\s*(?:\S{1,40}\s){0,4}(?:\[(?:warn(?:ing)?|WARN(?:ING)?)\]|WARN(?:ING)?\b)/,
  /(?:level=|"level": ?"|"severity": ?")warn/i,
  /^(?:npm|yarn|pnpm) warn\b/i,
  /^(?:::warning\b|##\[warning\])/,
  /\b\w{0,40}(?:Deprecation|Future|Runtime|User|Experimental)Warning: /,
]

/** No message worth a mark hides beyond this; keeps the patterns cheap on a line of a megabyte. */
const reach = 400

/**
 * Whether a line (as text, without colours) reports an error or a warning, judged by the habits of common tools. A
 * guess for finding one's way: nothing but marks and the order of jumps depends on it.
 */
export function severityOf(text: string): Severity | undefined {
  const head = text.length > reach ? text.slice(0, reach) : text
  if (!suspicious.test(head) || head.startsWith('+ ')) return undefined
  if (errorPatterns.some((pattern) => pattern.test(head))) return 'error'
  if (warningPatterns.some((pattern) => pattern.test(head))) return 'warning'
  return undefined
}
