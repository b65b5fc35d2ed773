/**
 * The top-level groups of texts that come with the page: those of the frame, of the parts that any page may show, and
 * of the list of repositories, where people arrive. All others come with the first screen that asks for them
 * (`app/screens.ts`). The build cuts each language file in two along this list (vite.config.ts).
 */
export const firstAreas: readonly string[] = [
  'app',
  'ui',
  'feed',
  'status',
  'events',
  'time',
  'text',
  'errors',
  'repos',
  'notFound',
]
