import type { Agent } from '@yaffle/contract/agents'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { PlainText } from '../../domain/PlainText.tsx'
import { RelativeTime } from '../../domain/RelativeTime.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { WarningBox } from '../../ui/MessageBox.tsx'
import { SecretField } from '../../ui/SecretField.tsx'
import { labelsOf } from './labelsOf.ts'

/** What an agent needs to connect, and what it has told about itself. `tokenOnce` as in its form. */
export function AgentFacts({ agent, tokenOnce }: { agent: Agent; tokenOnce: string }) {
  const t = useTranslations('agents')
  const token = agent.token || tokenOnce
  const labels = labelsOf(agent)
  const hasContact = agent.last_contact > 0

  return (
    <>
      {token !== '' && <SecretField label={t('token')} description={t('tokenHelp')} value={token} />}
      {tokenOnce !== '' && <WarningBox>{t('tokenOnce')}</WarningBox>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 rounded-md border border-border bg-canvas p-3">
        <Fact name={t('id')}>{agent.id}</Fact>
        <Fact name={t('lastContact')}>
          {hasContact ? <RelativeTime at={agent.last_contact} /> : t('state.never')}
        </Fact>
        {agent.last_work > 0 && (
          <Fact name={t('lastWork')}>
            <RelativeTime at={agent.last_work} />
          </Fact>
        )}
        {agent.platform !== '' && <Fact name={t('platform')}>{agent.platform}</Fact>}
        {agent.backend !== '' && <Fact name={t('backend')}>{agent.backend}</Fact>}
        {hasContact && <Fact name={t('capacity')}>{t('capacityOf', { count: agent.capacity })}</Fact>}
        {agent.version !== '' && <Fact name={t('version')}>{agent.version}</Fact>}
        {labels.length > 0 && (
          <Fact name={t('labels')}>
            <span className="flex flex-wrap gap-1">
              {labels.map((label) => (
                <Badge key={label}>{label}</Badge>
              ))}
            </span>
          </Fact>
        )}
      </dl>
      {!hasContact && <p className="text-muted">{t('neverHelp')}</p>}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 break-words">
      {typeof children === 'string' ? <PlainText>{children}</PlainText> : children}
    </dd>
  </>
)
