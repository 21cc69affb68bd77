import {
  complaintDue,
  type GrievanceType,
  grievanceRules,
  mayComplain,
  mayContinue,
  mayFile,
  mayReopen,
  stepNumbersOf,
} from '#server/domain/scrutiny/grievances.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { type FieldFault, ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { hours, type Instant } from '#server/kernel/time.ts'
import { keepFiles } from './attachments'
import type { GrievancesDeps } from './deps'
import type { Found, Grievance } from './grievance'
import { type GrievanceMessage, type NewGrievance, tickedSteps } from './schema'
import type { GrievanceRow } from './store'

/** The candidate's possible acts at this moment, or the reasons against them. */
type OwnGrievances = {
  grievances: (Grievance & { mayReopen: boolean })[]
  mayFile: Result<undefined>
  mayComplain: Result<undefined>
  closesAt: number | null
}

const maskOf = (steps: readonly StepNumber[]) => steps.reduce<number>((mask, step) => mask | (1 << step), 0)

/** The candidate's side: a grievance is filed, continued, reopened once. Source: rules §5.7, §5.10. */
export function createFiling(deps: GrievancesDeps, { numberOf, shown, own, filingFacts, tell }: Found) {
  const { db, store, clock, limits } = deps
  const keep = keepFiles(deps)

  function notTooOften(candidateId: number): Result<undefined> {
    const now = clock.real()
    const { count, resetsAt } = limits.count(`grievance:${candidateId}`, hours(1), now)
    return count > grievanceRules.messagesPerHour ? tooOften(Math.ceil((resetsAt - now) / 1000)) : ok()
  }

  /** May somebody file one of this kind now? */
  const mayFileNow = (candidateId: number, type: NewGrievance['type'], at: Instant): Result<undefined> =>
    type === 'process'
      ? mayComplain({ hasOpenOne: store.hasOpenComplaint(candidateId), lastAdmission: deps.lastAdmission() }, at)
      : mayFile(filingFacts(candidateId), at)

  const mayReopenNow = ({ type, state, reopenedAt, candidateId }: GrievanceRow, at: Instant) =>
    mayReopen({ type: type as GrievanceType, state, isReopened: reopenedAt !== null }, filingFacts(candidateId), at)

  return {
    /** All grievances of a candidate, and the acts open to them now. `at`: when the request arrived. */
    own(candidateId: number, at: Instant = clock.portal()): OwnGrievances {
      const facts = filingFacts(candidateId)
      return {
        grievances: store.of(candidateId).map((row) => ({ ...shown(row), mayReopen: mayReopenNow(row, at).ok })),
        mayFile: mayFile(facts, at),
        mayComplain: mayFileNow(candidateId, 'process', at),
        closesAt: facts.window?.closesAt ?? null,
      }
    },

    /** One of the candidate's own. */
    find(candidateId: number, id: number): Result<Grievance> {
      const found = own(candidateId, id)
      return found.ok ? ok(shown(found.value)) : found
    },

    /** What is wrong with the files of a message that is not taken for its words. */
    async faultsOf(candidateId: number, uploaded: readonly UploadedFile[]): Promise<readonly FieldFault[]> {
      const files = await keep(candidateId, uploaded)
      return files.ok ? [] : (files.refusal.fields ?? [])
    },

    /** Submits a grievance with up to two attachments. */
    async file(
      candidateId: number,
      input: NewGrievance,
      uploaded: readonly UploadedFile[],
      at: Instant,
    ): Promise<Result<Grievance>> {
      const may = mayFileNow(candidateId, input.type, at)
      if (!may.ok) return may
      const often = notTooOften(candidateId)
      if (!often.ok) return often
      const files = await keep(candidateId, uploaded)
      if (!files.ok) return files
      return db.transact((): Result<Grievance> => {
        const still = mayFileNow(candidateId, input.type, at)
        if (!still.ok) return still
        const now = clock.portal()
        const isComplaint = input.type === 'process'
        const steps = isComplaint ? 0 : maskOf(stepNumbersOf(tickedSteps(input)))
        const id = store.add({ candidateId, type: input.type, steps, filedAt: now })
        store.addMessage({ grievanceId: id, staffId: null, entry: 'filed', text: input.text, at: now }, files.value)
        if (isComplaint) {
          const by = complaintDue(now, deps.lastAdmission())
          tell(candidateId, id, 'complaint-received', (language) => ({ by: formatDateTime(by, language) }))
        } else tell(candidateId, id, 'grievance-received')
        return ok(shown(store.find(id)!))
      })
    },

    /** The candidate adds to an open grievance, or reopens a refused one. */
    async say(
      candidateId: number,
      id: number,
      { text, reopen }: Pick<GrievanceMessage, 'text' | 'reopen'>,
      uploaded: readonly UploadedFile[],
      at: Instant,
    ): Promise<Result<Grievance>> {
      const may = (): Result<GrievanceRow> => {
        const found = own(candidateId, id)
        if (!found.ok) return found
        const allowed = reopen ? mayReopenNow(found.value, at) : mayContinue(found.value)
        return allowed.ok ? found : allowed
      }
      const first = may()
      if (!first.ok) return first
      const often = notTooOften(candidateId)
      if (!often.ok) return often
      const files = await keep(candidateId, uploaded)
      if (!files.ok) return files
      return db.transact((): Result<Grievance> => {
        const still = may()
        if (!still.ok) return still
        const now = clock.portal()
        const entry = reopen ? 'reopened' : 'message'
        store.addMessage({ grievanceId: id, staffId: null, entry, text, at: now }, files.value)
        if (reopen) {
          store.change(id, { state: 'open', reopenedAt: now, decidedAt: null, decidedBy: null })
          tell(candidateId, id, 'grievance-received')
        }
        return ok(shown(store.find(id)!))
      })
    },

    /**
     * Raises a grievance about these steps for a mistake that the candidate found in their facts; joins the caller's
     * transaction. Refusal: `grievance-open-already` (409).
     */
    raise(candidateId: number, steps: readonly StepNumber[], text: string): Result<{ id: number; number: string }> {
      if (store.hasOpenOfSeat(candidateId)) return refuse('grievance-open-already', 409)
      const now = clock.portal()
      const id = store.add({ candidateId, type: 'self-verification', steps: maskOf(steps), filedAt: now })
      const cut = text.slice(0, grievanceRules.maxCharacters)
      store.addMessage({ grievanceId: id, staffId: null, entry: 'filed', text: cut, at: now }, [])
      return ok({ id, number: numberOf(id) })
    },
  }
}
