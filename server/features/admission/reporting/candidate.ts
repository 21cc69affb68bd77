import type { OfferState } from '#server/domain/admission/offer.ts'
import { deskGroupOf, type Original, originalsOf, showsDocuments } from '#server/domain/admission/reporting.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import { nextIn } from '#server/kernel/next-in.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Corrections } from './correct'
import type { ReportingDeps } from './deps'
import type { Reach } from './reach'
import type { Admission, Correction, Reset, WithdrawnAdmission } from './store'

/** One candidate at the institute's desk. */
type DeskCandidate = {
  userId: string
  fullName: string
  institute: string
  round: CapRound
  choiceCode: string
  course: string
  seatType: SeatType
  preference: number | null
  decision: string | null
  state: OfferState
  /** Ok if the candidate can be admitted or reset now. */
  mayRecord: Result<unknown>
  reportBy: Instant | null
  facts: ReturnType<ReportingDeps['shownFacts']>
  /** The names that changed after the allotment; none before the seat is accepted. */
  nameChanges: ReturnType<ReportingDeps['nameChanges']>
  originals: readonly Original[]
  admission: Admission | null
  resets: readonly Reset[]
  /** The order that took the seat back; null if none did. */
  takenBack: ReturnType<ReportingDeps['acceptance']['takenBack']>
  /** The admission that the order withdrew with the seat; null if there was none. */
  withdrawn: WithdrawnAdmission | null
  /** An admission here that an order withdrew, of this round or an earlier one, which the institute has not noted. */
  toNote: WithdrawnAdmission | null
  correction: (Correction & { mayRelease: boolean }) | null
  /** The corrections that this state allows. */
  isRoundSigned: boolean
  /** Whom the institute expects after this candidate in the round; null if nobody else. */
  next: string | null
}

/** What an institute reads about one of its candidates. */
export function createCandidates(
  deps: ReportingDeps,
  reach: Reach,
  { mayReleaseCorrection }: Pick<Corrections, 'mayReleaseCorrection'>,
) {
  const { store, clock, acceptance, certificates, documents, record } = deps

  /** Those who are still to report at an institute in a round, in the order of its list. */
  function expected(round: CapRound, institute: string, now: Instant): string[] {
    const seats = acceptance.seatsAt(round, institute, now).filter(({ state }) => deskGroupOf(state) === 'to-report')
    return [...store.people(seats.map(({ offer }) => offer.candidateId)).values()].map(({ userId }) => userId).sort()
  }

  return {
    /** One candidate of the officer's institute, facts beside documents once they accepted; logs the look. */
    candidate(
      officer: Officer,
      userId: string,
      language: Language,
      now: Instant = clock.portal(),
    ): Result<DeskCandidate> {
      const found = reach.candidate(officer, userId)
      if (!found.ok) return found
      const { person, seat, institute, course: name } = found.value
      const { round, choiceCode, seatType, preference, decision } = seat.offer
      const isShown = showsDocuments(seat.state)
      const isOwn = (one: WithdrawnAdmission) => one.userId === person.userId
      const correction = store.waiting(institute).find(({ candidateId }) => candidateId === person.id)
      record(auditActor(officer), 'reporting.candidate-read', { candidateId: person.id }, { round })
      return ok({
        userId: person.userId,
        fullName: person.fullName,
        institute,
        round,
        choiceCode,
        course: name,
        seatType,
        preference,
        decision,
        state: seat.state,
        mayRecord: acceptance.mayAdmit(person.id, round, now),
        reportBy: seat.deadlines.reportBy,
        facts: isShown ? deps.shownFacts(person, language) : [],
        nameChanges: isShown ? deps.nameChanges(person.id, language) : [],
        originals: isShown ? originalsOf(deps.answers(person.id)) : [],
        admission: store.admission(person.id, round),
        resets: store.resets(person.id, round),
        takenBack: acceptance.takenBack(seat),
        withdrawn: store.withdrawn(institute, round).find(isOwn) ?? null,
        toNote: store.withdrawn(institute, null).find(isOwn) ?? null,
        correction: correction ? { ...correction, mayRelease: mayReleaseCorrection(officer, correction) } : null,
        isRoundSigned: reach.isRoundSigned(institute, round),
        next: nextIn(expected(round, institute, now), person.userId),
      })
    },

    /**
     * A document of a candidate who accepted a seat at the officer's institute, whole or one page of it; logs the look. Any other
     * looks unknown.
     */
    async document(officer: Officer, userId: string, name: string, page?: number) {
      const found = reach.candidate(officer, userId)
      if (!found.ok) return found
      if (!showsDocuments(found.value.seat.state)) return refuse('document-unknown', 404)
      const candidateId = found.value.person.id
      const opened = await documents.view(candidateId, name, officer, page)
      if (opened.ok) record(auditActor(officer), 'reporting.document-read', { candidateId }, { document: name })
      return opened
    },

    /** The candidate behind a receipt that the institute prints again; refuses one who is not admitted here. */
    admittedHere(officer: Officer, userId: string): Result<number> {
      const found = reach.candidate(officer, userId)
      if (!found.ok) return found
      const { person, seat } = found.value
      // After a better seat elsewhere the receipt is that of another institute.
      const isHere = seat.offer.ending !== 'upgraded' && store.admission(person.id, seat.offer.round) !== null
      return isHere ? ok(person.id) : refuse('not-admitted-yet', 404)
    },

    /** The certificates that a candidate of the list has still to hand in, with their state. */
    awaitedOf(candidateId: number, awaited: string | null) {
      if (awaited === null) return []
      const entries = certificates.entries(candidateId)
      return awaited.split(', ').map((one) => {
        const kind = one as DocumentKind
        return { kind, status: entries.find((entry) => entry.kind === kind)?.status ?? null }
      })
    },
  }
}
