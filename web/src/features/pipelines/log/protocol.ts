import type { Severity } from './errors.ts'
import type { FindQuery } from './find.ts'
import type { Segment } from './segments.ts'

/** Where a log comes from. Addresses are absolute: a worker has no page to resolve them against. */
export interface LogSourceOptions {
  storedUrl: string
  /** Only while the step may still write. */
  streamUrl?: string
  /** A bearer token in place of the session cookie, or ''. */
  token: string
  /** Of a step that failed: fold what came before the failing command, and point at its first error. */
  isFailed: boolean
  /** Commands and groups are folded from the start; of a step that failed, all but the failing command. */
  startsFolded?: boolean
}

export type Phase = 'loading' | 'connecting' | 'live' | 'reconnecting' | 'complete' | 'failed'

/** What went wrong; `status` is 0 when there was no answer at all. */
export interface Failure {
  status: number
  message: string
}

/** What the whole log is like now. Pushed whenever something changed, at most some twenty times a second. */
export interface Snapshot {
  phase: Phase
  failure?: Failure
  lines: number
  /** Number of the last line on the wire, -1 while there is none. */
  lastLine: number
  rows: number
  /** Cells of the widest line, as far as it is drawn in one row. */
  widest: number
  /** Goes up whenever rows that were there already have moved. */
  version: number
  errors: number
  warnings: number
  folds: number
  closedFolds: number
  /** Lines that a reader should see first; set once, when a failed log has been read. */
  target?: number
  find?: FindState
}

export interface FindState {
  query: FindQuery
  hits: number
  /** There are more than were counted. */
  isCapped: boolean
  isDone: boolean
  /** The pattern cannot be read. */
  isInvalid: boolean
  /** Ordinal of the current hit from 0, -1 for none. */
  current: number
}

export interface Place {
  /** Line number of the wire. */
  line: number
  /** Row of that line, from 0. */
  sub: number
}

export interface FoldState {
  title: string
  isClosed: boolean
  /** Lines in its body. */
  count: number
  seconds: number
  /** Still growing, so the duration is not final. */
  isOpenEnded: boolean
  kind: 'command' | 'open'
}

/** The rows of one line that are asked for; a long line may have more before and after. */
export interface RowGroup {
  line: number
  /** Position among all lines, from 1. */
  position: number
  /** Row of the line that `rows` begins with. */
  sub: number
  rows: Segment[][]
  time: number
  type: number
  severity?: Severity
  fold?: FoldState
  /** Line of the command or group whose body it is in; its looks are in the view's `heads`. */
  around?: number
  /** How many groups (not commands) are around it. */
  depth: number
}

export interface FoldHead {
  line: number
  title: string
  kind: 'command' | 'open'
}

export interface ViewRequest {
  /** First row wanted; or rather `before` rows above a place, if the rows may have moved. */
  from: number
  anchor?: Place & { before: number }
  count: number
}

export interface View {
  version: number
  total: number
  from: number
  /** Where the anchor is now. */
  anchorRow?: number
  groups: RowGroup[]
  heads: FoldHead[]
}

/** Where a jump leads. Folds around it are open. */
export interface Jump {
  /** As of `version`. */
  row: number
  line: number
  /** Which of the rows of the line. */
  sub: number
  /** Which of how many, from 0. */
  ordinal: number
  version: number
}

export interface TextPoint {
  line: number
  offset: number
}

/** What the page asks of the log engine, wherever it runs. */
export interface LogEngineApi {
  open: (options: LogSourceOptions) => void
  /** The step has ended, as the page knows from elsewhere. */
  finish: () => void
  /** Nobody looks: the live stream is closed until `resume`. */
  pause: () => void
  resume: () => void
  retry: () => void
  setColumns: (columns: number) => void
  view: (request: ViewRequest) => View
  toggleFold: (line: number) => void
  setAllFolds: (isClosed: boolean) => void
  /** Opens folds around a line. Undefined when there is no such line (yet). */
  reveal: (line: number) => Jump | undefined
  find: (query: FindQuery | undefined, near: number) => void
  /** Where the hit is that the search has chosen. */
  currentHit: () => Jump | undefined
  stepHit: (direction: 1 | -1) => Jump | undefined
  /** The next or previous problem after a line, around the ends. */
  stepProblem: (severity: Severity, from: number, direction: 1 | -1) => Jump | undefined
  /** The text between two points, lines joined by newlines, folded lines included. */
  text: (from: TextPoint, to: TextPoint) => string
  /** The whole log as `text/plain`; with colours written as sequences or without. */
  download: (isColoured: boolean) => Blob
}

export type Method = keyof LogEngineApi
export type Result<M extends Method> = ReturnType<LogEngineApi[M]>

export interface Request {
  id: number
  method: Method
  args: unknown[]
}

export type Message =
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'refused'; id: number; reason: string }
  | { kind: 'snapshot'; snapshot: Snapshot }
