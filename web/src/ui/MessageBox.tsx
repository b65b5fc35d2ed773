import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'

interface MessageBoxProps {
  title?: ReactNode
  children?: ReactNode
  /** What the reader can do about it. */
  action?: ReactNode
}

const kinds = {
  error: { icon: CircleAlert, box: 'border-failure/40 bg-failure-soft', mark: 'text-failure', role: 'alert' },
  warning: {
    icon: TriangleAlert,
    box: 'border-pending/40 bg-pending-soft',
    mark: 'text-pending',
    role: undefined,
  },
  note: { icon: Info, box: 'border-running/40 bg-running-soft', mark: 'text-running', role: undefined },
} as const

function MessageBox({ kind, title, children, action }: MessageBoxProps & { kind: keyof typeof kinds }) {
  const { icon, box, mark, role } = kinds[kind]
  return (
    <div role={role} className={cx('flex items-start gap-3 rounded-md border px-4 py-3 text-strong', box)}>
      <Icon icon={icon} className={cx('mt-[-0.0625rem]', mark)} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children !== undefined && <div className="break-words text-normal">{children}</div>}
      </div>
      {action}
    </div>
  )
}

/** Something went wrong: what, to what, and what to do. Announced at once. */
export const ErrorBox = (props: MessageBoxProps) => <MessageBox kind="error" {...props} />
/** Something to know before going on. */
export const WarningBox = (props: MessageBoxProps) => <MessageBox kind="warning" {...props} />
/** Something good to know. */
export const NoteBox = (props: MessageBoxProps) => <MessageBox kind="note" {...props} />
