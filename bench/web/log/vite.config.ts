import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the log viewer on a page of its own, for measuring. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  worker: { format: 'es' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false },
})
