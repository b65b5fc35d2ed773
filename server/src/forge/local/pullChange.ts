import type { PipelineSeed } from '../driver.ts'
import type { Pull } from './pulls.store.ts'
import type { PushOptions } from './pushOptions.ts'

/** What a push to `refs/for/<target>` does to a pull request. */
export interface PullChange {
  pull: Pull
  /** The head before; absent for a new one. */
  before?: string
  event: Extract<PipelineSeed['event'], 'pull_request' | 'pull_request_closed' | 'pull_request_metadata'>
  reasons: string[]
}

export interface PullPush {
  target: string
  head: string
  actor: string
  options: PushOptions
  /** First line of the head's message. */
  subject: string
  /** The newest of this topic and target. */
  known: Pull | undefined
  nextNumber: number
  /** The target has the head already: there is nothing to merge. */
  isContained: boolean
}

/** Decides; stores nothing. A text is the reason of a refusal, for the one who pushes. */
export function planPull(push: PullPush): PullChange | string {
  const { options, known, head, actor, target, isContained } = push
  if (!options.topic) return 'name the pull request: git push -o topic=<name>'
  const open = known?.state === 'open' ? known : undefined

  if (!open && options.close) return `no open pull request has the topic ${options.topic}`
  if (!open && isContained)
    return known?.state === 'merged'
      ? `pull request ${known.number} is merged`
      : `${target} has this commit already`
  if (open && head !== open.head && isContained && !options.close) return `${target} has this commit already`

  // Merged is the end of one; closed by hand is not.
  const isReopened = known?.state === 'closed'
  const base: Pull = open ??
    (isReopened ? known : undefined) ?? {
      number: push.nextNumber,
      topic: options.topic,
      target_branch: target,
      title: push.subject || options.topic,
      description: '',
      author: actor,
      head,
      state: 'open',
      labels: [],
      milestone: '',
    }
  const { next, reasons } = applyOptions(base, options)
  const pull: Pull = { ...next, head, state: options.close ? 'closed' : 'open' }

  if (!open && !isReopened) return { pull, event: 'pull_request', reasons: ['opened'] }
  const before = base.head
  if (options.close) return { pull, before, event: 'pull_request_closed', reasons: ['closed'] }
  if (isReopened) return { pull, before, event: 'pull_request', reasons: ['reopened'] }
  if (head !== before) return { pull, before, event: 'pull_request', reasons: ['synchronized'] }
  if (reasons.length === 0) return `pull request ${base.number} is like this already`
  return { pull, before, event: 'pull_request_metadata', reasons }
}

function applyOptions(pull: Pull, options: PushOptions): { next: Pull; reasons: string[] } {
  const labels = pull.labels.filter((label) => !options.unlabel.includes(label))
  for (const label of options.label) if (!labels.includes(label)) labels.push(label)
  const next: Pull = {
    ...pull,
    title: options.title || pull.title,
    description: options.description ?? pull.description,
    milestone: options.milestone ?? pull.milestone,
    labels,
  }
  const reasons: string[] = []
  if (next.title !== pull.title || next.description !== pull.description) reasons.push('edited')
  if (labels.join('\0') !== pull.labels.join('\0'))
    reasons.push(labels.length > 0 ? 'label_updated' : 'label_cleared')
  if (next.milestone !== pull.milestone) reasons.push(next.milestone ? 'milestoned' : 'demilestoned')
  return { next, reasons }
}
