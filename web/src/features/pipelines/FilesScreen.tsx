import { ChevronRight, File, FileX, Folder, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'

import { PlainText } from '../../domain/PlainText.tsx'
import { useRepo } from '../../domain/repoContext.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { DataList } from '../../ui/DataList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useSearchText } from '../../ui/useSearchText.ts'
import { useTitle } from '../../ui/useTitle.ts'
import { type FileLine, findFiles, linesOfFiles } from './fileTree.ts'
import { usePipeline } from './pipelineContext.ts'

/** The files that the commits of a pipeline change. */
export function FilesScreen() {
  const t = useTranslations('pipelines')
  const { repo } = useRepo()
  const { number, changed_files } = usePipeline()
  const [search, setSearch] = useSearchText('q')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const count = useMemo(() => new Set(changed_files).size, [changed_files])
  const found = useMemo(() => new Set(findFiles(search, changed_files)), [search, changed_files])
  const lines = useMemo(() => linesOfFiles([...found], closed), [found, closed])
  useTitle(t('changedFiles'), t('title', { number }), repo.full_name)

  const toggle = (path: string) =>
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(path)) next.add(path)
      return next
    })

  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-[64rem] flex-col gap-4 py-5">
        {count === 0 ? (
          <EmptyState icon={FileX} title={t('noFilesTitle')}>
            {t('noFilesText')}
          </EmptyState>
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <SearchBox
                label={t('filesSearch')}
                value={search}
                onChange={setSearch}
                className="w-72 max-sm:w-full"
              />
              <p role="status" className="text-meta text-muted tabular-nums">
                {t('filesCount', { shown: found.size, count })}
              </p>
            </div>
            {lines.length > 0 ? (
              <DataList
                label={t('changedFiles')}
                items={lines}
                keyOf={({ kind, path }) => `${kind} ${path}`}
                rowHeight={33}
              >
                {(line) => <Line line={line} onToggle={toggle} />}
              </DataList>
            ) : (
              <EmptyState
                icon={SearchX}
                title={<PlainText>{t('filesNoMatch', { search })}</PlainText>}
                action={<Button onClick={() => setSearch('')}>{t('clearSearch')}</Button>}
              />
            )}
          </>
        )}
      </div>
    </div>
  )
}

const lineClass = 'flex min-h-8 w-full items-center gap-2 pe-4 text-start max-md:min-h-11'

/** Deeper folders stop moving to the right where a small screen would end. */
const indent = (level: number) => ({ paddingInlineStart: `${0.75 + Math.min(level, 8) * 1.25}rem` })

function Line({ line, onToggle }: { line: FileLine; onToggle: (path: string) => void }) {
  const t = useTranslations('pipelines')
  const { kind, name, path, level } = line
  if (kind === 'file') {
    return (
      <span className={lineClass} style={indent(level)} data-tooltip={path.slice(0, 500)}>
        <span aria-hidden className="size-4 shrink-0" />
        <Icon icon={File} size="small" className="text-muted" />
        <span className="min-w-0 truncate text-strong">
          <PlainText>{name}</PlainText>
        </span>
      </span>
    )
  }
  return (
    <button
      type="button"
      aria-expanded={line.isOpen}
      onClick={() => onToggle(path)}
      style={indent(level)}
      className={cx(
        lineClass,
        'cursor-pointer transition-colors hover:bg-hover focus-visible:-outline-offset-2',
      )}
    >
      <Icon
        icon={ChevronRight}
        size="small"
        className={cx('text-muted transition-transform', line.isOpen && 'rotate-90')}
      />
      <Icon icon={Folder} size="small" className="text-muted" />
      <span className="min-w-0 truncate">
        <PlainText>{name}</PlainText>
      </span>
      <span className="ms-auto shrink-0 text-meta text-muted tabular-nums">
        {t('folderFiles', { count: line.count })}
      </span>
    </button>
  )
}
