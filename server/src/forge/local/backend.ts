import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { gitEnvironment } from './git.ts'
import { attendHooks } from './hookSockets.ts'
import type { Log } from './pushes.ts'
import type { PushSession } from './pushSession.ts'

const hooks = fileURLToPath(new URL('hooks', import.meta.url))

/** `info/refs` names its service in the query. */
export interface GitCall {
  /** Folder of all repositories, and the one in it: `/owner/name.git`. */
  root: string
  repo: string
  path: 'info/refs' | 'git-upload-pack' | 'git-receive-pack'
  service: 'git-upload-pack' | 'git-receive-pack'
  /** Login, empty for nobody. */
  user: string
  maxPushBytes: number
}

/** Without a byte in either direction for that long, the client is gone. Git itself speaks every 5 s. */
const idleMs = 120_000
const longestMs = 3_600_000
const graceMs = 5_000
const mostHeaderBytes = 16 << 10
const mostErrorBytes = 4 << 10

const config = (maxPushBytes: number) => ({
  'core.hooksPath': hooks,
  'http.receivepack': 'true',
  'http.uploadpack': 'true',
  'receive.advertisePushOptions': 'true',
  'receive.procReceiveRefs': 'refs/for',
  // Only the server writes these.
  'receive.hideRefs': 'refs/pull',
  'receive.autogc': 'false',
  'receive.maxInputSize': String(maxPushBytes),
  // A tree with `.git` in it or a hostile .gitmodules attacks whoever clones. Flaws of old histories are let through.
  'receive.fsckObjects': 'true',
  ...Object.fromEntries(
    [
      'zeroPaddedFilemode',
      'missingSpaceBeforeDate',
      'missingSpaceBeforeEmail',
      'missingNameBeforeEmail',
      'missingEmail',
      'badEmail',
      'badName',
      'badDate',
      'badDateOverflow',
      'badTimezone',
      'zeroPaddedDate',
      'multipleAuthors',
      'missingTaggerEntry',
      'badTagName',
    ].map((flaw) => [`receive.fsck.${flaw}`, 'ignore']),
  ),
  'uploadpack.allowAnySHA1InWant': 'true',
  'uploadpack.allowFilter': 'true',
})

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

function environment(call: GitCall, request: IncomingMessage): Record<string, string> {
  const length = text(request.headers['content-length'])
  const protocol = text(request.headers['git-protocol'])
  return {
    ...gitEnvironment(config(call.maxPushBytes)),
    GIT_PROJECT_ROOT: call.root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `${call.repo}/${call.path}`,
    REQUEST_METHOD: request.method ?? 'GET',
    QUERY_STRING: call.path === 'info/refs' ? `service=${call.service}` : '',
    CONTENT_TYPE: text(request.headers['content-type']) ?? '',
    ...(length !== undefined && /^\d{1,15}$/.test(length) && { CONTENT_LENGTH: length }),
    ...(request.headers['content-encoding'] === 'gzip' && { HTTP_CONTENT_ENCODING: 'gzip' }),
    ...(protocol !== undefined && /^[\w=:.-]{1,100}$/.test(protocol) && { GIT_PROTOCOL: protocol }),
    REMOTE_ADDR: request.socket.remoteAddress ?? '',
    ...(call.user && { REMOTE_USER: call.user }),
  }
}

/** Says whether git ended by itself, once it has. Aborting the signal ends it. */
export function runBackend(
  call: GitCall,
  request: IncomingMessage,
  response: ServerResponse,
  { session, signal, log }: { session: PushSession | undefined; signal: AbortSignal; log: Log },
): Promise<boolean> {
  const child = spawn('git', ['http-backend'], {
    env: environment(call, request),
    cwd: '/',
    // A group of its own: git's children end with it.
    detached: true,
    stdio: session ? ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
  })
  const [stdin, stdout, stderr, preReceive, procReceive, postReceive] = child.stdio as unknown as Duplex[]
  if (!stdin || !stdout || !stderr) throw new Error('git could not be started')
  if (session && preReceive && procReceive && postReceive)
    attendHooks({ preReceive, procReceive, postReceive }, session, (error) =>
      log.error({ error }, 'A hook failed'),
    )

  let isKilled = false
  const signalGroup = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name)
    } catch {
      // It has ended already.
    }
  }
  // First politely: git then takes its lock files along.
  let grace: NodeJS.Timeout | undefined
  const kill = () => {
    if (isKilled || child.exitCode !== null) return
    isKilled = true
    signalGroup('SIGTERM')
    grace = setTimeout(signalGroup, graceMs, 'SIGKILL')
  }
  const idle = setTimeout(kill, idleMs)
  const longest = setTimeout(kill, longestMs)
  const alive = () => void idle.refresh()

  // What git does not want to read must not keep the client from reading git's answer.
  const drain = () => void request.unpipe(stdin).resume()
  stdin.on('error', drain).on('close', drain)
  request.on('data', alive).pipe(stdin)
  stdout.on('data', alive)
  // A push that has arrived whole is finished even if nobody waits for its end.
  response.on('close', () => {
    if (!response.writableFinished && !(session && request.complete)) kill()
    // What git still says has to go somewhere, or git would wait.
    stdout.unpipe(response).resume()
  })
  signal.addEventListener('abort', kill)

  let complaint = ''
  stderr.on('data', (bytes: Buffer) => {
    if (complaint.length < mostErrorBytes) complaint += bytes.toString('utf8')
  })
  answer(stdout, response)

  return new Promise((resolve) => {
    child.on('error', (error) => {
      log.error({ error }, 'git could not be started')
      refuse(response)
      done(false)
    })
    child.on('close', (code) => {
      if (code !== 0 || complaint)
        log.warn({ code, complaint, repo: call.repo }, 'git http-backend complained')
      refuse(response)
      done(code === 0 && !isKilled)
    })
    function done(isClean: boolean) {
      clearTimeout(idle)
      clearTimeout(longest)
      clearTimeout(grace)
      signal.removeEventListener('abort', kill)
      resolve(isClean)
    }
  })
}

/** Turns what a CGI program prints into an answer: its header lines, then the bytes as they come. */
function answer(stdout: Readable, response: ServerResponse) {
  let head = Buffer.alloc(0)
  const collect = (bytes: Buffer) => {
    head = Buffer.concat([head, bytes])
    const end = /\r?\n\r?\n/.exec(head.toString('latin1'))
    if (!end) {
      if (head.length > mostHeaderBytes) response.destroy()
      return
    }
    stdout.off('data', collect)
    let status = 200
    for (const line of head.toString('latin1').slice(0, end.index).split(/\r?\n/)) {
      const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10) || 500
      else if (name) response.setHeader(name, value)
    }
    response.writeHead(status)
    response.write(head.subarray(end.index + end[0].length))
    stdout.pipe(response)
  }
  stdout.on('data', collect)
}

/** For a process that ended without an answer. */
function refuse(response: ServerResponse) {
  if (response.headersSent || response.destroyed) return
  response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end('git failed\n')
}
