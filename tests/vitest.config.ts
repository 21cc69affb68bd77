import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { isWhole } from '#tests/support/extent.ts'

/** Tests that need modules of their own, because they meet what another portal left in them; or Node's usual settings. */
const apart = ['tests/house/sbom.test.ts', 'tests/ui/kept.test.tsx']

/** Tests of rules, papers, parts of pages and the house, which open no database: `npm test` runs them while SQLite is compiled. */
const pure = 'tests/@(documents|domain|house|http|kernel|ui)/**/*.test.{ts,tsx}'
const others = 'tests/!(documents|domain|house|http|kernel|ui)/**/*.test.{ts,tsx}'
/** Those in the same folders that open one. */
const withDatabase = [
  'tests/domain/application/states.test.ts',
  'tests/house/{database,doctor,monitoring,nginx,queries}.test.ts',
]

/**
 * Files that share their workers' modules, which are then loaded once: that takes a third of the processor time away. React
 * as it ships takes another sixth away; its own checks run in `test:all`.
 */
const sharing = (name: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  oxc: { jsx: { development: false } },
  test: { name, include, exclude, isolate: false, env: { NODE_ENV: isWhole ? 'test' : 'production' } },
})

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [react()],
  resolve: {
    alias: {
      piscina: new URL('support/kept-threads.ts', import.meta.url).pathname,
      // `npm test` builds before it tests, so that threads need not start from source.
      ...(process.env.BUILT_THREADS && {
        '#server/kernel/threads.ts': new URL('support/built-threads.ts', import.meta.url).pathname,
      }),
    },
  },
  test: {
    setupFiles: ['tests/support/setup.ts'],
    globalSetup: ['tests/support/kept-demos-folder.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Each portal is much short-lived memory: a larger nursery spares the collector a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      sharing('pure', [pure], [...withDatabase, ...apart]),
      sharing('sharing', [others, ...withDatabase], apart),
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
})
