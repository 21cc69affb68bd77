import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Services } from '#server/features/index.ts'
import { drawFrom } from './draw'
import { staffPersona } from './staff-personas'
import { demoStore } from './store'

/** One admin prepares the run of a round, the other releases it; the job publishes it at its instant. */
export const prepareAllotment =
  (round: CapRound) =>
  async (portal: Services): Promise<void> => {
    const prepared = portal.allotment.prepare(staffPersona(portal, 'admin'), round)
    if (!prepared.ok) return
    await portal.releases.settled()
    const { allotment } = portal
    allotment.release(staffPersona(portal, 'admin-2'), prepared.value, allotment.concerns(prepared.value), true)
  }

/** The mock allotment, once most of the option forms are confirmed. */
export const runMockAllotment = (portal: Services): Promise<void> => portal.allotment.mockDue()

/** The desk enters a few seats for J&K migrants, records their choices, and seats them. */
export function seatJkMigrants(portal: Services): void {
  const { db, jkSeats } = portal
  const store = demoStore(db)
  const admin = staffPersona(portal, 'admin')
  const codes = store.offered().map(({ choiceCode }) => choiceCode)
  const chosen = codes.filter((code, n) => n % 9 === 0 && !code.endsWith('T'))
  for (const choiceCode of chosen) jkSeats.setSeats(admin, { intent: 'seats', choiceCode, count: 2 })
  for (const { candidateId, userId } of store.ranked('jk')) {
    const draw = drawFrom(6_000_000 + candidateId)
    const choices = chosen
      .map((code) => ({ code, liking: draw.whole(0, 1_000_000) }))
      .sort((a, b) => b.liking - a.liking)
      .slice(0, 4)
      .map(({ code }) => code)
    jkSeats.recordChoices(admin, { intent: 'choices', applicationId: userId, choices: choices.join('\n') })
  }
  const prepared = jkSeats.prepare(admin)
  if (prepared.ok) jkSeats.release(staffPersona(portal, 'admin-2'), prepared.value)
}
