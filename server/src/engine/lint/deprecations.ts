import type { PipelineError } from '@yaffle/contract/pipelines'

import type { Node } from '../yaml/nodes.ts'

const docs = 'https://woodpecker-ci.org/docs/usage/workflow-syntax'

const renamed: Readonly<Record<string, string>> = {
  CI_COMMIT_PRERELEASE: 'CI_PIPELINE_RELEASE_PRE',
  CI_COMMIT_AUTHOR_AVATAR: 'CI_PIPELINE_AVATAR',
  CI_PREV_COMMIT_AUTHOR_AVATAR: 'CI_PREV_PIPELINE_AVATAR',
}

const warning = (message: string, file: string, field: string, link: string): PipelineError => ({
  type: 'deprecation',
  message,
  is_warning: true,
  data: { file, field, docs: link },
})

/** Things that still work, but have a better replacement. */
export function lintDeprecations(text: string, root: Node, file: string): PipelineError[] {
  const found: PipelineError[] = []
  if (root.kind === 'map' && root.entries.has('runs_on'))
    found.push(warning('Use `when.status` instead of `runs_on`', file, `${file}.runs_on`, `${docs}#status`))
  for (const [name, replacement] of Object.entries(renamed)) {
    if (new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}\\})`).test(text))
      found.push(
        warning(
          `Use \`${replacement}\` instead of \`${name}\``,
          file,
          name,
          'https://woodpecker-ci.org/docs/usage/environment',
        ),
      )
  }
  return found
}
