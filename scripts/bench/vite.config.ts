import { readdirSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the baselines, the press and the allotment as the server is built. */
export default defineConfig({
  publicDir: false,
  plugins: [react()],
  build: {
    ssr: true,
    outDir: 'scripts/bench/dist',
    target: 'node20',
    minify: false,
    ssrEmitAssets: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(
          readdirSync('scripts/bench')
            .filter((file) => /-baseline\.tsx?$/.test(file))
            .map((file) => [file.replace(/\.tsx?$/, ''), path.resolve('scripts/bench', file)]),
        ),
        printing: path.resolve('scripts/bench/printing.ts'),
        allotment: path.resolve('scripts/bench/allotment.ts'),
        ranking: path.resolve('scripts/bench/ranking.ts'),
        'append-run': path.resolve('scripts/bench/append-run.ts'),
        'lists-run': path.resolve('scripts/bench/lists-run.ts'),
        'reminders-run': path.resolve('scripts/bench/reminders-run.ts'),
        'press-worker': path.resolve('server/documents/press-worker.ts'),
      },
    },
  },
})
