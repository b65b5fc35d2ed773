import type { Config } from '@yaffle/contract/pipelines'
import { Download, WrapText } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { PlainText } from '../../../domain/PlainText.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { textOfBase64 } from '../base64.ts'
import { safeFileName } from '../fileName.ts'
import { saveText } from '../saveText.ts'
import { lineAnchor } from './anchors.ts'
import { CodeLines, PlainLines } from './CodeBlocks.tsx'
import { codeLines, isLarge, shownText } from './codeLines.ts'
import { useTokens } from './useTokens.ts'

interface ConfigFileProps {
  file: Config
  /** Its name in addresses. */
  anchor: string
  isWrapped: boolean
  /** For all files alike. */
  onWrap: () => void
  /** The line that the address asks for. */
  target: number | undefined
}

/** One file with its line numbers, in colours unless it is very large. */
export function ConfigFile({ file, anchor, isWrapped, onWrap, target }: ConfigFileProps) {
  const t = useTranslations('pipelines')
  const text = useMemo(() => textOfBase64(file.data), [file.data])
  const shown = useMemo(() => shownText(text), [text])
  const isPlain = useMemo(() => isLarge(shown), [shown])
  const tokens = useTokens(shown, !isPlain)
  const lines = useMemo(() => (isPlain ? [] : codeLines(shown, tokens)), [isPlain, shown, tokens])
  const place = useRef<HTMLElement>(null)

  useEffect(() => {
    if (target === undefined) return
    const id = CSS.escape(lineAnchor(anchor, target))
    place.current?.querySelector(`#${id}`)?.scrollIntoView({ block: 'center' })
  }, [anchor, target])

  return (
    <Panel
      title={<PlainText>{file.name}</PlainText>}
      actions={
        <span className="flex items-center gap-1">
          <IconButton
            icon={WrapText}
            size="small"
            label={t('wrapLines')}
            isPressed={isWrapped}
            onClick={onWrap}
          />
          <IconButton
            icon={Download}
            size="small"
            label={t('downloadFile', { file: file.name })}
            onClick={() => saveText(safeFileName(file.name.replace(/\.ya?ml$/, ''), '.yaml'), text)}
          />
          <CopyButton text={text} label={t('copyFile', { file: file.name })} />
        </span>
      }
      isFlush
    >
      {isPlain && <p className="border-b border-border px-4 py-2 text-meta text-muted">{t('fileIsLarge')}</p>}
      <pre
        aria-label={file.name}
        // Longer lines scroll, also by keyboard.
        tabIndex={0}
        className={cx(
          'rounded-b-md bg-log py-2 font-mono text-meta leading-5 text-log-text',
          isWrapped ? 'overflow-x-hidden' : 'overflow-x-auto',
        )}
      >
        <code ref={place} className={cx('block', !isWrapped && 'w-max min-w-full')}>
          {isPlain ? (
            <PlainLines text={shown} isWrapped={isWrapped} />
          ) : (
            <CodeLines anchor={anchor} lines={lines} isWrapped={isWrapped} target={target} />
          )}
        </code>
      </pre>
    </Panel>
  )
}
