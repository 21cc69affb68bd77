import type { CapRound } from '../domain/cap-rounds'
import type { Services } from '../services'
import { drawFrom } from './draw'
import { staffPersona } from './staff-personas'

/** One admin prepares the run of a round, the other releases it; the job publishes it at its instant. */
export const prepareAllotment =
  (round: CapRound) =>
  async (portal: Services): Promise<void> => {
    const prepared = portal.allotment.prepare(staffPersona(portal, 'admin'), round)
    if (!prepared.ok) return
    await portal.allotment.settled()
    portal.allotment.release(staffPersona(portal, 'admin-2'), prepared.value)
  }

/** The mock allotment, once most of the option forms are confirmed. */
export const runMockAllotment = (portal: Services): Promise<void> => portal.allotment.mockDue()

/** The desk enters a few seats for J&K migrants, writes down what they choose, and seats them. */
export function seatJkMigrants(portal: Services): void {
  const { jkSeats, demoStore } = portal
  const admin = staffPersona(portal, 'admin')
  const codes = demoStore.offered().map(({ choiceCode }) => choiceCode)
  const chosen = codes.filter((code, n) => n % 9 === 0 && !code.endsWith('T'))
  for (const choiceCode of chosen) jkSeats.setSeats(admin, { intent: 'seats', choiceCode, count: 2 })
  for (const { candidateId, userId } of demoStore.ranked('jk')) {
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
