import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

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
async function findProcesses({ mark, folder, groups }: Trail): Promise<number[]> {
  const stats = await readStats()
  const ownGroups = new Set(
    groups.filter(({ pid, start }) => start > 0 && stats.get(pid)?.start === start).map(({ pid }) => pid),
  )
  const found: number[] = []
  for (const [pid, stat] of stats) {
    if (pid === process.pid || pid <= 1 || stat.isZombie) continue
    // Somebody who looks around in the folder has a terminal; no step has one.
    const place = stat.hasTerminal ? undefined : folder
    if (ownGroups.has(stat.group) || (await belongs(pid, mark, place))) found.push(pid)
  }
  return found
}

/** When the process started, in the machine's clock ticks; 0 when that cannot be told. */
export async function startOf(pid: number): Promise<number> {
  return (await readStat(pid))?.start ?? 0
}

/** Whether any process of the group lives. Zombies do not: some first processes let them stand for seconds. */
export async function isGroupAlive(group: number): Promise<boolean> {
  if (!signalGroup(group, 0)) return false
  const stats = await readStats()
  return stats.size === 0 || [...stats.values()].some((stat) => stat.group === group && !stat.isZombie)
}

async function readStats(): Promise<Map<number, Stat>> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(async (pid) => [pid, await readStat(pid)] as const))
  return new Map(found.flatMap(([pid, stat]) => (stat ? [[pid, stat]] : [])))
}

/** proc(5): after the name, which is in parentheses and may hold anything, come state, parent, group, … */
async function readStat(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
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

async function belongs(pid: number, mark: string, folder: string | undefined): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
  const entry = environment.split('\0').find((one) => one.startsWith(`${taskMarker}=`)) ?? ''
  if (
    entry
      .slice(taskMarker.length + 1)
      .split(':')
      .includes(mark)
  )
    return true
  if (!folder) return false
  const place = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return place === folder || place.startsWith(`${folder}/`)
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}
