import { cx } from './cx.ts'

/** The looks of whatever takes text. */
export const controlClass = (className?: string) =>
  cx(
    'w-full rounded-md border border-control bg-panel px-2.5 text-normal placeholder:text-muted',
    'h-8 max-sm:h-11 max-sm:text-[1rem] focus-visible:outline-offset-0 aria-invalid:border-failure [&[readonly]]:bg-canvas disabled:bg-canvas disabled:opacity-70',
    className,
  )

/*
 * A checkbox or radio button, its label and the help below it. On small screens the label is as high as a finger is
 * wide, and the help moves up into the room that this leaves.
 */
export const tickClass = 'mt-0.5 size-4 shrink-0 accent-solid max-sm:mt-3.5'
export const tickLabelClass = 'block text-strong max-sm:py-3'
export const tickHelpClass = 'text-meta text-muted max-sm:-mt-2 max-sm:pb-2'
