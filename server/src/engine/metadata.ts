import type { Metadata, PipelineFacts } from './types.ts'

type Json = Record<string, unknown>

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0)

/** Leaves out what says nothing. */
const compact = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value)))

const noFacts = { commit: { author: {} }, release: {} }

function factsOf(facts: PipelineFacts | undefined): Json {
  if (!facts) return noFacts
  const { commit, release, url: _, parent, ...rest } = facts
  const { author, ...ofCommit } = commit
  return {
    ...compact({ ...rest, parent }),
    commit: { ...compact(ofCommit), author: compact({ ...author }) },
    release: compact({ ...release }),
  }
}

function withoutParent(facts: Json): Json {
  const { parent: _, ...rest } = facts
  return rest
}

/** The document that a person may download to run a pipeline elsewhere with the same facts. */
export function metadataDocument({ repo, curr, prev, sys, forge }: Metadata): Json {
  const { trusted, ...ofRepo } = repo
  const { platform, ...ofSystem } = sys
  return {
    repo: { ...compact(ofRepo), trusted: compact({ ...trusted }) },
    curr: factsOf(curr),
    prev: withoutParent(factsOf(prev)),
    workflow: {},
    step: {},
    sys: compact({ ...ofSystem, arch: platform }),
    forge: compact({ ...forge }),
  }
}
