import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isWhole } from '#tests/support/extent.ts'

/** The commands of README and runbook (`npm run docs-commands`). */

const tried = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs-commands.mjs', ...words], {
    encoding: 'utf8',
  })
  return { status, words: stdout + stderr }
}

test('somebody knows how to try each command of README and runbook', () => {
  const { status, words } = tried('--list')
  expect(status, words).toBe(0)
  expect(words).toContain('left to a whole machine: systemctl stop pravesh')
})

test.runIf(isWhole)('each command that needs no whole machine works in an empty folder', { timeout: 660_000 }, () => {
  const { status, words } = tried()
  expect(status, words).toBe(0)
})
