import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Tests that keep nothing between files: they share their workers' modules, which are then loaded once. */
const sharing = ['tests/domain/**/*.test.{ts,tsx}', 'tests/kernel/**/*.test.ts', 'tests/ui/**/*.test.{ts,tsx}']

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
      { extends: true, test: { name: 'apart', include: ['tests/**/*.test.{ts,tsx}'], exclude: sharing } },
    ],
  },
})
