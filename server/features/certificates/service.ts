import type { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { type AuditAct, auditActor } from '../../domain/audit'
import {
  awaitedCertificates,
  type CertificateKind,
  type CertificateStatus,
  certificateStatus,
  faultyMarks,
  isCertificateKind,
  mayHandIn,
  reminderAt,
  type StatedMarks,
  unfulfilledClaims,
  wantedCertificates,
} from '../../domain/certificates'
import type { MessageTemplate } from '../../domain/message-templates'
import { lengthened } from '../../domain/orders'
import { districtsOf, regionOf } from '../../domain/regions'
import { mayDo, mayTouch } from '../../domain/staff'
import type { UploadedFile } from '../../http/upload'
import { formatDateTime } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import { ok, type Result, refuse } from '../../kernel/result'
import { type Instant, minutes } from '../../kernel/time'
import type { Actor, CertificatesDeps, Officer } from './deps'
import type { VerdictForm } from './schema'
import type { CertificateRow, WaitingRow } from './store'

/** The activity of the schedule whose end is the due date of every certificate. */
const activityKey = 'certificates'

/** The file of a certificate, as pages and the API show it. */
export type CertificateFile = Pick<CertificateRow, 'mediaType' | 'bytes' | 'pages' | 'originalName'> & {
  uploadedAt: Instant
}

/** A certificate that is wanted, and what has become of it. `mayHandIn`: whether a file may be sent now. */
export type CertificateEntry = {
  kind: CertificateKind
  status: CertificateStatus
  stated: StatedMarks | null
  file: CertificateFile | null
  remark: string | null
  mayHandIn: Result<undefined>
}

/** A certificate at the desk. */
export type CertificateCase = CertificateEntry & { id: number; candidateId: number; userId: string }

const linesShown = 25

/** Certificates handed in beside the form: the CGPA conversion, and those awaited at submission. Source: decisions §3, §9. */
export function createCertificates(deps: CertificatesDeps) {
  const { db, store, clock, answers, isSubmitted, activity, files, announce, kickOutbox, record } = deps

  const fileOf = ({ mediaType, bytes, pages, originalName, uploadedAt }: CertificateRow): CertificateFile => ({
    mediaType,
    bytes,
    pages,
    originalName,
    uploadedAt: uploadedAt as Instant,
  })
  /** When this candidate's certificates are taken in, with the time that special orders give. */
  const windowOf = (candidateId: number) => lengthened(activity(activityKey), deps.moreTime(candidateId))
  const statedIn = ({ cgpa, scale, percentage }: CertificateRow): StatedMarks | null =>
    cgpa !== null && scale !== null && percentage !== null ? { cgpa, scale, percentage } : null

  function entryOf(candidateId: number, kind: CertificateKind, row: CertificateRow | null, at: Instant) {
    const status = certificateStatus(row)
    const facts = { answers: answers(candidateId), isSubmitted: isSubmitted(candidateId), status }
    return {
      kind,
      status,
      stated: row && statedIn(row),
      file: row && fileOf(row),
      remark: row?.remark ?? null,
      mayHandIn: mayHandIn(kind, facts, windowOf(candidateId), at),
    } satisfies CertificateEntry
  }

  const mayPut = (candidateId: number, kind: CertificateKind, at: Instant) =>
    entryOf(candidateId, kind, store.find(candidateId, kind) ?? null, at).mayHandIn

  function tell(
    candidateId: number,
    template: MessageTemplate,
    kinds: readonly CertificateKind[],
    more: Record<string, string> = {},
  ): void {
    const { userId, mobile, email, language } = store.contact(candidateId)
    const dueAt = windowOf(candidateId)?.closesAt
    const params = {
      userId,
      name: kinds.map((kind) => translate(language, `documents:kind.${kind}`)).join(', '),
      by: dueAt ? formatDateTime(dueAt, language) : '',
      ...more,
    }
    announce({ candidateId, channel: 'sms', to: mobile, template, language, params })
    announce({ candidateId, channel: 'email', to: email, template, language, params })
  }

  /** A certificate within reach; the same answer for whatever is elsewhere and for nothing. */
  function reach(officer: Officer, id: number): Result<CertificateRow> {
    const row = store.byId(id)
    const isOurs =
      row !== undefined &&
      mayDo(officer.role, 'scrutinise') &&
      mayTouch(officer, { centre: null, region: regionOf(row.district), institute: null })
    return isOurs ? ok(row) : refuse('unknown-certificate', 404)
  }

  const note = (officer: Officer, act: AuditAct, { candidateId, kind }: CertificateRow, detail = {}) =>
    record(auditActor(officer), act, { candidateId }, { kind, ...detail })

  function caseOf(row: CertificateRow): CertificateCase {
    const { id, candidateId, kind } = row
    return {
      ...entryOf(candidateId, kind, row, clock.portal()),
      id,
      candidateId,
      userId: store.contact(candidateId).userId,
    }
  }

  return {
    /** The last moment for a candidate's certificates; null where the schedule holds none. */
    dueAt: ({ candidateId }: Actor): number | null => windowOf(candidateId)?.closesAt ?? null,

    /** What a candidate has to hand in beside the form, and what has become of it. */
    entries({ candidateId }: Actor, at: Instant = clock.portal()): CertificateEntry[] {
      const rows = store.current(candidateId)
      return wantedCertificates(answers(candidateId)).map((kind) =>
        entryOf(candidateId, kind, rows.find((row) => row.kind === kind) ?? null, at),
      )
    },

    /** What the form says of the CGPA: what a certificate is expected to state. Null where the result is in marks. */
    expectedMarks({ candidateId }: Actor): StatedMarks | null {
      const degree = answers(candidateId)['qualifications-details'] ?? {}
      const { cgpa = '', cgpaScale: scale = '', cgpaPercentage: percentage = '' } = degree
      return degree.degreeResult === 'cgpa' ? { cgpa, scale, percentage } : null
    },

    /**
     * Takes a certificate in, in place of the one before. `stated`: what a conversion certificate says. `at`: when the
     * request arrived.
     */
    async handIn(
      { candidateId }: Actor,
      kind: string,
      stated: StatedMarks | null,
      uploaded: readonly UploadedFile[],
      at: Instant,
    ): Promise<Result<CertificateEntry>> {
      if (!isCertificateKind(kind) || (kind === 'cgpa-conversion') !== (stated !== null)) {
        return refuse('certificate-not-wanted', 404)
      }
      const may = mayPut(candidateId, kind, at)
      if (!may.ok) return may
      const fault = stated && faultyMarks(stated)
      if (fault) return refuse('check-answers', 422, { fields: [fault] })
      const kept = await files.keep(candidateId, kind, uploaded)
      if (!kept.ok) return kept
      return db.transact((): Result<CertificateEntry> => {
        // Accepted or closed meanwhile: the file that nothing names is swept away.
        const still = mayPut(candidateId, kind, at)
        if (!still.ok) return still
        const now = clock.portal()
        store.supersede(candidateId, kind, now)
        const marks = stated ?? { cgpa: null, scale: null, percentage: null }
        store.add({ candidateId, kind, ...marks, ...kept.value, uploadedAt: now })
        return ok(entryOf(candidateId, kind, store.find(candidateId, kind)!, at))
      })
    },

    /** The candidate's own certificate, with its bytes; null for one that is not there. */
    async open({ candidateId }: Actor, kind: string): Promise<(CertificateFile & { stream: Readable }) | null> {
      const row = isCertificateKind(kind) ? store.find(candidateId, kind) : undefined
      return row ? { ...fileOf(row), stream: await files.read(row.hash) } : null
    },

    /** What waits for an officer, oldest first. `after`: the last line of the page before. */
    queue(officer: Officer, search: { kind?: string; after?: string }): { lines: WaitingRow[]; next: number | null } {
      if (!mayDo(officer.role, 'scrutinise')) return { lines: [], next: null }
      const kind = isCertificateKind(search.kind ?? '') ? (search.kind as CertificateKind) : null
      const after = /^\d{1,15}$/.test(search.after ?? '') ? Number(search.after) : 0
      const districts = officer.region === null ? null : districtsOf(officer.region)
      const found = store.waiting({ after, kind, districts, limit: linesShown + 1 })
      const lines = found.slice(0, linesShown)
      record(auditActor(officer), 'certificates.queue-read', {}, { kind, after, count: lines.length })
      return { lines, next: found.length > linesShown ? lines[linesShown - 1]!.id : null }
    },

    /** Opens a certificate at the desk, which is written down. */
    openCase(officer: Officer, id: number): Result<CertificateCase> {
      return db.transact((): Result<CertificateCase> => {
        const found = reach(officer, id)
        if (!found.ok) return found
        note(officer, 'certificates.read', found.value)
        return ok(caseOf(found.value))
      })
    },

    /** Its bytes, for an officer within whose reach it is; the look at it is written down. */
    async openFile(officer: Officer, id: number): Promise<Result<CertificateFile & { stream: Readable }>> {
      const found = db.transact((): Result<CertificateRow> => {
        const within = reach(officer, id)
        if (within.ok) note(officer, 'certificates.file-read', within.value)
        return within
      })
      return found.ok ? ok({ ...fileOf(found.value), stream: await files.read(found.value.hash) }) : found
    },

    /** Accepts or rejects it, once; the candidate is told, of a rejection with the reason. */
    decide(officer: Officer, id: number, { intent: verdict, remark = '' }: VerdictForm): Result<{ userId: string }> {
      const result = db.transact((): Result<{ userId: string }> => {
        const found = reach(officer, id)
        if (!found.ok) return found
        const row = found.value
        if (row.verdict !== null) return refuse('certificate-decided', 409)
        if (verdict === 'rejected' && !remark) {
          return refuse('check-answers', 422, { fields: [{ field: 'remark', code: 'remark.required' }] })
        }
        const reason = verdict === 'rejected' ? remark : null
        store.decide(id, { verdict, decidedAt: clock.portal(), decidedBy: officer.id, remark: reason })
        note(officer, verdict === 'verified' ? 'certificates.verified' : 'certificates.rejected', row)
        tell(row.candidateId, `certificate-${verdict}`, [row.kind], { reason: remark })
        return ok({ userId: store.contact(row.candidateId).userId })
      })
      kickOutbox()
      return result
    },

    /** Reminds whoever has still to hand in a certificate that was applied for, 7, 3 and 1 days before. A job. */
    async remind(): Promise<void> {
      const now = clock.portal()
      const dueAt = activity(activityKey)?.closesAt ?? null
      const before = dueAt === null ? null : reminderAt(dueAt, now)
      if (dueAt === null || before === null) return
      await inPieces(
        (after) => store.toRemind(dueAt, before, after, batch),
        (id) => {
          store.noteReminder(dueAt, before, id, now)
          const held = store.current(id).filter(({ verdict }) => verdict !== 'rejected')
          const missing = awaitedCertificates(answers(id)).filter((kind) => !held.some((row) => row.kind === kind))
          if (missing.length) tell(id, 'certificate-reminder', missing)
        },
      )
    },

    /**
     * Once certificates are due, converts the forms whose claim is unfulfilled: the claim is removed, and what then costs
     * more falls due. Waits for uploads that began in time. A job. Source: decisions §9 "Convert to Open".
     */
    async convertUnfulfilled(): Promise<void> {
      const now = clock.portal()
      const dueAt = activity(activityKey)?.closesAt ?? null
      if (dueAt === null || now < dueAt + uploadsEndAfter) return
      await inPieces(
        (after) => store.overdue(after, batch),
        (id) => convert(id, now),
      )
    },

    /** The claims that fell because their certificates did not come, or were rejected. */
    unfulfilled: store.unfulfilled,

    isKnown: store.isKnown,
  }

  /** Everybody whom `next` finds behind a candidate, in transactions between which pages have their turn. */
  async function inPieces(next: (after: number) => number[], act: (candidateId: number) => void): Promise<void> {
    for (let after = 0; ; await breath()) {
      const ids = db.transact(() => {
        const found = next(after)
        found.forEach(act)
        return found
      })
      if (!ids.length) return
      kickOutbox()
      after = ids.at(-1)!
    }
  }

  function convert(candidateId: number, removedAt: Instant): void {
    const dueAt = windowOf(candidateId)?.closesAt
    if (dueAt && removedAt < dueAt + uploadsEndAfter) return
    const rows = store.current(candidateId)
    const statusOf = (kind: CertificateKind) => certificateStatus(rows.find((row) => row.kind === kind) ?? null)
    const fallen = unfulfilledClaims(answers(candidateId), statusOf)
    if (!fallen.length) return
    for (const one of fallen) store.addUnfulfilled({ candidateId, ...one, removedAt })
    deps.removeClaims(candidateId, [...new Set(fallen.map(({ claim }) => claim))])
    const detail = { kinds: fallen.map(({ kind }) => kind).join(' ') }
    record({ kind: 'system', name: 'certificates' }, 'certificates.claim-removed', { candidateId }, detail)
  }
}

/** A file whose sending began in time is complete within a minute. Source: decisions §12. */
const uploadsEndAfter = minutes(2)

/** Candidates of one transaction of a job. */
const batch = 200

export type Certificates = ReturnType<typeof createCertificates>
