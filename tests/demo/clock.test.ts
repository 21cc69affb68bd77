import { expect, test } from 'vitest'
import { beginningOf, firstPhase } from '#server/demo/phases.ts'
import { openPortal } from '#tests/support/portal.ts'

test('two moves of the clock at once skip nothing: the second waits for the first', async () => {
  const portal = await openPortal({ mode: 'demo', at: beginningOf(firstPhase), slugs: ['scd'], cohort: 10 })
  const move = (phase: string) => portal.ask('POST', '/demo/clock', { body: { phase } })
  const moved = await Promise.all([move('final-merit'), move('final-merit')])
  expect(moved.map(({ status, body }) => [status, body.phase])).toEqual([
    [200, 'final-merit'],
    [200, 'final-merit'],
  ])
  const published = portal.services.db.sqlite
    .prepare("SELECT DISTINCT stage FROM merit_editions WHERE state = 'published' ORDER BY stage")
    .pluck()
  expect(published.all()).toEqual(['final', 'provisional'])
}, 300_000)
