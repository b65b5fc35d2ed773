import { type Agent, AgentInput } from '@yaffle/contract/agents'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'

import { type AgentScope, useCreateAgent, useUpdateAgent } from '../../api/agents.ts'
import { says, useProblemText } from '../../domain/formTexts.ts'
import { ManagedForm } from '../../domain/ManagedForm.tsx'
import { Checkbox, TextField } from '../../ui/fields.tsx'
import { toasts } from '../../ui/toasts.ts'
import { useForm } from '../../ui/useForm.ts'
import { AgentFacts } from './AgentFacts.tsx'

interface AgentFormProps {
  scope: AgentScope
  /** What is changed; without it a new one is made. */
  agent?: Agent
  /** Of `agent`, which was just made, where its server will not tell it again; else ''. */
  tokenOnce: string
  /** A new one was made: its form opens, since its token is there to be read now. */
  onCreated: (agent: Agent) => unknown
  onClose: () => unknown
}

const rules = z.extend(AgentInput, {
  name: z.string().check(z.refine((name) => name.trim() !== '', says('required'))),
})

/** One agent: what it is called, whether it gets work, and what it says of itself. */
export function AgentForm({ scope, agent, tokenOnce, onCreated, onClose }: AgentFormProps) {
  const t = useTranslations()
  const problemText = useProblemText()
  const create = useCreateAgent(scope)
  const update = useUpdateAgent(scope)

  const made = useRef<Agent>(undefined)
  const form = useForm({
    initial: { name: agent?.name ?? '', no_schedule: agent?.no_schedule ?? false } satisfies AgentInput,
    schema: rules,
    send: async ({ name, no_schedule }) => {
      const input = { name: name.trim(), no_schedule }
      if (agent) await update.mutateAsync({ id: agent.id, input })
      else made.current = await create.mutateAsync(input)
      toasts.show({ title: t(agent ? 'agents.saved' : 'agents.created', { name: input.name }) })
    },
    onSaved: () => (made.current ? onCreated(made.current) : onClose()),
  })
  const { values, set, problems } = form

  return (
    <ManagedForm
      form={form}
      label={agent ? t('agents.editTitle', { name: agent.name || `#${agent.id}` }) : t('agents.add')}
      submitLabel={agent ? t('ui.save') : t('agents.add')}
      onCancel={onClose}
    >
      <TextField
        label={t('agents.name')}
        value={values.name}
        onChange={(name) => set('name', name)}
        isRequired
        error={problemText(problems.name)}
      />
      <Checkbox
        label={t('agents.noSchedule')}
        description={t('agents.noScheduleHelp')}
        isChecked={values.no_schedule}
        onChange={(value) => set('no_schedule', value)}
      />
      {agent && <AgentFacts agent={agent} tokenOnce={tokenOnce} />}
    </ManagedForm>
  )
}
