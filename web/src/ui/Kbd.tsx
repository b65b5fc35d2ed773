/** A key to press. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border bg-canvas px-1 font-sans text-[0.6875rem] leading-none text-muted">
    {children}
  </kbd>
)
