import { execFile } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'

import { type Invocation, invocation, shellFamily } from '../engine/script.ts'
import type { CompiledStep } from '../engine/types.ts'

const run = promisify(execFile)

/** How to start a step. `note` is a line for its log. */
export interface Start {
  file: string
  invocation: Invocation
  note?: string
}

export interface ImageDeps {
  /** The server's own search path. */
  path: string
  /** Folder of plugins that stand in for images. */
  plugins: string
  isStrict: boolean
}

/** A step that cannot be started; the message says why. */
export class ImageError extends Error {}

/** Shells that a container image is named after and that may stand in for it. */
const shells = new Set([
  'sh',
  'bash',
  'dash',
  'ash',
  'ksh',
  'mksh',
  'zsh',
  'fish',
  'nu',
  'pwsh',
  'powershell',
])

/** Images whose own shell is known. The first match counts; others get bash where there is one, else sh. */
const shellOfImage: [RegExp, string][] = [
  [/(^|[/:-])alpine/, 'sh'],
  [/(^|\/)busybox(:|$)/, 'sh'],
]

/** Decides what runs in place of an image (engine 8.6, D1). Throws ImageError. */
export function createImages({ path, plugins, isStrict }: ImageDeps) {
  const probes = new Map<string, Promise<boolean>>()

  /** Does it take `-e -c script` as a POSIX shell does? Asked once for each program. */
  function isPosixShell(file: string): Promise<boolean> {
    const known = probes.get(file)
    if (known) return known
    const probe = run(file, ['-e', '-c', 'printf posix; false; printf no'], {
      timeout: 5000,
      killSignal: 'SIGKILL',
      env: {},
    }).then(
      () => false,
      ({ code, stdout }: { code?: unknown; stdout?: unknown }) => code === 1 && stdout === 'posix',
    )
    probes.set(file, probe)
    return probe
  }

  async function isShell(file: string): Promise<boolean> {
    return shellFamily(file) !== 'posix' || shells.has(baseName(file)) || (await isPosixShell(file))
  }

  async function shellFor(image: string): Promise<{ file: string; isExact: boolean }> {
    const exact = await findExecutable(image, path)
    if (exact && (await isShell(exact))) return { file: exact, isExact: true }
    if (isStrict)
      throw new ImageError(
        exact
          ? `"${image}" is not a shell that can run commands`
          : `"${image}" is not an executable of this machine`,
      )
    const last = lastPart(image)
    const wanted = shellOfImage.find(([pattern]) => pattern.test(image))?.[1]
    for (const name of [wanted, shells.has(last) ? last : undefined, 'bash', 'sh']) {
      const file = name && (await findExecutable(name, path))
      if (file) return { file, isExact: name === last }
    }
    throw new ImageError('This machine has no shell: neither bash nor sh was found')
  }

  /** A file of the plugins folder, or a folder there with a `plugin` in it; by the image's whole name or last part. */
  async function findPlugin(image: string): Promise<string | undefined> {
    for (const name of new Set([withoutTag(image), lastPart(image)])) {
      if (name === '' || name.split('/').some((part) => part === '..' || part === '')) continue
      for (const file of [join(plugins, name), join(plugins, name, 'plugin')])
        if (await isExecutable(file)) return file
    }
    return undefined
  }

  async function programFor(image: string): Promise<string | undefined> {
    if (isStrict) return findExecutable(image, path)
    return (
      (await findPlugin(image)) ??
      (await findExecutable(image, path)) ??
      (await findExecutable(lastPart(image), path))
    )
  }

  return {
    async start({ image, commands }: CompiledStep): Promise<Start> {
      if (commands.length === 0) {
        const file = await programFor(image)
        if (!file) throw new ImageError(`"${image}" is neither a plugin nor an executable of this machine`)
        return { file, invocation: { args: [], file: undefined } }
      }
      const { file, isExact } = await shellFor(image)
      const note = `The image ${image} is not used: the commands run in ${baseName(file)} on this machine`
      return { file, invocation: invocation(file, commands), ...(!isExact && { note }) }
    },
  }
}

/** The path of a program, by its name or its own path; undefined when there is none that may be run. */
async function findExecutable(name: string, path: string): Promise<string | undefined> {
  if (name === '') return undefined
  if (name.includes('/')) return isAbsolute(name) && (await isExecutable(name)) ? name : undefined
  for (const folder of path.split(delimiter)) {
    const file = join(folder, name)
    if (isAbsolute(folder) && (await isExecutable(file))) return file
  }
  return undefined
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}

const withoutTag = (image: string) => image.replace(/@.*$/, '').replace(/:[^/]*$/, '')
const lastPart = (image: string) => withoutTag(image).split('/').at(-1) ?? ''
const baseName = (file: string) => file.split('/').at(-1) ?? file
