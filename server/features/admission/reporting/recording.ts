import { acceptBy } from '#server/domain/admission/offer.ts'
import {
  isSigned,
  mayCorrect,
  missingOriginals,
  type Original,
  originalsOf,
  type SeenOriginals,
} from '#server/domain/admission/reporting.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { mayDo, mayTouch } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { OfferedSeat, Officer, ReportingDeps } from './deps'
import type { Reach } from './reach'
import { AdmitForm, CorrectionForm, originalField, ResetForm } from './schema'
import type { Correction } from './store'

type Posted = Readonly<Record<string, unknown>>

/** What an institute records: admissions, resets, and corrections by two people. Source: rules §8.15. */
export function createRecording(deps: ReportingDeps, reach: Reach) {
  const { db, store, clock, acceptance, record } = deps

  const isRoundSigned = (institute: string, round: number) =>
    isSigned(
      reach.daysOf(round),
      store.signed(institute, round).map(({ day }) => day),
    )

  /** The answers about the originals in a parsed form. */
  const originalsIn = (originals: readonly Original[], sent: Posted): SeenOriginals => {
    const answered = (...answers: unknown[]): DocumentKind[] =>
      originals.filter(({ kind }) => answers.includes(sent[originalField(kind)])).map(({ kind }) => kind)
    return { seen: answered('seen', true), awaited: answered('awaited') }
  }

  /** Refuses until every original is seen or rightly awaited; names each field. */
  function complete(originals: readonly Original[], noted: SeenOriginals): Result<undefined> {
    const fields = missingOriginals(originals, noted).map((kind) => ({
      field: originalField(kind),
      code: 'original.missing',
    }))
    return fields.length ? refuse('check-answers', 422, { fields }) : ok()
  }

  const kindsIn = (kinds: readonly DocumentKind[], language: Language) =>
    kinds.map((kind) => translate(language, `documents:kind.${kind}`)).join(', ')

  /** Writes an admission and tells the candidate. Returns its number. */
  function admitNow(
    seat: OfferedSeat,
    institute: string,
    noted: SeenOriginals,
    by: { id: number },
    admittedAt: Instant,
  ): number {
    const { candidateId, round, choiceCode } = seat.offer
    const id = store.addAdmission({
      candidateId,
      round,
      choiceCode,
      instituteCode: institute,
      seen: [...noted.seen],
      awaited: [...noted.awaited],
      admittedAt,
      admittedBy: by.id,
    })
    const { name } = store.instituteAt(round, choiceCode)!
    deps.tell(candidateId, 'seat-admitted', (language) => ({
      institute: name,
      choiceCode,
      at: formatDateTime(admittedAt, language),
      awaited: noted.awaited.length
        ? translate(language, 'reporting:told.awaited', { kinds: kindsIn(noted.awaited, language) })
        : '',
    }))
    return id
  }

  /** A candidate within reach, whom the institute may admit or reset at `at`. */
  function recordable(officer: Officer, userId: string, at: Instant) {
    const found = reach.candidate(officer, userId)
    if (!found.ok) return found
    const { person, seat } = found.value
    const allowed = acceptance.mayAdmit(person.id, seat.offer.round, at)
    return allowed.ok ? found : allowed
  }

  const release = deps.releases.of<Correction>({
    kind: 'admission-correction',
    find: store.correction,
    refusals: { unknown: 'unknown-correction', decided: 'correction-decided' },
    acts: { release: 'reporting.correction-released', discard: 'reporting.correction-refused' },
    subject: ({ candidateId }) => ({ candidateId }),
    detail: ({ id, kind, round, instituteCode }) => ({ correction: id, kind, round, institute: instituteCode }),
    isWithin: ({ instituteCode }, { institute }) => institute === instituteCode,
    onRelease: (correction, by) => carryOut(correction, by),
  })

  /** Carries out a correction that a second person released, if the seat is still as it was. */
  function carryOut(correction: Correction, by: { id: number }): Result<undefined> {
    const { kind, candidateId, round, instituteCode } = correction
    const seat = acceptance.seats({ candidateId }).find(({ offer }) => offer.round === round)
    if (!seat) return refuse('reporting-unknown', 404)
    const allowed = mayCorrect(kind, seat.state, isRoundSigned(instituteCode, round))
    if (!allowed.ok) return allowed
    if (kind === 'record-late') {
      admitNow(seat, instituteCode, correction, by, clock.portal())
      return ok()
    }
    store.undoAdmission(store.admission(candidateId, round)!.id, clock.portal())
    deps.onUndone(instituteCode)
    const { name } = store.instituteAt(round, correction.choiceCode)!
    deps.tell(candidateId, 'admission-undone', {
      institute: name,
      choiceCode: correction.choiceCode,
      reason: correction.reason,
    })
    return ok()
  }

  /** A correction that this officer may decide: of their own institute, or any for the cell. */
  function decidable(officer: Officer, id: number): Result<Correction> {
    const found = store.correction(id)
    const isOurs =
      found !== undefined &&
      (mayDo(officer.role, 'institute') || mayDo(officer.role, 'publish')) &&
      mayTouch(officer, { centre: null, region: null, institute: found.instituteCode })
    return isOurs ? ok(found) : refuse('unknown-correction', 404)
  }

  /**
   * Admits a candidate of the officer's institute. `given`: the posted form, an answer for each original. `at`: when the
   * request arrived. Returns the number of the admission. Refusals: `reporting-unknown` (404), `already-admitted`,
   * `not-accepted`, `seat-of-earlier-round` (409), `reporting-closed`, and a fault for each missing original.
   */
  const admit = (officer: Officer, userId: string, given: Posted, at: Instant): Result<number> =>
    db.transact((): Result<number> => {
      const found = recordable(officer, userId, at)
      if (!found.ok) return found
      const { person, seat, institute } = found.value
      const originals = originalsOf(deps.answers(person.id))
      const sent = parseForm(AdmitForm(originals), given)
      if (!sent.ok) return sent
      const noted = originalsIn(originals, sent.value)
      const seen = complete(originals, noted)
      if (!seen.ok) return seen
      const id = admitNow(seat, institute, noted, officer, at)
      const { round, choiceCode } = seat.offer
      record(
        auditActor(officer),
        'reporting.admitted',
        { candidateId: person.id },
        { admission: id, round, choiceCode, awaited: noted.awaited.join(' ') },
      )
      return ok(id)
    })

  return {
    /** May this officer release a correction, as its second person? */
    mayReleaseCorrection: (officer: Officer, correction: Correction): boolean =>
      decidable(officer, correction.id).ok && release.mayRelease(correction, officer),

    admit,

    /**
     * The same with every original seen, or noted as awaited where it was only applied for: for the demo's cohort.
     */
    admitUnasked(officer: Officer, userId: string): Result<number> {
      const found = reach.candidate(officer, userId)
      if (!found.ok) return found
      const noted = originalsOf(deps.answers(found.value.person.id)).map(({ kind, mayBeAwaited }) => [
        originalField(kind),
        mayBeAwaited ? 'awaited' : 'true',
      ])
      return admit(officer, userId, { intent: 'admit', ...Object.fromEntries(noted) }, clock.portal())
    },

    /**
     * Resets self-verification and acceptance, because an original does not support a fact: the candidate verifies and
     * accepts again. `at`: when the request arrived. Refusals: those of `admit`.
     */
    reset: (officer: Officer, userId: string, given: Posted, at: Instant): Result<undefined> =>
      db.transact((): Result<undefined> => {
        const found = recordable(officer, userId, at)
        if (!found.ok) return found
        const sent = parseForm(ResetForm, given)
        if (!sent.ok) return sent
        const { person, seat, course } = found.value
        const { fact, reason } = sent.value
        const { round, choiceCode } = seat.offer
        if (!deps.shownFacts(person, 'en').some(({ name }) => name === fact))
          return refuse('check-answers', 422, { fields: [{ field: 'fact', code: 'reportingFact.invalid' }] })
        const resetAt = clock.portal()
        store.addReset({ candidateId: person.id, round, fact, reason, at: resetAt, resetBy: officer.id })
        // A retained seat may rest on the decision of an earlier round.
        for (let earlier = 1; earlier <= round; earlier++) acceptance.undoDecision(person.id, earlier)
        const by = acceptBy({ ...seat.offer, resetAt }, seat.deadlines)
        const { name } = store.instituteAt(round, choiceCode)!
        deps.tell(person.id, 'seat-reset', (language) => ({
          institute: name,
          branch: course,
          fact: translate(language, `scrutiny:fact.${fact}`),
          reason,
          by: by === null ? '' : formatDateTime(by, language),
        }))
        record(auditActor(officer), 'reporting.reset', { candidateId: person.id }, { round, choiceCode, fact })
        return ok()
      }),

    /**
     * Prepares a correction, which a second person of the institute or of the cell releases. Refusals: `not-late`,
     * `not-admitted-yet`, `reporting-day-signed`, `correction-waits` (409), and faults of the form.
     */
    prepareCorrection: (officer: Officer, userId: string, given: Posted): Result<number> =>
      db.transact((): Result<number> => {
        const found = reach.candidate(officer, userId)
        if (!found.ok) return found
        const { person, seat, institute } = found.value
        const originals = originalsOf(deps.answers(person.id))
        const sent = parseForm(CorrectionForm(originals), given)
        if (!sent.ok) return sent
        const { intent: kind, reason } = sent.value
        const { round, choiceCode } = seat.offer
        if (store.waiting(institute).some(({ candidateId }) => candidateId === person.id))
          return refuse('correction-waits', 409)
        const allowed = mayCorrect(kind, seat.state, isRoundSigned(institute, round))
        if (!allowed.ok) return allowed
        const noted = kind === 'undo' ? { seen: [], awaited: [] } : originalsIn(originals, sent.value)
        const seen = kind === 'undo' ? ok() : complete(originals, noted)
        if (!seen.ok) return seen
        const id = store.addCorrection({
          kind,
          candidateId: person.id,
          round,
          choiceCode,
          instituteCode: institute,
          reason,
          seen: [...noted.seen],
          awaited: [...noted.awaited],
          state: 'prepared',
          preparedAt: clock.portal(),
          preparedBy: officer.id,
        })
        record(
          auditActor(officer),
          'reporting.correction-prepared',
          { candidateId: person.id },
          { correction: id, kind, round },
        )
        return ok(id)
      }),

    /** A second person releases a correction, or somebody refuses it. */
    decideCorrection(officer: Officer, id: number, decision: 'release' | 'discard'): Result<Correction> {
      const found = decidable(officer, id)
      return found.ok ? release[decision](officer, id) : found
    },
  }
}

export type Recording = ReturnType<typeof createRecording>
