import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { Plugin } from 'vite'

/**
 * What the package's icons are made by in the page: the drawing and what `ui/Icon.tsx` passes. The package's own way
 * is ten times as much code, for properties that nobody here sets.
 */
const maker = `
import { createElement } from 'react'
const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' }
export default ({ node }) => (props) => createElement('svg', { ...frame, ...props }, node.map(([tag, attributes]) => createElement(tag, attributes)))
`

/**
 * Imports each icon from its own file. The package's index names two thousand: reading them all takes longer than the
 * rest of the build, and hides which screen needs which icon from whoever cuts the page into files.
 */
export function directIcons(): Plugin {
  const index = join(
    dirname(createRequire(import.meta.url).resolve('lucide-react')),
    '../esm/lucide-react.mjs',
  )
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(index, 'utf8').matchAll(
    /export \{ ([^}]+) \} from '\.\/icons\/([\w-]+)\.mjs'/g,
  )) {
    for (const name of names.split(', ')) files.set(name.replace('default as ', ''), file)
  }

  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/ },
      handler: () => ({ code: maker, moduleType: 'js' }),
    },
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].*\.tsx?$/, code: "'lucide-react'" },
      handler: (code) => ({
        code: code.replaceAll(/import \{([^}]+)\} from 'lucide-react'/g, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            // Types are gone by then; an import that is left of them would bring the index back.
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => direct(name, files.get(name)))
            .join('; '),
        ),
        map: null,
      }),
    },
  }
}

const direct = (name: string, file: string | undefined) =>
  file ? `import ${name} from 'lucide-react/icons/${file}'` : `import { ${name} } from 'lucide-react'`
