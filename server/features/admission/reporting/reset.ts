import { acceptBy } from '#server/domain/admission/offer.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ReportingDeps } from './deps'
import type { Posted } from './originals'
import type { Reach } from './reach'
import { ResetForm } from './schema'

/**
 * Resets self-verification and acceptance, because an original does not support a fact: the candidate verifies and
 * accepts again. `at`: when the request arrived. Refusals: those of `admit`.
 */
export const reset =
  ({ db, store, clock, acceptance, shownFacts, tell, record }: ReportingDeps, reach: Reach) =>
  (officer: Officer, userId: string, given: Posted, at: Instant): Result<undefined> =>
    db.transact((): Result<undefined> => {
      const found = reach.recordable(officer, userId, at)
      if (!found.ok) return found
      const sent = parseForm(ResetForm, given)
      if (!sent.ok) return sent
      const { person, seat, course } = found.value
      const { fact, reason } = sent.value
      const { round, choiceCode } = seat.offer
      if (!shownFacts(person, 'en').some(({ name }) => name === fact))
        return refuse('check-answers', 422, { fields: [{ field: 'fact', code: 'reportingFact.invalid' }] })
      const resetAt = clock.portal()
      store.addReset({ candidateId: person.id, round, fact, reason, at: resetAt, resetBy: officer.id })
      // A retained seat may rest on the decision of an earlier round.
      for (let earlier = 1; earlier <= round; earlier++) acceptance.undoDecision(person.id, earlier)
      const by = acceptBy({ ...seat.offer, resetAt }, seat.deadlines)
      const { name } = store.instituteAt(round, choiceCode)!
      tell(person.id, 'seat-reset', (language) => ({
        institute: name,
        branch: course,
        fact: translate(language, `scrutiny:fact.${fact}`),
        reason,
        by: by === null ? '' : formatDateTime(by, language),
      }))
      record(auditActor(officer), 'reporting.reset', { candidateId: person.id }, { round, choiceCode, fact })
      return ok()
    })
