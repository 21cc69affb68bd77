import type { CellSettings } from '#server/domain/season/cell-settings.ts'
import type { RollCallAnswer } from '#server/domain/seats/roll-call.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Services } from '#server/features/index.ts'
import { drawFrom } from './draw'
import { eachInTurn } from './in-turn'
import { personaEmail, personas } from './personas'
import { staffPersona } from './staff-personas'
import { demoStore } from './store'
import { visitorsOf } from './visitors'

/** The course whose demo has roll-calls; in the other one nobody is asked. */
const asking = 'scd'

/** One admin proposes that everybody in play is asked before each round, and the other approves it. */
export function beginRollCalls(portal: Services): void {
  const { course, settings } = portal
  if (course.slug !== asking || course.rollCall) return
  const typed = {
    ...settings.formOf('rounds').typedOf(settings.valueNow('rounds') as CellSettings['rounds']),
    rollCall: 'yes',
  }
  const meta = { intent: 'propose', base: String(settings.newest('rounds')) } as const
  // Whoever tries the demo may have proposed other rounds; then those wait, and this is left.
  if (!settings.propose(staffPersona(portal, 'admin'), 'rounds', typed, meta).ok) return
  const second = staffPersona(portal, 'admin-2')
  const own = settings.waiting(second).find(({ key }) => key === 'rounds')
  if (own) settings.approve(second, own.id)
}

/** More than half answer that they are still in, a few release themselves, and the others are silent. */
export const answerRollCall =
  (round: CapRound) =>
  async (portal: Services): Promise<void> => {
    const { clock, db, rollCall } = portal
    const visitors = visitorsOf(portal)
    const asked = demoStore(db)
      .ranked('all-india')
      .filter(({ candidateId }) => !visitors.has(candidateId))
    await eachInTurn(db, asked, ({ candidateId, email }) => {
      const own = rollCall.own(candidateId)
      if (own?.round !== round) return
      const persona = personas.find((one) => personaEmail(one) === email)
      const drawn = own.answer === null ? drawnAnswer(candidateId, round) : undefined
      const answer = persona ? persona.plan?.answers?.[round] : drawn
      if (answer && answer !== own.answer) rollCall.answer(own.token, answer, clock.portal())
    })
  }

function drawnAnswer(candidateId: number, round: CapRound): RollCallAnswer | undefined {
  const draw = drawFrom(7_000_000 + 10 * candidateId + round)
  return draw.weighted([
    ['in', 58],
    ['out', 4],
    [undefined, 38],
  ] as const)
}
