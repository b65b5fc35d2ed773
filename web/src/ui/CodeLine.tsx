import { CopyButton } from './CopyButton.tsx'

/** Something to paste elsewhere, as it is, with a button that copies it. `label` says what it is. */
export function CodeLine({ label, code }: { label: string; code: string }) {
  return (
    <div className="flex items-center gap-1 rounded-md border border-border bg-canvas py-1 ps-3 pe-1">
      <pre
        aria-label={label}
        // Longer lines scroll, also by keyboard.
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto py-1 font-mono text-meta whitespace-pre"
      >
        {code}
      </pre>
      <CopyButton text={code} label={label} />
    </div>
  )
}
