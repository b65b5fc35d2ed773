import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { Plugin } from 'vite'

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
