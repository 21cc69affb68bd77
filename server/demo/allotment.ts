import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Services } from '#server/features/index.ts'
import { drawFrom } from './draw'
import { staffPersona, staffPersonas } from './staff-personas'
import { demoStore } from './store'

/** The run of a round in hand: prepared, released or published. One admin prepares it if there is none; null if that is not possible. */
export async function runOf(portal: Services, round: CapRound) {
  const { allotment, releases } = portal
  const inHand = () =>
    allotment.latest().find((run) => run.round === round && ['prepared', 'released', 'published'].includes(run.state))
  if (!inHand() && allotment.prepare(staffPersona(portal, 'admin'), round).ok) await releases.settled()
  return inHand() ?? null
}

/** One admin prepares the run of a round, the other releases it; the job publishes it at its instant. */
export const prepareAllotment =
  (round: CapRound) =>
  async (portal: Services): Promise<void> => {
    const run = await runOf(portal, round)
    if (run?.state !== 'prepared') return
    const { allotment } = portal
    // Whoever tries the demo may have prepared it as the second admin.
    const second = staffPersona(portal, 'admin-2')
    const isBySecond = run.preparedByName === staffPersonas.find(({ key }) => key === 'admin-2')!.fullName
    const other = isBySecond ? staffPersona(portal, 'admin') : second
    allotment.release(other, run.id, allotment.concerns(run.id), true)
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
  if (prepared.ok) jkSeats.release(staffPersona(portal, 'admin-2'), prepared.value, true)
}
