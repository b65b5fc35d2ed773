import { readFile } from 'node:fs/promises'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { defineConfig, transformWithOxc } from 'vite'
import type { Plugin, Rolldown } from 'vite'

type CodeSplittingGroup = Rolldown.CodeSplittingGroup

/** Where `npm run dev` finds the embedded server; the built page is served by the host itself. */
const server = process.env['YAFFLE_DEV_SERVER'] ?? 'http://127.0.0.1:8000'
const served = ['/api', '/authorize', '/logout', '/login/', '/git', '/swagger', '/version', '/healthz', '/metrics']
const servedFiles = ['/web-config.js', '/assets/custom.css', '/assets/custom.js', '/favicons', '/favicon.svg']

/**
 * The built page asks for everything under `/BASE_PATH`, which the host replaces by its root path (wire 1.3). Only
 * scripts, styles, png and svg may come out of the build: the wire's other hosts serve nothing else with a type.
 */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: command === 'build' ? '/BASE_PATH/' : '/',
  plugins: [earlyTheme(), compiledTexts(), react(), tailwindcss()],
  // Texts are compiled below, so that their parser stays at home.
  resolve: { alias: command === 'build' ? { 'use-intl/format-message': 'use-intl/format-message/format-only' } : {} },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 4096,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: Object.fromEntries([...served, ...servedFiles].map((path) => [path, { target: server }])) },
}))

/**
 * What every page needs is two files, one that changes with the libraries and one that changes with us. What only
 * screens share is a third. Overlays come with the first screen that has one: they weigh as much as all of that.
 */
const overlays = /[\\/]web[\\/]src[\\/]ui[\\/](?:Combobox|Dialog|ConfirmDialog|Menu)\.tsx$/
const chunks: CodeSplittingGroup[] = [
  { name: 'framework', priority: 3, tags: ['$initial'], test: /[\\/]node_modules[\\/](?!lucide-react)/ },
  { name: 'page', priority: 2, tags: ['$initial'] },
  {
    name: 'kit',
    priority: 1,
    minShareCount: 2,
    test: (id) => /[\\/](?:(?:web|contract)[\\/]src|lucide-react)[\\/]/.test(id) && !overlays.test(id),
  },
]

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
          : { tag: 'script', attrs: { type: 'module', src: '/src/ui/earlyTheme.ts' }, injectTo: 'head-prepend' },
      ],
    },
  }
}

/** Turns the messages of the language files into what the formatter reads: a page need not parse ICU syntax. */
function compiledTexts(): Plugin {
  const compileAll = (texts: unknown): unknown =>
    typeof texts === 'string'
      ? compile(texts)
      : Object.fromEntries(Object.entries(texts as object).map(([key, text]) => [key, compileAll(text)]))

  return {
    name: 'compiled-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]i18n[\\/][\w-]+\.json$/ },
      handler: (code) => ({ code: JSON.stringify(compileAll(JSON.parse(code))), map: null }),
    },
  }
}
