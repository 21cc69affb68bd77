import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

/** Files with journeys of a later phase, whose demo is still being made when the first journeys begin. */
const later = readdirSync(import.meta.dirname).filter(
  (file) =>
    file.endsWith('.spec.ts') &&
    /\b(askLaterServer|finalMeritServer|allottedServer|roundTwoServer|demoMade\('round|startServer\(phase)/.test(
      readFileSync(path.join(import.meta.dirname, file), 'utf8'),
    ),
)

/** Journeys run against the built server. Each worker has a server with its own data folder. */
export default defineConfig({
  testDir: '.',
  globalSetup: './demos.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  // Playwright takes projects in their order: nobody waits for a demo while journeys that need none are left.
  projects: [
    { name: 'early', testIgnore: later },
    { name: 'later', testMatch: later },
  ],
  // One more than the cores: a journey waits for its page a quarter of the time.
  workers: 3,
  // A second try keeps one slow moment of the machine from failing the run. Playwright lists each journey that needed it
  // as flaky: find its cause.
  retries: 1,
  // Only a hang takes as long, even on a slow machine: how fast pages are is for `npm run bench` to say.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list', { printSteps: false }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 20_000,
    // A trace of every step takes a fifth of the time: `TRACE=1 npm test` keeps those of failed journeys.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
