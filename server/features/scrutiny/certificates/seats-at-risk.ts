import type { Clock } from '#server/adapters/clock.ts'
import type { SeatOutcome } from '#server/domain/admission/failed-claim.ts'
import type { NamedZone } from '#server/domain/allotment/zone.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { type CertificateKind, type MissedOutcome, missedOutcome } from '#server/domain/scrutiny/certificates.ts'
import { withoutClaims } from '#server/domain/scrutiny/scrutiny.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { districtsWithin, type Officer } from '#server/domain/terms/staff.ts'
import { breath } from '#server/kernel/background.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { days, type Instant } from '#server/kernel/time.ts'
import { typedId } from '#server/kernel/typed-text.ts'
import type { CertificatesDeps } from './deps'
import type { MissingClaim } from './entries'
import type { CertificatesStore } from './store'

/** A seat as far as this desk shows it. */
type Held = { offer: { round: number; choiceCode: string; seatType: string } }

type SeatsAtRiskDeps = {
  store: Pick<CertificatesStore, 'seatedWithout' | 'people' | 'idOf'>
  clock: Pick<Clock, 'portal'>
  course: CertificatesDeps['course']
  forms: StepForms
  answers(candidateId: number): Answers
  /** The claims that lack a certificate. */
  missing(candidateId: number): MissingClaim[]
  /** What becomes of the candidate's seat with these answers; null if they keep it, or have none. */
  foretell(candidateId: number, answers: Answers, ifMissed: MissedOutcome): { seat: Held; outcome: SeatOutcome } | null
  /** Whose seats would differ if the round had known these answers. */
  zoneOf(candidateId: number, round: number, answers: Answers): Promise<NamedZone>
  record: RecordAct
}

/** A seat that its candidate loses, or keeps as an Open one, unless certificates come by `dueAt`, the first of their dates. */
export type SeatAtRisk = {
  candidateId: number
  kinds: CertificateKind[]
  dueAt: Instant
  round: number
  choiceCode: string
  seatType: string
  outcome: SeatOutcome
}

/** Only claims that are removed within these days are shown. */
const near = days(10)
const linesOnPage = 25
/** Candidates looked at for a page; the rest are on the next one. */
const lookedAt = 100
/** Candidates looked at before other pages get their turn. */
const inTurn = 20

/**
 * The seats that the removal of claims without certificates will take, before it happens, with the candidates whom each
 * removal concerns. Source: rules §9.1, §9.5.
 */
export function createSeatsAtRisk(deps: SeatsAtRiskDeps) {
  const { store, clock, course, forms } = deps

  function riskOf(candidateId: number): (SeatAtRisk & { after: Answers }) | null {
    const now = clock.portal()
    const due = deps.missing(candidateId).filter(({ dueAt }) => dueAt !== null && dueAt - near <= now)
    if (!due.length) return null
    const after = withoutClaims(forms, deps.answers(candidateId), [...new Set(due.map(({ claim }) => claim))])
    const kinds = due.map(({ kind }) => kind)
    const foretold = deps.foretell(candidateId, after, missedOutcome(kinds, course.ifCertificateMissed))
    if (!foretold) return null
    const { round, choiceCode, seatType } = foretold.seat.offer
    const dueAt = Math.min(...due.map((one) => one.dueAt!)) as Instant
    return { candidateId, kinds, dueAt, round, choiceCode, seatType, outcome: foretold.outcome, after }
  }

  const reachOf = (officer: Officer) => {
    const districts = districtsWithin(officer)
    return districts && JSON.stringify(districts)
  }

  return {
    /** The seats at risk within reach, by candidate from `after` on; `next`: where the next page begins. */
    async list(
      officer: Officer,
      after = 0,
    ): Promise<{ rows: (SeatAtRisk & { userId: string; fullName: string })[]; next: number | null }> {
      const ids = store.seatedWithout({ after, limit: lookedAt, districts: reachOf(officer) })
      const found: SeatAtRisk[] = []
      let upTo = after
      for (const [place, id] of ids.entries()) {
        if (place % inTurn === inTurn - 1) await breath()
        upTo = id
        const risk = riskOf(id)
        if (risk) {
          const { after: _, ...row } = risk
          found.push(row)
        }
        if (found.length === linesOnPage) break
      }
      const people = new Map(store.people(found.map(({ candidateId }) => candidateId)).map((one) => [one.id, one]))
      const rows = found.map((row) => {
        const { userId, fullName } = people.get(row.candidateId)!
        return { ...row, userId, fullName }
      })
      const isMore = ids.length === lookedAt || upTo !== (ids.at(-1) ?? after)
      return { rows, next: isMore ? upTo : null }
    },

    /**
     * Whose seats one removal concerns, by name. `zone`: null if the rounds are over, so that the seat goes to nobody in
     * them. Refuses a candidate out of reach, or whose seat is safe, with 404.
     */
    async zone(officer: Officer, userId: string): Promise<Result<{ risk: SeatAtRisk; zone: NamedZone | null }>> {
      const id = store.idOf(typedId(userId))
      const reached =
        id !== null && store.seatedWithout({ after: id - 1, limit: 1, districts: reachOf(officer) }).includes(id)
      const risk = reached ? riskOf(id) : null
      if (!risk) return refuse('seat-not-at-risk', 404)
      const { after, ...row } = risk
      const zone = row.outcome === 'released' ? await deps.zoneOf(row.candidateId, row.round, after) : null
      const detail = { affected: zone?.others.length ?? 0 }
      deps.record(auditActor(officer), 'certificates.zone-read', { candidateId: row.candidateId }, detail)
      return ok({ risk: row, zone })
    },
  }
}
