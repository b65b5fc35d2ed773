export type ShellFamily = 'posix' | 'fish' | 'nu' | 'powershell' | 'cmd'

const families: Readonly<Record<string, ShellFamily>> = {
  fish: 'fish',
  nu: 'nu',
  powershell: 'powershell',
  pwsh: 'powershell',
  cmd: 'cmd',
}

/** How to talk to a shell, by the name of its executable (with or without folder and `.exe`). Unknown ones: POSIX. */
export function shellFamily(image: string): ShellFamily {
  const base = image.slice(Math.max(image.lastIndexOf('/'), image.lastIndexOf('\\')) + 1)
  const name = base.toLowerCase().replace(/\.exe$/, '')
  return Object.hasOwn(families, name) ? (families[name] ?? 'posix') : 'posix'
}

export interface Invocation {
  /** Without the executable. */
  args: string[]
  /** To be written to a file of that ending, whose path becomes the last argument; absent if `args` hold the script. */
  file: { ending: string; text: string } | undefined
}

const posixQuote = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`
const fishQuote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const powershellQuote = (text: string) => `'${text.replaceAll("'", "''")}'`
const nuQuote = (text: string) => JSON.stringify(text)
// In a batch file the percent sign is doubled and a caret takes an operator's meaning away.
const cmdQuote = (text: string) => text.replaceAll('%', '%%').replace(/[&|<>^()"!]/g, '^$&')

const echoed = (command: string) => `+ ${command}`

/** printf and not echo: the echo of some shells would expand backslashes of the shown command. */
const posixScript = (commands: readonly string[]) =>
  commands.map((command) => `printf '%s\\n' ${posixQuote(echoed(command))}\n${command}\n`).join('')

const fishScript = (commands: readonly string[]) =>
  commands.map((command) => `echo ${fishQuote(echoed(command))}\n${command}\nor exit $status\n`).join('')

const nuScript = (commands: readonly string[]) =>
  commands.map((command) => `print ${nuQuote(echoed(command))}\n${command}\n`).join('')

const powershellScript = (commands: readonly string[]) => {
  const steps = commands.map(
    (command) =>
      `Write-Output ${powershellQuote(echoed(command))}\n${command}\nif ($LASTEXITCODE) { exit $LASTEXITCODE }\n`,
  )
  return `$ErrorActionPreference = 'Stop'\n${steps.join('')}`
}

const cmdScript = (commands: readonly string[]) => {
  const steps = commands.map((command) => {
    const shown = echoed(command)
      .split(/\r?\n/)
      .map((line) => `@echo ${cmdQuote(line)}\r\n`)
    return `${shown.join('')}@${command}\r\n@if errorlevel 1 exit /b %errorlevel%\r\n`
  })
  return `@echo off\r\n${steps.join('')}`
}

const invocations = {
  posix: (commands) => ({ args: ['-e', '-c', posixScript(commands)], file: undefined }),
  fish: (commands) => ({ args: ['-c', fishScript(commands)], file: undefined }),
  nu: (commands) => ({ args: ['--commands', nuScript(commands)], file: undefined }),
  powershell: (commands) => ({
    args: ['-NoProfile', '-NonInteractive', '-Command', powershellScript(commands)],
    file: undefined,
  }),
  cmd: (commands) => ({ args: ['/D', '/C'], file: { ending: '.cmd', text: cmdScript(commands) } }),
} satisfies Record<ShellFamily, (commands: readonly string[]) => Invocation>

/**
 * How to run a step's commands in a shell: each is shown as `+ <command>` and then run; the first that fails ends the
 * script with its exit code. Directory and variables live on from one command to the next.
 */
export const invocation = (image: string, commands: readonly string[]): Invocation =>
  invocations[shellFamily(image)](commands)
