import { expect, test } from 'vitest'
import { signAsWitness } from '#server/demo/witness.ts'
import { openPortal } from '#tests/support/portal.ts'
import { look, readerOf, seen } from '#tests/support/witness.ts'

test('the demo has a witness that two admins have listed, who signs all that the log says', async () => {
  const portal = await openPortal({ mode: 'demo' })
  await signAsWitness(portal.services)
  const { sightings, size } = await seen(look(readerOf(portal), portal.clock.real()))
  expect(sightings).toMatchObject([{ name: 'demo-newspaper.example', finding: 'counted', size }])
})
