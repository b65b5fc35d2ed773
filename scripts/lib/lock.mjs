import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { root, say } from './run.mjs'

/**
 * Runs the work while no other process of this folder does work of that name: `npm start` and `npm test` in two terminals
 * of a fresh clone must not install over each other. A lock whose process is gone is taken over.
 */
export async function alone(name, work) {
  const file = join(root, '.cache', `${name}.lock`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  let isWaiting = false
  while (!take(file)) {
    if (!isWaiting) say(`Waiting for another process to finish: ${name} …`)
    isWaiting = true
    await delay(200)
  }
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isHeld(file)) rmSync(file, { force: true })
    return false
  }
}

function isHeld(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
