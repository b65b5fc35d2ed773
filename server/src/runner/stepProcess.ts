import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Command {
  file: string
  args: string[]
  cwd: string
  env: Record<string, string>
}

export interface StepProcess {
  /** Also the number of its process group. */
  pid: number
  /** What it and its children print, stdout and stderr in the order of writing. */
  output: Socket
  exited: Promise<Exit>
}

export interface Exit {
  /** -1 when a signal ended it. */
  code: number
}

/**
 * Starts a program as the leader of its own process group, with stdin closed. Rejects when it cannot be started.
 * `pipePath` is the place of a named pipe that exists only meanwhile. A pipe of our own, because what Node makes for
 * children are two sockets: they lose the order of stdout and stderr, and `> /dev/stderr` does not work with sockets.
 */
export async function startProcess(command: Command, pipePath: string): Promise<StepProcess> {
  await run('mkfifo', ['-m', '600', pipePath])
  // Opened for reading first and without blocking: so the end for writing opens at once.
  const readEnd = openSync(pipePath, constants.O_RDONLY | constants.O_NONBLOCK)
  let writeEnd: number | undefined
  try {
    writeEnd = openSync(pipePath, constants.O_WRONLY)
    const child = spawn(command.file, command.args, {
      cwd: command.cwd,
      env: command.env,
      detached: true,
      stdio: ['ignore', writeEnd, writeEnd],
    })
    const exited = new Promise<Exit>((resolve) => {
      child.once('exit', (code) => resolve({ code: code ?? -1 }))
    })
    await once(child, 'spawn')
    if (child.pid === undefined) throw new Error(`${command.file} has no process`)
    return {
      pid: child.pid,
      output: new Socket({ fd: readEnd, readable: true, writable: false }),
      exited,
    }
  } catch (error) {
    closeSync(readEnd)
    throw error
  } finally {
    if (writeEnd !== undefined) closeSync(writeEnd)
    await rm(pipePath, { force: true })
  }
}

/** Signal 0 only asks. False when the group is gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}
