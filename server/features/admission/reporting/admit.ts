import { originalsOf, type SeenOriginals } from '#server/domain/admission/reporting.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Seat } from '../seat-acceptance/seats'
import type { ReportingDeps } from './deps'
import { complete, originalsIn, type Posted } from './originals'
import type { Reach } from './reach'
import { AdmitForm, originalField } from './schema'

const kindsIn = (kinds: readonly DocumentKind[], language: Language) =>
  kinds.map((kind) => translate(language, `documents:kind.${kind}`)).join(', ')

/** Writes an admission and tells the candidate; joins the caller's transaction. Returns its number. */
export const admitNow =
  ({ store, tell }: Pick<ReportingDeps, 'store' | 'tell'>) =>
  (seat: Seat, institute: string, noted: SeenOriginals, by: { id: number }, admittedAt: Instant): number => {
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
    tell(candidateId, 'seat-admitted', (language) => ({
      institute: name,
      choiceCode,
      at: formatDateTime(admittedAt, language),
      awaited: noted.awaited.length
        ? translate(language, 'reporting:told.awaited', { kinds: kindsIn(noted.awaited, language) })
        : '',
    }))
    return id
  }

/** An institute admits a candidate who came with the originals. Source: rules §8.15. */
export function createAdmit(deps: ReportingDeps, reach: Reach) {
  const { db, clock, record, answers } = deps
  const write = admitNow(deps)

  /**
   * Admits a candidate of the officer's institute. `given`: the posted form, an answer for each original. `at`: when the
   * request arrived. Returns the number of the admission. Refusals: `reporting-unknown` (404), `already-admitted`,
   * `not-accepted`, `seat-of-earlier-round` (409), `reporting-closed`, and a fault for each missing original.
   */
  const admit = (officer: Officer, userId: string, given: Posted, at: Instant): Result<number> =>
    db.transact((): Result<number> => {
      const found = reach.recordable(officer, userId, at)
      if (!found.ok) return found
      const { person, seat, institute } = found.value
      const originals = originalsOf(answers(person.id))
      const sent = parseForm(AdmitForm(originals), given)
      if (!sent.ok) return sent
      const noted = originalsIn(originals, sent.value)
      const seen = complete(originals, noted)
      if (!seen.ok) return seen
      const id = write(seat, institute, noted, officer, at)
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
    admit,

    /**
     * The same with every original seen, or noted as awaited where it was only applied for: for the demo's cohort.
     */
    admitUnasked(officer: Officer, userId: string): Result<number> {
      const found = reach.candidate(officer, userId)
      if (!found.ok) return found
      const noted = originalsOf(answers(found.value.person.id)).map(({ kind, mayBeAwaited }) => [
        originalField(kind),
        mayBeAwaited ? 'awaited' : 'true',
      ])
      return admit(officer, userId, { intent: 'admit', ...Object.fromEntries(noted) }, clock.portal())
    },
  }
}
