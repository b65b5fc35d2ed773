import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

import { firstAreas } from './src/i18n/areas.ts'

/**
 * Turns the messages of the language files into what the formatter reads, so that a page need not parse ICU syntax,
 * and gives each half of a file for itself: `en.json?first` and `en.json?rest` (see `areas.ts`). Tests and the
 * development server read the messages as they are written.
 */
export function textParts(isCompiled: boolean): Plugin {
  const compileOne = (text: string): unknown => (isCompiled ? compile(text) : text)
  const compileAll = (texts: unknown): unknown =>
    typeof texts === 'string'
      ? compileOne(texts)
      : Object.fromEntries(Object.entries(texts as object).map(([key, text]) => [key, compileAll(text)]))

  return {
    name: 'text-parts',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]i18n[\\/][\w-]+\.json\?(?:first|rest)$/ },
      handler(code, id) {
        const areas = Object.entries(JSON.parse(code) as object).filter(
          ([area]) => firstAreas.includes(area) === id.endsWith('?first'),
        )
        const texts = JSON.stringify(compileAll(Object.fromEntries(areas)))
        return { code: `export default ${texts}`, map: null, moduleType: 'js' }
      },
    },
  }
}
