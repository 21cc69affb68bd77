import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { isWhole } from './support/extent'

const everything = 'tests/**/*.test.{ts,tsx}'

/**
 * Tests that need modules of their own, because they meet what another portal left in them. All others share their
 * workers' modules, which are then loaded once; that takes a third of the processor time away.
 */
const apart = [
  'tests/features/accounts/sso.test.ts',
  'tests/features/content/set-up.test.ts',
  'tests/features/api/conventions.test.ts',
  'tests/features/application/another-season.test.ts',
  'tests/features/directory/institutes.test.ts',
  'tests/ui/kept.test.tsx',
  'tests/demo/third-course.test.ts',
  'tests/house/sbom.test.ts',
  // The only test of the rules that opens a database.
  'tests/domain/application/states.test.ts',
  // With React's own checks, these draw every page of the desk, and every page that shows what people wrote.
  'tests/faults/desk.test.ts',
  'tests/faults/injection.test.tsx',
]

/** Tests of rules and parts of pages, which open no database: `npm test` runs them while SQLite is compiled. */
const pure = 'tests/{domain,kernel,ui}/**/*.test.{ts,tsx}'

/**
 * Files that share their workers' modules, with React as it ships, which takes a sixth of the time away; React's own
 * checks run in the tests that are apart.
 */
const sharing = (name: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  oxc: { jsx: { development: false } },
  test: { name, include, exclude, isolate: false, env: { NODE_ENV: isWhole ? 'test' : 'production' } },
})

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Each portal is much short-lived memory: a larger nursery spares the collector a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      sharing('pure', [pure], apart),
      sharing('sharing', [everything], [pure, ...apart]),
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
})
