import type { Readable } from 'node:stream'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { MessageTemplate, Tell } from '#server/domain/messages/message-templates.ts'
import {
  type FilingFacts,
  type GrievanceEntry,
  type GrievanceState,
  type GrievanceStep,
  type GrievanceType,
  grievanceNumber,
  grievanceRules,
  grievanceSteps,
  mayApprove,
  mayContinue,
  mayFile,
  mayReopen,
  stepNumbersOf,
} from '#server/domain/scrutiny/grievances.ts'
import { type AuditAct, auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import { districtsWithin, mayTouch, type StaffRole, type StaffScope } from '#server/domain/terms/staff.ts'
import type { SentFile } from '#server/http/send-file.ts'
import { parseForm } from '#server/http/shape.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type FieldFault, ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { hours, type Instant } from '#server/kernel/time.ts'
import { createGrievanceList } from './list'
import { type GrievanceAct, type GrievanceMessage, GrievanceSearch, type NewGrievance, tickedSteps } from './schema'
import type { GrievanceFileRow, GrievanceRow, GrievancesStore, MessageRow, QueueRow } from './store'

export type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

export type GrievancesDeps = {
  db: Database
  store: GrievancesStore
  clock: Clock
  course: Pick<Course, 'applicationIdPrefix' | 'applicationIdYear'>
  limits: { count(key: string, windowMs: number, now: number): { count: number; resetsAt: number } }
  activity(key: string): Activity | undefined
  /** The candidate's `grivancy` permission. */
  isPermitted(candidateId: number): boolean
  /** Withdraws the confirmation and opens these steps, in the open transaction. */
  revert(candidateId: number, steps: readonly StepNumber[]): void
  /** Takes in one file like any document; its bytes are stored, but no row names them yet. */
  keepFile(candidateId: number, file: UploadedFile): Promise<Result<GrievanceFileRow>>
  readFile(hash: string): Promise<Readable>
  tell: Tell
  record: RecordAct
  /** The consequences of a grievance that self-verification raised; they tell the candidate. Source: rules §8.13. */
  verification: {
    /** Works out the effect of the mistake. The function returned writes it, in the transaction of the decision. */
    uphold(candidateId: number, grievanceId: number): Promise<(answer: OfficerAnswer) => Record<string, string>>
    refuse(candidateId: number, answer: OfficerAnswer): void
  }
}

/** A grievance's number and the officer's words about it, for the message to the candidate. */
type OfficerAnswer = { reference: string; body: string }

/** A grievance with its thread. Times are epoch milliseconds. */
export type Grievance = {
  id: number
  number: string
  type: GrievanceType
  steps: GrievanceStep[]
  state: GrievanceState
  filedAt: number
  decidedAt: number | null
  isReopened: boolean
  thread: MessageRow[]
}

/** The candidate's possible acts at this moment, or the reasons against them. */
type OwnGrievances = {
  grievances: (Grievance & { mayReopen: boolean })[]
  mayFile: Result<undefined>
  closesAt: number | null
}

type DeskGrievance = Grievance & {
  candidateId: number
  candidate: { userId: string; fullName: string; district: string }
  /** Approval is possible: the application is confirmed and the final list is not yet published. */
  mayApprove: boolean
}

export type Grievances = ReturnType<typeof createGrievances>

const pageSize = 50
const maskOf = (steps: readonly StepNumber[]) => steps.reduce<number>((mask, step) => mask | (1 << step), 0)
const unknown = () => refuse('grievance-unknown', 404)
const tooMany = () =>
  refuse('check-answers', 422, {
    fields: [{ field: 'file', code: 'grievance-files', params: { max: grievanceRules.maxFiles } }],
  })

/** Grievances on the provisional merit list: filed, answered, refused, approved, reopened once. Source: rules §5.7. */
export function createGrievances(deps: GrievancesDeps) {
  const { db, store, clock, course, limits, activity, isPermitted, revert, record } = deps

  const filingFacts = (candidateId: number): FilingFacts => ({
    isPermitted: isPermitted(candidateId),
    hasOpenOne: store.hasOpenOne(candidateId),
    window: activity('grievances'),
  })

  const numberOf = (id: number) => grievanceNumber(course.applicationIdPrefix + course.applicationIdYear, id)

  const shown = (row: GrievanceRow): Grievance => ({
    id: row.id,
    number: numberOf(row.id),
    type: row.type as GrievanceType,
    steps: grievanceSteps.filter((_, step) => row.steps & (1 << step)),
    state: row.state,
    filedAt: row.filedAt,
    decidedAt: row.decidedAt,
    isReopened: row.reopenedAt !== null,
    thread: store.thread(row.id),
  })

  /** A candidate's own grievance; any other number is unknown to them. */
  function own(candidateId: number, id: number): Result<GrievanceRow> {
    const row = store.find(id)
    return row && row.candidateId === candidateId ? ok(row) : unknown()
  }

  /** A grievance within the officer's reach; one of another region looks like an unknown one. */
  function within(officer: Officer, id: number): Result<GrievanceRow> {
    const row = store.find(id)
    if (!row) return unknown()
    const { district } = store.owner(row.candidateId)
    return mayTouch(officer, { centre: null, region: regionOf(district), institute: null }) ? ok(row) : unknown()
  }

  const mayBeApproved = ({ type, state, candidateId }: GrievanceRow): Result<undefined> =>
    mayApprove({ type: type as GrievanceType, state }, isPermitted(candidateId))

  function notTooOften(candidateId: number): Result<undefined> {
    const now = clock.real()
    const { count, resetsAt } = limits.count(`grievance:${candidateId}`, hours(1), now)
    return count > grievanceRules.messagesPerHour ? tooOften(Math.ceil((resetsAt - now) / 1000)) : ok()
  }

  async function keepFiles(
    candidateId: number,
    uploaded: readonly UploadedFile[],
  ): Promise<Result<GrievanceFileRow[]>> {
    if (uploaded.length > grievanceRules.maxFiles) return tooMany()
    const kept: GrievanceFileRow[] = []
    const faults: FieldFault[] = []
    for (const file of uploaded) {
      const one = await deps.keepFile(candidateId, file)
      if (one.ok) kept.push(one.value)
      else if (one.refusal.fields) faults.push(...one.refusal.fields)
      else return one
    }
    return faults.length ? refuse('file-refused', 422, { fields: faults }) : ok(kept)
  }

  function tell(
    candidateId: number,
    id: number,
    template: MessageTemplate,
    more: (language: Language) => Record<string, string> = () => ({}),
  ) {
    deps.tell(candidateId, template, (language) => ({ reference: numberOf(id), ...more(language) }))
  }

  /** The pages that approval opens. */
  const pagesOf = (steps: readonly GrievanceStep[], language: Language) =>
    steps.map((step) => translate(language, `signedin:menu.${step}`)).join(', ')

  /** Adds an officer's message to the thread with its consequences, in one transaction. */
  function act(
    officer: Officer,
    id: number,
    { entry, text, audited }: { entry: GrievanceEntry; text: string; audited: AuditAct },
    may: (row: GrievanceRow) => Result<undefined>,
    then: (row: GrievanceRow, now: Instant) => Record<string, string>,
  ): Result<{ number: string }> {
    return db.transact((): Result<{ number: string }> => {
      const found = within(officer, id)
      if (!found.ok) return found
      const row = found.value
      const allowed = may(row)
      if (!allowed.ok) return allowed
      const now = clock.portal()
      store.addMessage({ grievanceId: id, staffId: officer.id, entry, text, at: now }, [])
      const detail = then(row, now)
      const about = { candidateId: row.candidateId, of: `grievance:${numberOf(id)}` }
      record(auditActor(officer), audited, about, detail)
      return ok({ number: numberOf(id) })
    })
  }

  return {
    /** True if a file with this hash is an attachment, which the sweep must keep. */
    isKnown: store.isKnown,

    /** All grievances of a candidate, and the acts open to them now. `at`: when the request arrived. */
    own(candidateId: number, at: Instant = clock.portal()): OwnGrievances {
      const facts = filingFacts(candidateId)
      return {
        grievances: store.of(candidateId).map((row) => ({
          ...shown(row),
          mayReopen: mayReopen(
            { type: row.type as GrievanceType, state: row.state, isReopened: row.reopenedAt !== null },
            facts,
            at,
          ).ok,
        })),
        mayFile: mayFile(facts, at),
        closesAt: facts.window?.closesAt ?? null,
      }
    },

    /** One of the candidate's own. */
    find(candidateId: number, id: number): Result<Grievance> {
      const found = own(candidateId, id)
      return found.ok ? ok(shown(found.value)) : found
    },

    /** Submits a grievance with up to two attachments. */
    async file(
      candidateId: number,
      input: NewGrievance,
      uploaded: readonly UploadedFile[],
      at: Instant,
    ): Promise<Result<Grievance>> {
      const may = mayFile(filingFacts(candidateId), at)
      if (!may.ok) return may
      const often = notTooOften(candidateId)
      if (!often.ok) return often
      const files = await keepFiles(candidateId, uploaded)
      if (!files.ok) return files
      return db.transact((): Result<Grievance> => {
        const still = mayFile(filingFacts(candidateId), at)
        if (!still.ok) return still
        const now = clock.portal()
        const steps = maskOf(stepNumbersOf(tickedSteps(input)))
        const id = store.add({ candidateId, type: input.type, steps, filedAt: now })
        store.addMessage({ grievanceId: id, staffId: null, entry: 'filed', text: input.text, at: now }, files.value)
        tell(candidateId, id, 'grievance-received')
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
        const { state, reopenedAt } = found.value
        const type = found.value.type as GrievanceType
        const allowed = reopen
          ? mayReopen({ type, state, isReopened: reopenedAt !== null }, filingFacts(candidateId), at)
          : mayContinue(found.value)
        return allowed.ok ? found : allowed
      }
      const first = may()
      if (!first.ok) return first
      const often = notTooOften(candidateId)
      if (!often.ok) return often
      const files = await keepFiles(candidateId, uploaded)
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

    /** The bytes of an attachment, for its owner. */
    async openOwn(candidateId: number, id: number, fileId: number): Promise<SentFile | null> {
      const found = own(candidateId, id)
      return found.ok ? sent(id, fileId) : null
    },

    /** An officer's queue: the matching grievances within their reach, longest waiting first. */
    queue(officer: Officer, asked: unknown): Result<{ lines: (QueueRow & { number: string })[]; next: number | null }> {
      const search = parseForm(GrievanceSearch, asked)
      if (!search.ok) return search
      const { state = 'open', type = null, applicationId, after } = search.value
      const districts = districtsWithin(officer)
      const userId = applicationId?.toUpperCase() ?? null
      const found = store.queue({ state, type, userId, districts }, Number(after ?? 0), pageSize + 1)
      const lines = found.slice(0, pageSize).map((row) => ({ ...row, number: numberOf(row.id) }))
      return ok({ lines, next: found.length > pageSize ? lines[pageSize - 1]!.id : null })
    },

    list: createGrievanceList(store, numberOf),

    /** The number of grievances waiting within an officer's reach. */
    waiting: (officer: Officer): number => store.count('open', districtsWithin(officer)),

    /** One grievance for the officer; logs the reading. */
    read(officer: Officer, id: number): Result<DeskGrievance> {
      return db.transact((): Result<DeskGrievance> => {
        const found = within(officer, id)
        if (!found.ok) return found
        const row = found.value
        record(auditActor(officer), 'grievances.read', {
          candidateId: row.candidateId,
          of: `grievance:${numberOf(id)}`,
        })
        const { userId, fullName, district } = store.owner(row.candidateId)
        return ok({
          ...shown(row),
          candidateId: row.candidateId,
          candidate: { userId, fullName, district },
          mayApprove: mayBeApproved(row).ok,
        })
      })
    },

    /** The bytes of an attachment, for an officer who may reach it; logs the look. */
    async openAtDesk(officer: Officer, id: number, fileId: number): Promise<SentFile | null> {
      const found = within(officer, id)
      if (!found.ok || !store.file(id, fileId)) return null
      record(
        auditActor(officer),
        'grievances.file-opened',
        { candidateId: found.value.candidateId, of: `grievance:${numberOf(id)}` },
        { file: fileId },
      )
      return sent(id, fileId)
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

    /**
     * The officer answers, refuses with a reason, or approves: for the ticked steps, or, where self-verification raised
     * the grievance, with its effect on the seat.
     */
    async decide(officer: Officer, id: number, input: GrievanceAct): Promise<Result<{ number: string }>> {
      const found = within(officer, id)
      if (!found.ok) return found
      const isOfSeat = found.value.type === 'self-verification'
      if (input.intent === 'answer') return answer(officer, id, input.text)
      if (input.intent === 'refuse') return refuseOne(officer, id, input.text)
      return isOfSeat ? uphold(officer, found.value, input.text) : approve(officer, id, input)
    },
  }

  function answer(officer: Officer, id: number, text: string): Result<{ number: string }> {
    const said = { entry: 'message', text, audited: 'grievances.answered' } as const
    return act(officer, id, said, mayContinue, (row) => {
      tell(row.candidateId, id, 'grievance-answered', () => ({ body: text }))
      return {}
    })
  }

  function refuseOne(officer: Officer, id: number, text: string): Result<{ number: string }> {
    const said = { entry: 'refused', text, audited: 'grievances.refused' } as const
    return act(officer, id, said, mayContinue, (row, now) => {
      store.change(id, { state: 'refused', decidedAt: now, decidedBy: officer.id })
      if (row.type === 'self-verification')
        deps.verification.refuse(row.candidateId, { reference: numberOf(id), body: text })
      else tell(row.candidateId, id, 'grievance-refused', () => ({ body: text }))
      return {}
    })
  }

  function approve(officer: Officer, id: number, { text, ...form }: GrievanceAct): Result<{ number: string }> {
    const steps = tickedSteps(form)
    if (!steps.length) {
      const fields = [{ field: grievanceSteps[0]!, code: 'grievance-steps' }]
      return refuse('check-answers', 422, { fields })
    }
    const said = { entry: 'approved', text, audited: 'grievances.approved' } as const
    return act(officer, id, said, mayBeApproved, (row, now) => {
      store.change(id, { state: 'approved', decidedAt: now, decidedBy: officer.id })
      revert(row.candidateId, stepNumbersOf(steps))
      tell(row.candidateId, id, 'grievance-approved', (language) => ({
        body: text,
        steps: pagesOf(steps, language),
      }))
      return { steps: steps.join(' ') }
    })
  }

  /** The mistake is one: the facts are corrected, and a seat that was won by it is lost. */
  async function uphold(officer: Officer, row: GrievanceRow, text: string): Promise<Result<{ number: string }>> {
    const may = mayBeApproved(row)
    if (!may.ok) return may
    const apply = await deps.verification.uphold(row.candidateId, row.id)
    const said = { entry: 'approved', text, audited: 'grievances.approved' } as const
    return act(officer, row.id, said, mayBeApproved, ({ id }, now) => {
      store.change(id, { state: 'approved', decidedAt: now, decidedBy: officer.id })
      return apply({ reference: numberOf(id), body: text })
    })
  }

  async function sent(id: number, fileId: number): Promise<SentFile | null> {
    const file = store.file(id, fileId)
    if (!file) return null
    const { hash, mediaType, bytes } = file
    return { stream: await deps.readFile(hash), mediaType, bytes, name: `${numberOf(id)}-${fileId}` }
  }
}
