import type { BadgeQuery, badgeRoutes } from '@yaffle/contract/badges'
import type { Pipeline } from '@yaffle/contract/pipelines'
import { events } from '@yaffle/contract/statuses'
import { makeBadge } from 'badge-maker'
import type { FastifyReply } from 'fastify'

import { mergeStates } from '../../engine/status.ts'
import { badRequest, notFound } from '../../http/errors.ts'
import type { Handlers, RepoRecord } from '../../http/mount.ts'

interface Deps {
  /** The newest pipeline of a branch and events that does not wait for approval, with its workflows. */
  newest(repo_id: number, branch: string, events: string[]): Pipeline | undefined
  newestOfAll(repo_id: number): Pipeline | undefined
  pipelineUrl(repo_id: number, number: number): string
}

interface Look {
  label: string
  colour: string
}

const none: Look = { label: 'none', colour: '#9f9f9f' }
const started: Look = { label: 'started', colour: '#dfb317' }
const failed: Look = { label: 'error', colour: '#9f9f9f' }
/** Word and colour of a state (wire 6.1); every other state is "none". */
const looks: Record<string, Look> = {
  success: { label: 'success', colour: '#44cc11' },
  failure: { label: 'failure', colour: '#e05d44' },
  pending: started,
  running: started,
  error: failed,
  killed: failed,
}

const known: ReadonlySet<string> = new Set(events)

function eventsOf(text: string | undefined): string[] {
  const list = (text || 'push').split(',').map((event) => event.trim())
  const wrong = list.find((event) => !known.has(event))
  if (wrong !== undefined) throw badRequest(`events: "${wrong.slice(0, 100)}" is no event`)
  return list
}

/** The state that a badge is about: of the pipeline, of all workflows of a name, or of the steps of a name in them. */
function stateOf(pipeline: Pipeline | undefined, { workflow, step }: BadgeQuery): string {
  if (!pipeline) return ''
  if (!workflow) return pipeline.status
  const workflows = (pipeline.workflows ?? []).filter(({ name }) => name === workflow)
  const states = step
    ? workflows.flatMap(({ children }) =>
        children.filter(({ name }) => name === step).map(({ state }) => state),
      )
    : workflows.map(({ state }) => state)
  return states.length > 0 ? mergeStates(states) : ''
}

function subjectOf({ workflow, step }: BadgeQuery): string {
  if (!workflow) return 'pipeline'
  return step ? `${workflow}: ${step}` : workflow
}

const xmlText = (text: string) =>
  text
    .replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/[^\x20-\u{10ffff}]/gu, '')

const lastStatus: Record<string, string> = {
  success: 'Success',
  failure: 'Failure',
  error: 'Exception',
  killed: 'Exception',
}

export function badgeHandlers({ newest, newestOfAll, pipelineUrl }: Deps): Handlers<typeof badgeRoutes> {
  function svg(repo: RepoRecord, query: BadgeQuery, reply: FastifyReply) {
    const pipeline = newest(repo.id, query.branch || repo.default_branch, eventsOf(query.events))
    const { label, colour } = looks[stateOf(pipeline, query)] ?? none
    void reply
      .type('image/svg+xml')
      .send(
        makeBadge({ label: subjectOf(query).slice(0, 100), message: label, color: colour, style: 'flat' }),
      )
  }

  function ccXml(repo: RepoRecord, reply: FastifyReply) {
    const pipeline = newestOfAll(repo.id)
    if (!pipeline) throw notFound('Pipeline')
    const isBuilding = pipeline.status === 'pending' || pipeline.status === 'running'
    const attributes = {
      name: repo.full_name,
      activity: isBuilding ? 'Building' : 'Sleeping',
      lastBuildStatus: lastStatus[pipeline.status] ?? 'Unknown',
      lastBuildLabel: isBuilding ? 'Unknown' : String(pipeline.number),
      lastBuildTime: isBuilding ? '' : new Date(pipeline.started * 1000).toISOString().replace('.000', ''),
      webUrl: pipelineUrl(repo.id, pipeline.number),
    }
    const text = Object.entries(attributes).map(([name, value]) => `${name}="${xmlText(value)}"`)
    void reply
      .type('application/xml; charset=utf-8')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n<Projects><Project ${text.join(' ')}/></Projects>\n`)
  }

  return {
    svg: ({ query }, { repo, reply }) => svg(repo, query, reply),
    svgByName: ({ query }, { repo, reply }) => svg(repo, query, reply),
    ccXml: (_input, { repo, reply }) => ccXml(repo, reply),
    ccXmlByName: (_input, { repo, reply }) => ccXml(repo, reply),
  }
}
