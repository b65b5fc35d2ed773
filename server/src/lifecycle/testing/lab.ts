import { LogEntry } from '@yaffle/contract/logs'
import { Pipeline, type Step } from '@yaffle/contract/pipelines'
import * as z from 'zod/mini'

import { until } from '../../runner/testing/harness.ts'
import { type Files, stepOf, type TestRepo } from '../../testing/repos.ts'
import { testServer, type Options } from '../../testing/testServer.ts'

export interface Push {
  message?: string
  /** Default: `main`. Other branches begin where the working copy stands. */
  branch?: string
  /** A whole ref in its place, such as `refs/for/main`. */
  to?: string
  /** Of `git push -o`. */
  options?: string[]
}

export type Lab = Awaited<ReturnType<typeof aLab>>
export type Project = Awaited<ReturnType<Lab['project']>>

/** A whole server, with repositories that people push to: every event comes from a real git client. */
export async function aLab(options: Options = {}) {
  const server = await testServer(options)
  const leaving: (() => void)[] = []
  return {
    ...server,
    /** A repository that is still empty, activated by its owner. `settings` are those of the repository's own page. */
    async project(full_name: string, settings: object = {}) {
      const repo = await server.repo(full_name, { files: {} })
      if (Object.keys(settings).length > 0) {
        const boss = await server.person('boss')
        const answer = await boss.patch(repo.url, settings)
        if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
      }
      const copy = await repo.clone()
      leaving.push(copy.remove)
      return aProject(repo, copy)
    },
    async close() {
      for (const leave of leaving) leave()
      await server.close()
    },
  }
}

type WorkingCopy = Awaited<ReturnType<TestRepo['clone']>>

function aProject(repo: TestRepo, copy: WorkingCopy) {
  /** The numbers that git shows to the one who pushes, in the order of their making. */
  const numbersIn = (output: string) =>
    [...output.matchAll(/Pipeline #(\d+) \(/g)].map(([, number]) => Number(number))

  async function send(ref: string, options: string[] = []): Promise<number[]> {
    return numbersIn(
      await copy.do('push', '--force', 'origin', ref, ...options.flatMap((option) => ['-o', option])),
    )
  }

  async function push(files: Files, { message = 'Change', branch = 'main', to, options }: Push = {}) {
    await copy.commit(message, files)
    return send(`HEAD:${to ?? `refs/heads/${branch}`}`, options)
  }

  const lines = async (pipeline: Pipeline, step: string | Step): Promise<string[]> => {
    const { id } = typeof step === 'string' ? stepOf(pipeline, step) : step
    const answer = await repo.by.get(`${repo.url}/logs/${pipeline.number}/${id}`)
    const entries = answer.as(z.array(LogEntry))
    return entries.map(({ data }) => Buffer.from(data ?? '', 'base64').toString())
  }

  return {
    ...repo,
    copy,
    /** Commits and pushes; answers with the numbers of the pipelines that came of it. */
    push,
    /** Pushes a ref as it is. */
    send,
    /** Pushes one pipeline file (or several) and answers with the pipeline that came of it as it stands then. */
    async pushed(files: string | Files, options: Push = {}): Promise<Pipeline> {
      const [number, ...more] = await push(asFiles(files), options)
      if (number === undefined || more.length > 0) throw new Error(`Not one pipeline but ${more.length}`)
      return repo.pipeline(number)
    },
    /** The same, once it is over. */
    async ran(files: string | Files, options: Push = {}): Promise<Pipeline> {
      const [number, ...more] = await push(asFiles(files), options)
      if (number === undefined || more.length > 0) throw new Error(`Not one pipeline but ${more.length}`)
      return over(number)
    },
    over,
    /** All lines of a step's log. */
    lines,
    /** Those that are no echo of a command. */
    printed: async (pipeline: Pipeline, step: string | Step) =>
      (await lines(pipeline, step)).filter((line) => !line.startsWith('+ ')),
    post: (path: string, body?: object) => repo.by.post(`${repo.url}${path}`, body),
    all: async () => (await repo.by.get(`${repo.url}/pipelines`)).as(z.array(Pipeline)),
    secret: async (secret: object) => {
      const answer = await repo.by.post(`${repo.url}/secrets`, { events: ['push'], images: [], ...secret })
      if (answer.status !== 200) throw new Error(answer.body)
    },
  }

  /** Nothing of it goes on any more: also what a cancelled pipeline still stops. */
  async function over(number: number): Promise<Pipeline> {
    let pipeline = await repo.finished(number)
    await until(async () => {
      pipeline = await repo.pipeline(number)
      return pipeline.workflows?.every(({ state }) => state !== 'running') ?? true
    })
    return pipeline
  }
}

export const asFiles = (files: string | Files): Files =>
  typeof files === 'string' ? { '.woodpecker.yaml': files } : files

/** A pipeline as people read it: the status, then a row for each workflow and, indented, each of its steps. */
export function told({ status, workflows = [] }: Pipeline): string {
  const rows = (workflows ?? []).flatMap((workflow) => [
    `${workflow.pid} ${workflow.name} ${workflow.state}`,
    ...workflow.children.map(
      ({ pid, name, state, exit_code }) => `  ${pid} ${name} ${state}${exit_code ? ` ${exit_code}` : ''}`,
    ),
  ])
  return [status, ...rows].join('\n')
}

/** The table of a template string, without its margin. */
export function table(text: TemplateStringsArray): string {
  const rows = (text[0] ?? '').split('\n').filter((row) => row.trim() !== '')
  const margin = Math.min(...rows.map((row) => /^ */.exec(row)?.[0].length ?? 0))
  return rows.map((row) => row.slice(margin).trimEnd()).join('\n')
}

export const problemsOf = ({ errors }: Pipeline) => errors.filter(({ is_warning }) => !is_warning)
export const warningsOf = ({ errors }: Pipeline) => errors.filter(({ is_warning }) => is_warning)
