import { readFile } from 'node:fs/promises'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, transformWithOxc } from 'vite'
import type { Plugin } from 'vite'

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
  plugins: [earlyTheme(), react(), tailwindcss()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 4096,
  },
  server: { proxy: Object.fromEntries([...served, ...servedFiles].map((path) => [path, { target: server }])) },
}))

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
