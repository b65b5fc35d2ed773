import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import { createLocalStore } from '../forge/local/local.store.ts'
import type { LocalRepo, Visibility } from '../forge/local/localRepos.store.ts'
import { createRepo, grant, importRepo, removeRepo } from '../forge/local/manageRepos.ts'
import type { Command, CommandContext } from './command.ts'
import { checkAgain } from './permissions.ts'
import { UsageError } from './usage.ts'

const lineOf = ({ owner, name, visibility, default_branch, remote_id }: LocalRepo) =>
  [`${owner}/${name}`, visibility, default_branch, remote_id].join('\t')

export const createARepo: Command = async (context, [fullName = '']) => {
  context.print(lineOf(await createRepo(context, { fullName, ...wishes(context) })))
}

export const importARepo: Command = async (context, [source = '', fullName = '']) => {
  context.print(
    lineOf(await importRepo(context, placeOf(source, context.startDir), { fullName, ...wishes(context) })),
  )
}

export const grantARepo: Command = (context, [fullName = '', login = '', level = '']) => {
  grant(context, fullName, login, level)
  checkAgain(context.db, login)
}

export const listRepos: Command = ({ db, print }) => {
  for (const repo of createLocalStore(db).repos.list()) print(lineOf(repo))
}

export const removeARepo: Command = async (context, [fullName = '']) => {
  await removeRepo(context, fullName)
}

function wishes({ flags }: CommandContext): { visibility: Visibility; defaultBranch?: string } {
  if (flags.has('--private') && flags.has('--internal'))
    throw new UsageError('It is --private or --internal, not both')
  const closed = flags.has('--internal') ? 'internal' : 'public'
  const defaultBranch = flags.get('--default-branch')
  return {
    visibility: flags.has('--private') ? 'private' : closed,
    ...(defaultBranch !== undefined && { defaultBranch }),
  }
}

/** A folder as it is seen from where the command was typed; npm itself has gone to the project's folder. */
function placeOf(source: string, startDir: string | undefined): string {
  const here = resolve(source)
  const there = resolve(startDir ?? '', source)
  if (existsSync(here)) return here
  if (existsSync(there)) return there
  return /^[^/\s]+:/.test(source) ? source : here
}
