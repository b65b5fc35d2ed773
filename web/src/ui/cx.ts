/** Class names, without those that do not apply. */
export const cx = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
