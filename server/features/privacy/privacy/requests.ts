import { type ErasureOutcome, erasureOf, isWhole } from '#server/domain/privacy/erasure.ts'
import {
  dueAt,
  erasableAt,
  mayAnswer,
  type RequestKind,
  type RequestState,
  requestRules,
} from '#server/domain/privacy/requests.ts'
import { type RecordClass, recordClassOf, seasonEnd } from '#server/domain/privacy/retention.ts'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type AuditActor, auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { formatDate } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { ListAsked, ShownList } from '#server/kernel/lists.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { days } from '#server/kernel/time.ts'
import type { PrivacyDeps } from './deps'
import type { DataRequest, RequestAnswer } from './schema'
import type { RequestLine, RequestRow } from './store'

/** A request with its answer. Epoch milliseconds. */
type ShownRequest = {
  id: number
  kind: RequestKind
  text: string
  state: RequestState
  filedAt: number
  dueAt: number
  answer: string | null
  outcome: ErasureOutcome | null
  decidedAt: number | null
}

const unknown = () => refuse('data-request-unknown', 404)

/** Requests about personal data: correction, erasure, somebody to act for the candidate, complaints. Source: rules §13.6. */
export function createRequests(deps: PrivacyDeps) {
  const { db, store, erasure, clock, course, limits, record } = deps

  const shown = ({ id, kind, text, state, filedAt, dueAt, answer, outcome, decidedAt }: RequestRow): ShownRequest => ({
    id,
    kind,
    text,
    state,
    filedAt,
    dueAt,
    answer,
    outcome: outcome === null ? null : (JSON.parse(outcome) as ErasureOutcome),
    decidedAt,
  })

  const numberOf = (id: number) => `D-${id}`

  function recordOf(candidateId: number): RecordClass {
    const { isSubmitted, isAdmitted } = store.facts(candidateId)
    return recordClassOf({ isSubmitted: isSubmitted === 1, isAdmitted: isAdmitted === 1 })
  }

  /** What an erasure would remove and keep now. */
  function verdictOn(candidateId: number) {
    const { isMoneyPending, hasPaid } = store.facts(candidateId)
    return erasureOf(
      {
        record: recordOf(candidateId),
        isMoneyPending: isMoneyPending === 1,
        hasPaid: hasPaid === 1,
        seasonEndsAt: seasonEnd(deps.schedule()),
      },
      course.personalData.retention,
    )
  }

  /** Carries an erasure out, in the open transaction; answers the files to discard afterwards. */
  function erase(actor: AuditActor, candidateId: number, outcome: ErasureOutcome): string[] {
    const hashes = outcome.erased.includes('application') ? erasure.hashes(candidateId) : []
    if (!isWhole(outcome)) deps.endWhatsapp(candidateId, store.person(candidateId)!.language)
    const rows = erasure.erase(candidateId, outcome.erased)
    if (isWhole(outcome)) store.mark(candidateId, { erasedAt: clock.portal() })
    record(actor, 'privacy.erased', { candidateId }, { by: 'request', parts: outcome.erased.join(' '), rows })
    return hashes
  }

  return {
    /** The candidate's own requests, newest first. */
    own: ({ candidateId }: Actor): ShownRequest[] => store.requests(candidateId).map(shown),

    verdictOn,
    recordOf,

    /** Asks the grievance officer; refuses a second open request of a kind. */
    file({ candidateId }: Actor, { kind, text }: DataRequest): Result<ShownRequest> {
      return db.transact((): Result<ShownRequest> => {
        if (store.openRequest(candidateId, kind)) return refuse('data-request-open', 409)
        const now = clock.real()
        const { count, resetsAt } = limits.count(`data-request:${candidateId}`, days(1), now)
        if (count > requestRules.perDay) return tooOften(Math.ceil((resetsAt - now) / 1000))
        const filedAt = clock.portal()
        const due = dueAt(filedAt, course.personalData.answerWithin)
        const id = store.addRequest({ candidateId, kind, text, filedAt, dueAt: due })
        record(ofCandidate(candidateId), 'privacy.requested', { candidateId, of: `request:${numberOf(id)}` }, { kind })
        deps.tell(candidateId, 'data-request-received', (language) => ({
          reference: numberOf(id),
          by: formatDate(due, language),
        }))
        return ok(shown(store.request(id)!))
      })
    },

    /** Takes an open request back. */
    withdraw({ candidateId }: Actor, id: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.request(id)
        if (!row || row.candidateId !== candidateId) return unknown()
        if (row.state !== 'open') return refuse('data-request-decided', 409)
        store.changeRequest(id, { state: 'withdrawn', decidedAt: clock.portal() })
        record(ofCandidate(candidateId), 'privacy.request-withdrawn', { candidateId, of: `request:${numberOf(id)}` })
        return ok()
      })
    },

    list: requestList(deps),

    /** One request for the officer; logs the reading. */
    read(officer: Officer, id: number) {
      return db.transact(() => {
        const row = store.request(id)
        if (!row) return null
        const { userId, fullName } = store.person(row.candidateId)!
        const about = { candidateId: row.candidateId, of: `request:${numberOf(id)}` }
        record(auditActor(officer), 'privacy.request-read', about)
        return {
          ...shown(row),
          number: numberOf(id),
          userId,
          fullName,
          record: recordOf(row.candidateId),
          /** What erasing would do; null for other requests and once the request is decided. */
          verdict: row.kind === 'erasure' && row.state === 'open' ? verdictOn(row.candidateId) : null,
          erasableAt: erasableAt(row.filedAt),
        }
      })
    },

    /** The officer's answer. An erasure that is granted removes at once what may be erased, and says what stays and why. */
    answer(officer: Officer, id: number, { outcome, text }: RequestAnswer): Result<{ number: string }> {
      let hashes: string[] = []
      const answered = db.transact((): Result<{ number: string }> => {
        const row = store.request(id)
        if (!row) return unknown()
        const now = clock.portal()
        const may = mayAnswer(row, outcome, now)
        if (!may.ok) return may
        const verdict = row.kind === 'erasure' && outcome === 'done' ? verdictOn(row.candidateId) : null
        if (verdict === 'money-pending') return refuse('erasure-money-pending', 409)
        const { candidateId } = row
        const change = { state: outcome, answer: text, decidedAt: now, decidedBy: officer.id } as const
        store.changeRequest(id, { ...change, outcome: verdict && JSON.stringify(verdict) })
        const about = { candidateId, of: `request:${numberOf(id)}` }
        record(auditActor(officer), 'privacy.request-answered', about, { kind: row.kind, outcome })
        // Written before the address is erased; a message under way outlives the erasure.
        deps.tell(candidateId, 'data-request-answered', (language) => ({
          reference: numberOf(id),
          body: verdict ? `${text}\n\n${inWords(verdict, language)}` : text,
        }))
        if (verdict) hashes = erase(auditActor(officer), candidateId, verdict)
        return ok({ number: numberOf(id) })
      })
      deps.discardFiles(hashes)
      return answered
    },
  }

  function ofCandidate(candidateId: number): AuditActor {
    return { kind: 'candidate', id: candidateId, name: store.person(candidateId)!.userId }
  }
}

/** What was erased, and what is kept, why and until when. */
function inWords({ erased, kept }: ErasureOutcome, language: Language): string {
  const part = (name: (typeof erased)[number]) => translate(language, `mydata:part.${name}`)
  const lines = kept.map(({ part: name, why, until }) => {
    const reason = translate(language, `mydata:keep.${why}`)
    const ends =
      until === null ? '' : ` ${translate(language, 'mydata:keep.until', { date: formatDate(until, language) })}`
    return `– ${part(name)}: ${reason}${ends}`
  })
  return [
    translate(language, 'mydata:erased', { parts: erased.map(part).join(', ') }),
    translate(language, 'mydata:kept'),
    ...lines,
  ].join('\n')
}

/** The officers' list: what is due first. */
function requestList({ store }: PrivacyDeps): ShownList<Officer, RequestLine> {
  const open = (asked: ListAsked): ListAsked => ({ ...asked, filters: { state: 'open', ...asked.filters } })
  return {
    shape: {
      list: 'data-requests',
      columns: [
        { key: 'id', kind: 'text' },
        { key: 'kind', kind: 'text' },
        { key: 'userId', kind: 'text' },
        { key: 'fullName', kind: 'written' },
        { key: 'filedAt', kind: 'time', needsRoom: true },
        { key: 'dueAt', kind: 'time', isSortable: true },
        { key: 'state', kind: 'text' },
      ],
      filters: ['state', 'kind', 'applicationId'],
      order: 'dueAt',
    },
    piece: (_officer, asked) => store.list.piece(open(asked), {}),
    all: (_officer, asked) => store.list.all(open(asked), {}),
  }
}
