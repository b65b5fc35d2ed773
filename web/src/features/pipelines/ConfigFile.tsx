import type { Config } from '@yaffle/contract/pipelines'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { Marked, PlainText } from '../../domain/PlainText.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { textOfBase64 } from './base64.ts'

/** One file with its line numbers; they stay out of what is selected and copied. */
export function ConfigFile({ file }: { file: Config }) {
  const t = useTranslations('pipelines')
  const text = useMemo(() => textOfBase64(file.data), [file.data])
  const lines = text.replace(/\n$/, '').split('\n')

  return (
    <Panel
      title={<PlainText>{file.name}</PlainText>}
      actions={<CopyButton text={text} label={t('copyFile', { file: file.name })} />}
      isFlush
    >
      <div className="flex rounded-b-md bg-log py-2 font-mono text-meta leading-5 text-log-text">
        <pre aria-hidden className="shrink-0 px-3 text-end text-log-muted select-none">
          {lines.map((_, index) => `${index + 1}\n`).join('')}
        </pre>
        <pre
          aria-label={file.name}
          // Longer lines scroll, also by keyboard.
          tabIndex={0}
          className="min-w-0 flex-1 overflow-x-auto pe-4"
        >
          <code>
            <Marked text={lines.join('\n')} />
          </code>
        </pre>
      </div>
    </Panel>
  )
}
