import { closeSync, openSync, readlinkSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

import { taskMarker } from './environment.ts'
import type { Group } from './queue.store.ts'
import { signalGroup } from './stepProcess.ts'

/** By what the processes of a task or of one step are known. */
export interface Trail {
  /** A part of the value in `YAFFLE_TASK`. */
  mark: string
  /** Where they work, so that those are found too which have cleared their environment; absent: not looked at. */
  folder?: string
  /** Process groups that were started for it. */
  groups: readonly Group[]
  /** Clock ticks from the machine's start before which none of them can have started; absent: not known. */
  since?: number
}

interface Stat {
  group: number
  start: number
  isZombie: boolean
  hasTerminal: boolean
}

const mostRounds = 20

/**
 * Kills every process of a task, also those that left their process group. Only what certainly is the task's is
 * touched: a group counts while its leader is the one that was started, told by its start time. Where there is no
 * /proc nothing can be told, and nothing is killed here. Answers with how many were found.
 */
export async function killLeftovers(trail: Trail): Promise<number> {
  const killed = new Set<number>()
  // Again until nothing is found: a process may have forked meanwhile.
  for (let round = 0; round < mostRounds; round++) {
    const found = await findProcesses(trail)
    if (found.length === 0) break
    for (const pid of found) {
      killed.add(pid)
      kill(pid)
    }
    await wait(10)
  }
  return killed.size
}

/** Process numbers of a task's living processes; never our own. */
async function findProcesses({ mark, folder, groups, since = 0 }: Trail): Promise<number[]> {
  const stats = await readStats()
  const ownGroups = new Set(
    groups.filter(({ pid, start }) => start > 0 && stats.get(pid)?.start === start).map(({ pid }) => pid),
  )
  const found: number[] = []
  for (const [pid, stat] of stats) {
    if (pid === process.pid || pid <= 1 || stat.isZombie || stat.start < since) continue
    // Somebody who looks around in the folder has a terminal; no step has one.
    const place = stat.hasTerminal ? undefined : folder
    if (ownGroups.has(stat.group) || belongs(pid, mark, place)) found.push(pid)
  }
  return found
}

/** When the process started, in the machine's clock ticks; 0 when that cannot be told. */
export const startOf = (pid: number): number => readStat(pid)?.start ?? 0

/** The first of the starts of these groups, for a trail's `since`; undefined when one of them is not known. */
export function firstStart(groups: readonly Group[]): number | undefined {
  const first = Math.min(...groups.map(({ start }) => start))
  return Number.isFinite(first) && first > 0 ? first : undefined
}

/** Whether any process of the group lives. Zombies do not: some first processes let them stand for seconds. */
export async function isGroupAlive(group: number): Promise<boolean> {
  if (!signalGroup(group, 0)) return false
  const stats = await readStats()
  return stats.size === 0 || [...stats.values()].some((stat) => stat.group === group && !stat.isZombie)
}

/** Read one after the other, since that costs a fraction of what many small promises do; others get their turn. */
async function readStats(): Promise<Map<number, Stat>> {
  const names = await readdir('/proc').catch(() => [])
  const stats = new Map<number, Stat>()
  for (const [index, name] of names.entries()) {
    if (index % 200 === 199) await nextTurn()
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    if (stat) stats.set(Number(name), stat)
  }
  return stats
}

const buffer = Buffer.alloc(1 << 17)

/** A file of /proc; '' when the process is gone or somebody else's. */
function readProc(path: string): string {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return ''
  }
  try {
    let text = ''
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, text.length)
      text += buffer.toString('latin1', 0, length)
      if (length < buffer.length) return text
    }
  } catch {
    return ''
  } finally {
    closeSync(file)
  }
}

/** proc(5): after the name, which is in parentheses and may hold anything, come state, parent, group, … */
function readStat(pid: number): Stat | undefined {
  const text = readProc(`/proc/${pid}/stat`)
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, , group, , terminal] = fields
  const start = fields[19]
  if (!state || !group || !start) return undefined
  return {
    group: Number(group),
    start: Number(start),
    isZombie: state === 'Z' || state === 'X',
    hasTerminal: terminal !== '0',
  }
}

function belongs(pid: number, mark: string, folder: string | undefined): boolean {
  const entry = readProc(`/proc/${pid}/environ`)
    .split('\0')
    .find((one) => one.startsWith(`${taskMarker}=`))
  const marks = entry?.slice(taskMarker.length + 1).split(':')
  if (marks?.includes(mark)) return true
  if (!folder) return false
  try {
    const place = readlinkSync(`/proc/${pid}/cwd`)
    return place === folder || place.startsWith(`${folder}/`)
  } catch {
    return false
  }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}
