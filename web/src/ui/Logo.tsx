/** The product's mark; the same drawing as `public/favicons/logo.svg`. */
export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <path
      className="fill-brand"
      d="M30.6 12.9 21.2 9.3C19.3 6.6 15.9 5 12.2 5.2 8 5.4 4.9 3.9 2.2 1.2 2 5 3 7.9 5.1 9.9 3.3 14.7 4.3 22.5 2.2 31H17.6C17.3 26.4 18.2 23.8 20.2 21.3 21.7 19.4 22.6 17.6 22.8 15.6Z"
    />
    <path
      className="fill-crest"
      d="M21.2 9.3C19.3 6.6 15.9 5 12.2 5.2 8 5.4 4.9 3.9 2.2 1.2 2 5 3 7.9 5.1 9.9 9.5 7.4 15.5 7.2 21.2 9.3Z"
    />
    <circle className="fill-panel" cx="15.2" cy="11.9" r="2" />
  </svg>
)
