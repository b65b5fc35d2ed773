import { compilePipeline } from '../compile.ts'
import { inBuildOrder } from '../discover.ts'
import type {
  CommitFacts,
  CompiledStep,
  CompileInput,
  CompileResult,
  Metadata,
  PipelineFacts,
  Secret,
} from '../types.ts'

export const aCommit = (overrides: Partial<CommitFacts> = {}): CommitFacts => ({
  sha: '0123456789abcdef0123456789abcdef01234567',
  ref: 'refs/heads/main',
  refspec: '',
  branch: 'main',
  message: 'a change',
  timestamp: 1_700_000_000,
  author: { name: 'ada', email: 'ada@example.com' },
  changed_files: [],
  labels: [],
  milestone: '',
  draft: false,
  ...overrides,
})

export const someFacts = (overrides: Partial<PipelineFacts> = {}): PipelineFacts => ({
  number: 7,
  created: 1_700_000_100,
  started: 0,
  finished: 0,
  status: 'pending',
  event: 'push',
  event_reason: [],
  forge_url: 'http://forge.example/demo/hello/commit/0123456',
  target: '',
  task: '',
  parent: 0,
  rerun_count: 0,
  cron: '',
  release: undefined,
  author: 'ada',
  avatar: '',
  url: 'http://ci.example/repos/1/pipeline/7',
  commit: aCommit(),
  ...overrides,
})

export const someMetadata = (
  curr: Partial<PipelineFacts> = {},
  overrides: Partial<Metadata> = {},
): Metadata => ({
  repo: {
    id: 1,
    name: 'hello',
    owner: 'demo',
    org_id: 2,
    remote_id: '11',
    forge_url: 'http://forge.example/demo/hello',
    clone_url: 'http://forge.example/demo/hello.git',
    clone_url_ssh: '',
    private: false,
    default_branch: 'main',
    trusted: { network: false, volumes: false, security: false },
  },
  curr: someFacts(curr),
  prev: undefined,
  sys: {
    name: 'woodpecker',
    host: 'ci.example',
    url: 'http://ci.example',
    platform: 'linux/amd64',
    version: '1.2.3',
  },
  forge: { type: 'addon', url: 'http://forge.example' },
  ...overrides,
})

export const aSecret = (name: string, value: string, overrides: Partial<Secret> = {}): Secret => ({
  name,
  value,
  images: [],
  events: ['push'],
  ...overrides,
})

/** Files by path, or the text of `.woodpecker.yaml`. */
export function compiled(
  files: string | Record<string, string>,
  overrides: Partial<CompileInput> = {},
): CompileResult {
  const named = typeof files === 'string' ? { '.woodpecker.yaml': files } : files
  return compilePipeline({
    files: inBuildOrder(Object.entries(named).map(([path, data]) => ({ path, data }))),
    metadata: someMetadata(),
    variables: {},
    globals: {},
    secrets: [],
    privilegedPlugins: [],
    trustedClonePlugins: ['woodpeckerci/plugin-git'],
    ...overrides,
  })
}

/** For an event on the default branch, with other facts as given. */
export const on = (event: string, curr: Partial<PipelineFacts> = {}) => ({
  metadata: someMetadata({ event, ...curr }),
})

export const blocking = (result: CompileResult) => result.errors.filter((error) => !error.is_warning)
export const warnings = (result: CompileResult) => result.errors.filter((error) => error.is_warning)
/** Where warnings of a type point to. */
export const fields = (result: CompileResult, type: string) =>
  result.errors.filter((error) => error.type === type).map((error) => (error.data as { field: string }).field)

/** `name [pid]` of every step, stage by stage. */
export const outline = (result: CompileResult) =>
  result.workflows.map((workflow) => ({
    [`${workflow.name} [${workflow.pid}]`]: workflow.stages.map((stage) =>
      stage.map((step) => `${step.name} [${step.pid}]`).join(', '),
    ),
  }))

export function stepNamed(result: CompileResult, name: string, workflow = 0): CompiledStep {
  const found = result.workflows[workflow]?.stages.flat().find((step) => step.name === name)
  if (!found) throw new Error(`no step ${name}: ${JSON.stringify(result.errors)}`)
  return found
}
