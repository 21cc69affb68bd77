import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { isWaiverCode } from '#server/domain/terms/seat-types.ts'
import type { Services } from '#server/features/index.ts'
import { type Draw, drawFrom } from './draw'
import { eachInTurn } from './in-turn'
import { personaEmail, personas } from './personas'
import type { ListPlan } from './season-plans'
import { demoStore } from './store'
import { visitorsOf } from './visitors'

/** The facts a member of the cohort considers: the place of a course, and its owner. */
export type Offered = { choiceCode: string; instituteCode: string; district: string; status: string }

/**
 * Everybody with a merit number who takes part, except J&K migrants and visitors of the demo, ranks courses by the
 * institute's fame and ownership, its distance from home, and their own taste. One list in twelve is saved and never
 * confirmed; some save none. In later rounds most members send in their list again, the holders of a seat those who want a
 * better one.
 */
export const fillOptionForms =
  (round: CapRound) =>
  async (portal: Services): Promise<void> => {
    const { application, clock, db, optionForm } = portal
    const store = demoStore(db)
    const offered = store.offered()
    const first = { hardest: hardestOf(store.hardest(), offered), vacant: store.vacant() }
    const seatedByTheDesk = new Set(store.ranked('jk').map(({ candidateId }) => candidateId))
    const visitors = visitorsOf(portal)
    const choosers = store
      .ranked('all-india')
      .filter(({ candidateId }) => !seatedByTheDesk.has(candidateId) && !visitors.has(candidateId))
    await eachInTurn(db, choosers, ({ candidateId, email, district }) => {
      const draw = drawFrom(5_000_000 + 10 * candidateId + round)
      const persona = personas.find((one) => personaEmail(one) === email)
      const listPlan = persona?.plan?.lists[round]
      if (!persona && draw.chance(0.04)) return
      if (
        listPlan === 'none' ||
        (persona?.plan && listPlan === undefined) ||
        !optionForm.mayChange(candidateId, round).ok
      )
        return
      const isTfws = claimsOf(application.answers(candidateId))?.isTfws === true
      const mine = liked(offered, district, draw).filter((code) => isTfws || !isWaiverCode(code))
      const choices = listPlan ? planned(listPlan, mine, first) : mine.slice(0, lengthOf(draw))
      const { version } = optionForm.form(candidateId, round)
      const saved = optionForm.save(candidateId, round, { version, choices }, { at: clock.portal() })
      const isLeft = persona ? persona.leavesOptionsOpen : draw.chance(0.08)
      if (saved.ok && !isLeft) optionForm.confirmUnasked(candidateId, round)
    })
  }

/** The courses with the highest closing merit; before the first round, the most famous institutes'. */
const hardestOf = (closed: readonly string[], offered: readonly Offered[]): string[] =>
  (closed.length ? closed : byFame(offered)).slice(0, 2)

const byFame = (offered: readonly Offered[]): string[] =>
  offered
    .filter(({ choiceCode }) => !isWaiverCode(choiceCode))
    .map((one) => ({ ...one, score: fame(one.instituteCode) + (one.status === 'Government' ? 40 : 0) }))
    .sort((a, b) => b.score - a.score || a.choiceCode.localeCompare(b.choiceCode))
    .map(({ choiceCode }) => choiceCode)

/** A persona's list. `mine`: every course, best liked first. */
function planned(
  plan: ListPlan,
  mine: readonly string[],
  { hardest, vacant }: Record<'hardest' | 'vacant', readonly string[]>,
): string[] {
  const behind = (first: readonly string[]) => [...new Set([...first, ...mine])]
  if (plan === 'hardest') return [...hardest]
  if (plan === 'hardest-first') return behind(hardest)
  return plan === 'vacant-first' ? behind(vacant.filter((code) => mine.includes(code))) : [...mine]
}

export const lengthOf = (draw: Draw): number =>
  draw.weighted([
    [draw.whole(1, 3), 10],
    [draw.whole(4, 10), 45],
    [draw.whole(11, 30), 40],
    [300, 5],
  ])

/** The digits of an institute's code decide its fame: the same for everybody, and no judgement of ours. */
const fame = (instituteCode: string): number => drawFrom(8_000_000 + Number(instituteCode)).whole(0, 100)

export function liked(offered: readonly Offered[], home: string, draw: Draw): string[] {
  const near = (district: string) => (district === home ? 55 : regionOf(district) === regionOf(home) ? 30 : 0)
  return offered
    .map(({ choiceCode, instituteCode, district, status }) => ({
      choiceCode,
      score: fame(instituteCode) + near(district) + (status === 'Government' ? 40 : 0) + draw.whole(0, 45),
    }))
    .sort((a, b) => b.score - a.score || a.choiceCode.localeCompare(b.choiceCode))
    .map(({ choiceCode }) => choiceCode)
}
