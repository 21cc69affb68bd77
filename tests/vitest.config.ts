import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const everything = 'tests/**/*.test.{ts,tsx}'

/**
 * Tests that need modules of their own, because they replace a part of one or meet what another portal left in it. All
 * others share their workers' modules, which are then loaded once; that takes a third of the processor time away.
 */
const apart = [
  'tests/{demo,documents,faults,house,http}/**/*.test.{ts,tsx}',
  'tests/features/accounts/sso.test.ts',
  'tests/features/content/set-up.test.ts',
  'tests/features/api/conventions.test.ts',
  'tests/features/application/another-season.test.ts',
  'tests/features/directory/institutes.test.ts',
  'tests/ui/kept.test.tsx',
]

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'sharing', include: [everything], exclude: apart, isolate: false } },
      { extends: true, test: { name: 'apart', include: apart } },
    ],
  },
})
