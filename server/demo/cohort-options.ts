import { claimsOf } from '../domain/application/form/claims'
import { regionOf } from '../domain/portal/regions'
import type { CapRound } from '../domain/seats/cap-rounds'
import { isWaiverCode } from '../domain/seats/seat-types'
import type { Services } from '../services'
import { type Draw, drawFrom } from './draw'
import { eachInTurn } from './in-turn'
import { personaEmail, personas } from './personas'
import { demoStore } from './store'

/** The facts a member of the cohort considers: the place of a course, and its owner. */
export type Offered = { choiceCode: string; instituteCode: string; district: string; status: string }

/**
 * Everybody with a merit number, except J&K migrants, ranks courses by the institute's fame and ownership, its distance
 * from home, and their own taste. One list in twelve is saved and never confirmed; some save none.
 */
export const fillOptionForms =
  (round: CapRound) =>
  async (portal: Services): Promise<void> => {
    const { application, clock, db, optionForm } = portal
    const store = demoStore(db)
    const offered = store.offered()
    const seatedByTheDesk = new Set(store.ranked('jk').map(({ candidateId }) => candidateId))
    const choosers = store.ranked('all-india').filter(({ candidateId }) => !seatedByTheDesk.has(candidateId))
    await eachInTurn(db, choosers, ({ candidateId, email, district }) => {
      const draw = drawFrom(5_000_000 + 10 * candidateId + round)
      const actor = { candidateId }
      const persona = personas.find((one) => personaEmail(one) === email)
      if (!persona && draw.chance(0.04)) return
      const isTfws = claimsOf(application.answers(candidateId))?.isTfws === true
      const choices = liked(offered, district, draw)
        .filter((code) => isTfws || !isWaiverCode(code))
        .slice(0, lengthOf(draw))
      const { version } = optionForm.form(actor, round)
      const saved = optionForm.save(actor, round, { version, choices }, clock.portal())
      const isLeft = persona ? persona.leavesOptionsOpen : draw.chance(0.08)
      if (saved.ok && !isLeft) optionForm.confirmUnasked(actor, round)
    })
  }

const lengthOf = (draw: Draw): number =>
  draw.weighted([
    [draw.whole(1, 3), 10],
    [draw.whole(4, 10), 45],
    [draw.whole(11, 30), 40],
    [300, 5],
  ])

/** The digits of an institute's code decide its fame: the same for everybody, and no judgement of ours. */
const fame = (instituteCode: string): number => drawFrom(8_000_000 + Number(instituteCode)).whole(0, 100)

function liked(offered: readonly Offered[], home: string, draw: Draw): string[] {
  const near = (district: string) => (district === home ? 55 : regionOf(district) === regionOf(home) ? 30 : 0)
  return offered
    .map(({ choiceCode, instituteCode, district, status }) => ({
      choiceCode,
      score: fame(instituteCode) + near(district) + (status === 'Government' ? 40 : 0) + draw.whole(0, 45),
    }))
    .sort((a, b) => b.score - a.score || a.choiceCode.localeCompare(b.choiceCode))
    .map(({ choiceCode }) => choiceCode)
}
