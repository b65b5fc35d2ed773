import { cx } from './cx.ts'

/** The looks of whatever takes text. */
export const controlClass = (className?: string) =>
  cx(
    'w-full rounded-md border border-control bg-panel px-2.5 text-normal placeholder:text-muted',
    'h-8 max-sm:h-11 max-sm:text-[1rem] focus-visible:outline-offset-0 aria-invalid:border-failure [&[readonly]]:bg-canvas disabled:bg-canvas disabled:opacity-70',
    className,
  )
