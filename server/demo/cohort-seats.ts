import { daysOver, reportingDays } from '#server/domain/admission/reporting.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { Services } from '#server/features/index.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { type Draw, drawFrom } from './draw'
import { groupsOf } from './in-turn'
import { personaEmail, personas } from './personas'
import type { SeasonPlan, SeatPlan } from './season-plans'
import { staffPersona } from './staff-personas'
import { demoStore } from './store'
import { visitorsOf } from './visitors'

/** The plans of a portal's personas, by candidate. */
function plansOf({ course, db }: Services): Map<number, SeasonPlan> {
  const ids = demoStore(db).idsByEmail()
  return new Map(
    personas.flatMap((persona): [number, SeasonPlan][] => {
      const id = persona.course === course.slug ? ids.get(personaEmail(persona)) : undefined
      return id !== undefined && persona.plan ? [[id, persona.plan]] : []
    }),
  )
}

/** Half of the people act in good time, the others later. */
type Pace = 'early' | 'late'

const paceOf = (draw: Draw): Pace => (draw.chance(0.5) ? 'early' : 'late')

/** What a member of the cohort does about a seat. */
const drawSeatPlan = (draw: Draw): SeatPlan =>
  draw.weighted<SeatPlan>([
    ['freeze', 42],
    ['betterment', 40],
    ['nothing', 17],
    ['mistake', 1],
  ])

/**
 * Candidates verify their facts, decide about the seat of a round and pay: the early ones first, then the others. Some
 * do nothing, and a few find a mistake.
 */
export const acceptSeats =
  (round: CapRound, pace: Pace) =>
  async (portal: Services): Promise<void> => {
    const { db, seatAcceptance } = portal
    const plans = plansOf(portal)
    const visitors = visitorsOf(portal)
    const payers: number[] = []
    for (const seats of seatAcceptance.seatsOfRound(round)) {
      for await (const group of groupsOf(seats)) {
        db.transact(() => {
          for (const seat of group) {
            const { candidateId } = seat.offer
            if (visitors.has(candidateId)) continue
            const draw = drawFrom(9_000_000 + 10 * candidateId + round)
            const plan = plans.get(candidateId)
            // Personas are early; members whose grievance has been decided meanwhile go on.
            const isTheirTime = plan ? pace === 'early' : paceOf(draw) === pace || seat.state === 'to-decide'
            const seatPlan = plan ? (plan.seats[round] ?? 'nothing') : drawSeatPlan(draw)
            if (isTheirTime && accept(portal, seat, seatPlan)) payers.push(candidateId)
          }
        })
      }
    }
    for (const candidateId of payers) await payAcceptance(portal, candidateId)
  }

/** Verifies and decides as planned; true if the fee is to be paid. */
function accept({ selfVerification, seatAcceptance, application }: Services, seat: Seat, plan: SeatPlan): boolean {
  const { candidateId, round } = seat.offer
  const actor = { candidateId }
  if (plan === 'nothing') return false
  if (seat.state === 'to-verify') {
    const said = plan === 'mistake' ? mistakeIn(application.answers(candidateId)) : undefined
    if (!selfVerification.verifyUnasked(actor.candidateId, round, said).ok) return false
  }
  const decision = seat.mustFreeze || plan !== 'betterment' ? 'freeze' : 'betterment'
  const decided = seatAcceptance.decideUnasked(actor.candidateId, round, decision)
  return decided.ok && decided.value.state === 'to-pay'
}

/** The officer decides most grievances about a seat: every other mistake is one. Those of personas wait. */
export async function decideMistakes(portal: Services): Promise<void> {
  const officer = staffPersona(portal, 'so')
  const isPersona = new Set(demoStore(portal.db).personaIds())
  const waiting = portal.grievances.list.piece(
    officer,
    askedOf(portal.grievances.list.shape, { state: 'open', type: 'self-verification' }),
  ).rows
  for (const { id, userId } of waiting) {
    if (isPersona.has(userId)) continue
    const intent = id % 2 ? 'approve' : 'refuse'
    const text = id % 2 ? 'The marksheet shows the lower mark.' : 'The marksheet shows the mark of the form.'
    await portal.grievances.decide(officer, id, { intent, agreed: intent, text })
  }
}

type Answered = ReturnType<Services['application']['answers']>

/** The marks of SSC are one less than stated: a mistake in a fact that decides merit. */
function mistakeIn(answers: Answered) {
  const { sscMarks = '300', sscOutOf = '500' } = answers['qualifications-details'] ?? {}
  return {
    answers: { ssc: 'incorrect' as const },
    right: { sscMarks: String(Math.floor(Number(sscMarks)) - 1), sscOutOf },
  }
}

/** Pays the seat-acceptance fee at the demo's gateway, which tells the portal. */
async function payAcceptance({ payments, demoGateway }: Services, candidateId: number): Promise<void> {
  const begun = await payments.begin(candidateId, 'seat-acceptance')
  const orderId = begun.ok ? begun.value.payment.orderId : null
  const decided = orderId === null ? null : demoGateway?.decide(orderId, 'succeed')
  if (decided) payments.onWebhook(decided.webhook.raw, decided.webhook.headers)
}

/** Those who act for institutes, by the institute's code. Each gets an account with the first act. */
function officersOf(portal: Services) {
  const persona = staffPersona(portal, 'institute')
  const store = demoStore(portal.db)
  const known = new Map<string, typeof persona>([[persona.institute!, persona]])
  return (institute: string): typeof persona => {
    const loginName = `${persona.loginName}.${institute}`
    const officer = known.get(institute) ?? {
      ...persona,
      id: store.officerAt(institute, loginName),
      loginName,
      institute,
    }
    known.set(institute, officer)
    return officer
  }
}

/** The institute of each choice code on offer. */
const institutesOf = ({ db }: Services): Map<string, string> =>
  new Map(
    demoStore(db)
      .offered()
      .map(({ choiceCode, instituteCode }) => [choiceCode, instituteCode]),
  )

/** Institutes admit most candidates who are to report after a round: the early ones first, then the others. */
export const admitCandidates =
  (round: CapRound, pace: Pace) =>
  async (portal: Services): Promise<void> => {
    const { application, db, reporting, seatAcceptance } = portal
    const plans = plansOf(portal)
    const officerOf = officersOf(portal)
    const instituteOf = institutesOf(portal)
    for (const seats of seatAcceptance.seatsOfRound(round)) {
      for await (const group of groupsOf(seats)) {
        db.transact(() => {
          for (const { offer, state } of group) {
            if (state !== 'to-report') continue
            const draw = drawFrom(10_000_000 + 10 * offer.candidateId + round)
            const plan = plans.get(offer.candidateId)
            const staysAway = plan ? plan.staysAway : draw.chance(0.04)
            if (staysAway || (!plan && paceOf(draw) !== pace)) continue
            const { userId } = application.standing(offer.candidateId).facts
            reporting.admitUnasked(officerOf(instituteOf.get(offer.choiceCode)!), userId)
          }
        })
      }
    }
  }

/** Institutes admit the persona with a seat for J&K migrants, and two of three of the others. */
export function admitJkMigrants(portal: Services): void {
  const { db, jkSeats } = portal
  const isPersona = new Set(demoStore(db).personaIds())
  const officerOf = officersOf(portal)
  const instituteOf = institutesOf(portal)
  const seats = jkSeats.desk(staffPersona(portal, 'admin')).released?.seats ?? []
  for (const { candidateId, userId, choiceCode } of seats) {
    if (!isPersona.has(userId) && !drawFrom(13_000_000 + candidateId).chance(0.67)) continue
    jkSeats.admit(officerOf(instituteOf.get(choiceCode)!), { intent: 'admit-jk', applicationId: userId, choiceCode })
  }
}

/** The cell signs the days of reporting that are over for every institute that has not signed them. */
export const signDays =
  (round: CapRound) =>
  (portal: Services): void => {
    const { clock, notices, reporting } = portal
    const cell = staffPersona(portal, 'admin')
    const over = daysOver(reportingDays(notices.activity(roundActivity(round, 'reporting'))), clock.portal()).at(-1)
    if (!over) return
    for (const { code } of reporting.unsigned(round)) reporting.signFor(cell, code, round, over.day)
  }

/** A few admitted candidates give up their seat, a day after reporting has ended. */
export const cancelAdmissions =
  (round: CapRound) =>
  async (portal: Services): Promise<void> => {
    const { cancellation, db, seatAcceptance } = portal
    const plans = plansOf(portal)
    for (const seats of seatAcceptance.seatsOfRound(round)) {
      for await (const group of groupsOf(seats)) {
        db.transact(() => {
          for (const { offer, state } of group) {
            const { candidateId } = offer
            const plan = plans.get(candidateId)
            const isLeaving = plan ? plan.cancels : drawFrom(11_000_000 + 10 * candidateId + round).chance(0.03)
            if (state !== 'admitted' || !isLeaving) continue
            cancellation.cancelUnasked(candidateId, 'I have found a seat nearer to my home.')
          }
        })
      }
    }
  }

const sumsReturned = {
  paid: '40000',
  deposit: '5000',
  charge: '1000',
  mode: 'bank-transfer',
  originalsReturned: true,
} as const

/** Institutes record what they returned to the candidates who cancelled after a round; a few are late. */
export const recordReturns =
  (round: CapRound) =>
  async (portal: Services): Promise<void> => {
    const { cancellation, db, seatAcceptance } = portal
    const plans = plansOf(portal)
    const officerOf = officersOf(portal)
    for (const seats of seatAcceptance.seatsOfRound(round)) {
      for await (const group of groupsOf(seats)) {
        db.transact(() => {
          for (const { candidateId } of group.map(({ offer }) => offer)) {
            const found = cancellation.of(candidateId)
            const plan = plans.get(candidateId)
            const isLate = plan ? plan.cancels === 'late' : drawFrom(12_000_000 + candidateId).chance(0.15)
            if (!found || found.returnedAt !== null || isLate) continue
            const { caseNumber, instituteCode } = found
            const sent = { ...sumsReturned, number: `UTR2024${100_000 + caseNumber}` }
            cancellation.recordReturn(officerOf(instituteCode), caseNumber, sent)
          }
        })
      }
    }
  }
