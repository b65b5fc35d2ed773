import { readFile } from 'node:fs/promises'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, transformWithOxc } from 'vite'
import type { Plugin, Rolldown } from 'vite'

import { directIcons } from './directIcons.ts'
import { textParts } from './textParts.ts'

/** Where `npm run dev` finds the embedded server; the built page is served by the host itself. */
const server = process.env['YAFFLE_DEV_SERVER'] ?? 'http://127.0.0.1:8000'
const served = [
  '/api',
  '/authorize',
  '/logout',
  '/login/',
  '/git',
  '/swagger',
  '/version',
  '/healthz',
  '/metrics',
]
const servedFiles = ['/web-config.js', '/assets/custom.css', '/assets/custom.js', '/favicons', '/favicon.svg']

/**
 * The built page asks for everything under `/BASE_PATH`, which the host replaces by its root path (wire 1.3). Only
 * scripts, styles, png and svg may come out of the build: the wire's other hosts serve nothing else with a type.
 */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === 'build' ? '/BASE_PATH/' : '/',
  plugins: [earlyTheme(), textParts(command === 'build'), directIcons(), react(), tailwindcss(), eagerCode()],
  resolve: {
    alias: command === 'build' ? smaller : {},
  },
  worker: { format: 'es' },
  // Screens come late: what only they import would else be found one after the other, with a reload each.
  optimizeDeps: { entries: ['src/main.tsx', 'src/features/**/*Screen.tsx'] },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 4096,
    // A slow machine is nothing to warn of.
    rolldownOptions: { output: { codeSplitting: { groups: chunks } }, checks: { bundlerTimings: false } },
  },
  server: {
    proxy: Object.fromEntries([...served, ...servedFiles].map((path) => [path, { target: server }])),
  },
}))

/** Same things in less code: texts are compiled, and React itself has what older ones must be given. */
const smaller = {
  'use-intl/format-message': 'use-intl/format-message/format-only',
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
}

/**
 * What every page needs is two files, one that changes with the libraries and one that changes with us; what people
 * see first, the list of repositories, needs one more. The kit is what other screens share, without the parts that
 * weigh much and are needed by few.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', priority: 4, tags: ['$initial'], test: /[\\/]node_modules[\\/](?!lucide-react)/ },
  { name: 'page', priority: 3, tags: ['$initial'] },
  {
    name: (id, graph) => (belongsToArrival(id, graph) ? 'arrival' : null),
    priority: 2,
    test: /[\\/](?:(?:web|contract)[\\/]src|lucide-react)[\\/]/,
  },
  {
    name: 'kit',
    priority: 1,
    minShareCount: 2,
    test: (id) => /[\\/](?:(?:web|contract)[\\/]src|lucide-react)[\\/]/.test(id) && !apart.test(id),
  },
]
const arrival = /[\\/]features[\\/]repos[\\/]ReposScreen\.tsx$/
const apart =
  /[\\/]web[\\/]src[\\/](?:ui[\\/](?:Combobox|ComboboxControl|Dialog|ConfirmDialog|Menu|UnsavedGuard)|domain[\\/](?:forgeMarks|FormActions|HandOver|RemoveButton|useLevels)|features[\\/].*|app[\\/]settings[\\/].*|i18n[\\/].*)\.(?:tsx?|json.*)$/

/**
 * The first files of a visit say that most of their functions are called at once: browsers that know the sign compile
 * them while the file arrives, beside the page's own thread, and not one by one on it.
 */
function eagerCode(): Plugin {
  return {
    name: 'eager-code',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          // Browsers look for it in the first line only.
          if (file.type === 'chunk' && calledAtOnce.has(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
const calledAtOnce = new Set(['framework', 'page', 'arrival'])

interface Graph {
  getModuleInfo: (id: string) => Rolldown.ModuleInfo | null
}

/** Is the module imported by the screen of arrival, in whatever many steps? */
function belongsToArrival(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (arrival.test(id)) return true
  seen.add(id)
  return (graph.getModuleInfo(id)?.importers ?? []).some(
    (importer) => !seen.has(importer) && belongsToArrival(importer, graph, seen),
  )
}

/**
 * Puts the stored theme on the page before its first paint. Modules wait for the whole document and the policy allows
 * no inline script, so that it is a small classic script of its own, first in the head.
 */
function earlyTheme(): Plugin {
  const source = new URL('src/ui/earlyTheme.ts', import.meta.url)
  let name = ''

  return {
    name: 'early-theme',
    async buildStart() {
      if (this.environment.mode !== 'build') return
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), 'earlyTheme.ts')
      const file = this.emitFile({ type: 'asset', name: 'theme.js', source: code })
      name = this.getFileName(file)
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        name
          ? { tag: 'script', attrs: { src: `/BASE_PATH/${name}` }, injectTo: 'head-prepend' }
          : {
              tag: 'script',
              attrs: { type: 'module', src: '/src/ui/earlyTheme.ts' },
              injectTo: 'head-prepend',
            },
      ],
    },
  }
}
