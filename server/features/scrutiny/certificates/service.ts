import type { Readable } from 'node:stream'
import { lengthened } from '#server/domain/admission/orders.ts'
import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import {
  activityOfCertificate,
  awaitedCertificates,
  type CertificateKind,
  type CertificateStatus,
  certificateKinds,
  certificateStatus,
  certificatesActivity,
  faultyMarks,
  isCertificateKind,
  mayHandIn,
  missedOutcome,
  reminderAt,
  type StatedMarks,
  type UnfulfilledClaim,
  unfulfilledClaims,
  wantedCertificates,
} from '#server/domain/scrutiny/certificates.ts'
import { type AuditAct, auditActor } from '#server/domain/terms/audit.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { districtsWithin, mayDo, mayTouch } from '#server/domain/terms/staff.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { inPieces } from '#server/kernel/in-pieces.ts'
import { type ListAsked, type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'
import type { CertificatesDeps, KeptFile, Officer } from './deps'
import type { VerdictForm } from './schema'
import type { CertificateRow } from './store'

/** The file of a certificate, as pages and the API show it. */
export type CertificateFile = Pick<CertificateRow, 'mediaType' | 'bytes' | 'pages' | 'originalName'> & {
  uploadedAt: Instant
}

/** A required certificate and its state. `dueAt`: null if the schedule has no date; `mayHandIn`: a file may be sent now. */
export type CertificateEntry = {
  kind: CertificateKind
  status: CertificateStatus
  dueAt: number | null
  stated: StatedMarks | null
  file: CertificateFile | null
  remark: string | null
  mayHandIn: Result<undefined>
}

/** A claim that is removed on its date unless its certificate comes. */
export type MissingClaim = UnfulfilledClaim & { dueAt: Instant | null }

/** A certificate at the desk. */
export type CertificateCase = CertificateEntry & { id: number; candidateId: number; userId: string }

const queueShape: ListShape = {
  list: 'certificates',
  columns: [
    { key: 'kind', kind: 'text' },
    { key: 'userId', kind: 'text' },
    { key: 'fullName', kind: 'written' },
    { key: 'district', kind: 'text', isExtra: true },
    { key: 'uploadedAt', kind: 'time', isSortable: true },
  ],
  filters: ['kind', 'applicationId'],
  order: 'uploadedAt',
}

/**
 * Certificates handed in beside the form: the CGPA conversion, and those awaited at submission. Source: rules §3.10,
 * §9.2.
 */
export function createCertificates(deps: CertificatesDeps) {
  const { db, store, clock, answers, isSubmitted, activity, files, record } = deps
  const waiting = listOfStore({
    shape: queueShape,
    reader: store.waiting,
    reach(officer: Officer) {
      const districts = districtsWithin(officer)
      return { districts: districts && JSON.stringify(districts) }
    },
  })

  const fileOf = ({ mediaType, bytes, pages, originalName, uploadedAt }: CertificateRow): CertificateFile => ({
    mediaType,
    bytes,
    pages,
    originalName,
    uploadedAt: uploadedAt as Instant,
  })
  const activityOf = (kind: CertificateKind) => activity(activityOfCertificate(kind)) ?? activity(certificatesActivity)
  /** The window for this candidate's certificate, with any extra time from special orders. */
  const windowOf = (candidateId: number, kind: CertificateKind) =>
    lengthened(activityOf(kind), deps.moreTime(candidateId))

  /** The due dates of all kinds, each with its kinds. */
  function dues(): Map<number, CertificateKind[]> {
    const found = new Map<number, CertificateKind[]>()
    for (const kind of certificateKinds) {
      const dueAt = activityOf(kind)?.closesAt ?? null
      if (dueAt !== null) found.set(dueAt, [...(found.get(dueAt) ?? []), kind])
    }
    return found
  }

  /** The candidate's next due date among these kinds; the last one once all have passed. Null if there is none. */
  function nextDue(candidateId: number, kinds: readonly CertificateKind[]): number | null {
    const all = kinds.flatMap((kind) => windowOf(candidateId, kind)?.closesAt ?? [])
    const coming = all.filter((at) => at > clock.portal())
    return coming.length ? Math.min(...coming) : all.length ? Math.max(...all) : null
  }
  const statedIn = ({ cgpa, scale, percentage }: CertificateRow): StatedMarks | null =>
    cgpa !== null && scale !== null && percentage !== null ? { cgpa, scale, percentage } : null

  function entryOf(candidateId: number, kind: CertificateKind, row: CertificateRow | null, at: Instant) {
    const status = certificateStatus(row)
    const facts = { answers: answers(candidateId), isSubmitted: isSubmitted(candidateId), status }
    const window = windowOf(candidateId, kind)
    return {
      kind,
      status,
      dueAt: window?.closesAt ?? null,
      stated: row && statedIn(row),
      file: row && fileOf(row),
      remark: row?.remark ?? null,
      mayHandIn: mayHandIn(kind, facts, window, at),
    } satisfies CertificateEntry
  }

  function entriesOf(candidateId: number, at: Instant): CertificateEntry[] {
    const rows = store.current(candidateId)
    return wantedCertificates(answers(candidateId)).map((kind) =>
      entryOf(candidateId, kind, rows.find((row) => row.kind === kind) ?? null, at),
    )
  }

  const mayPut = (candidateId: number, kind: CertificateKind, at: Instant) =>
    entryOf(candidateId, kind, store.find(candidateId, kind) ?? null, at).mayHandIn

  function expectedMarks(candidateId: number): StatedMarks | null {
    const degree = answers(candidateId)['qualifications-details'] ?? {}
    const { cgpa = '', cgpaScale: scale = '', cgpaPercentage: percentage = '' } = degree
    return degree.degreeResult === 'cgpa' ? { cgpa, scale, percentage } : null
  }

  /** Writes a certificate in place of the one before, unless it was accepted or closed meanwhile. */
  const put = (candidateId: number, kind: CertificateKind, stated: StatedMarks | null, file: KeptFile, at: Instant) =>
    db.transact((): Result<CertificateEntry> => {
      // The sweep deletes the unreferenced file of a refusal.
      const still = mayPut(candidateId, kind, at)
      if (!still.ok) return still
      const now = clock.portal()
      store.supersede(candidateId, kind, now)
      const marks = stated ?? { cgpa: null, scale: null, percentage: null }
      store.add({ candidateId, kind, ...marks, ...file, uploadedAt: now })
      return ok(entryOf(candidateId, kind, store.find(candidateId, kind)!, at))
    })

  function tell(
    candidateId: number,
    template: MessageTemplate,
    kinds: readonly CertificateKind[],
    more: Record<string, string> = {},
  ): void {
    const dueAt = nextDue(candidateId, kinds)
    deps.tell(candidateId, template, (language) => ({
      name: kinds.map((kind) => translate(language, `documents:kind.${kind}`)).join(', '),
      by: dueAt ? formatDateTime(dueAt, language) : '',
      ...more,
    }))
  }

  /** A certificate within reach; an unknown one and one out of reach get the same answer. */
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
      userId: store.userId(candidateId),
    }
  }

  /** The work of `inPieces` on one candidate after the other, in one transaction. */
  const forEach = (act: (candidateId: number) => void) => (ids: readonly number[]) =>
    db.transact(() => ids.forEach(act))

  return {
    /** The next deadline for a candidate's certificates; null if the schedule has none. */
    dueAt(candidateId: number): number | null {
      const wanted = wantedCertificates(answers(candidateId))
      return nextDue(candidateId, wanted.length ? wanted : certificateKinds)
    },

    /** The certificates a candidate has to hand in beside the form, and their state. */
    entries: (candidateId: number, at: Instant = clock.portal()) => entriesOf(candidateId, at),

    /** The certificates that the candidate still has to hand in, each with its due date; none under review or accepted. */
    left(candidateId: number, at: Instant): { kind: CertificateKind; isRejected: boolean; by: number | null }[] {
      return entriesOf(candidateId, at)
        .filter(({ status, mayHandIn }) => (status === 'wanted' || status === 'rejected') && mayHandIn.ok)
        .map(({ kind, status, dueAt }) => ({ kind, isRejected: status === 'rejected', by: dueAt }))
    },

    /** The CGPA on the form, which a certificate is expected to state. Null if the result is in marks. */
    expectedMarks,

    /**
     * Takes in a certificate and replaces the previous one. `stated`: the figures on a conversion certificate. `at`:
     * when the request arrived.
     */
    async handIn(
      candidateId: number,
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
      return kept.ok ? put(candidateId, kind, stated, kept.value, at) : kept
    },

    /**
     * Hands in the conversion certificate that the form has, with the figures that the form states: nobody uploads one
     * certificate twice. Refusals: `certificate-not-wanted` (404) if the form has no copy, and those of `handIn`.
     */
    handInCopy(candidateId: number, at: Instant): Result<CertificateEntry> {
      const copy = files.inForm(candidateId, 'cgpa-conversion')
      const stated = expectedMarks(candidateId)
      if (!copy || !stated) return refuse('certificate-not-wanted', 404)
      const fault = faultyMarks(stated)
      if (fault) return refuse('check-answers', 422, { fields: [fault] })
      return put(candidateId, 'cgpa-conversion', stated, copy, at)
    },

    /** The candidate's own certificate, with its bytes; null if there is none. */
    async open(candidateId: number, kind: string): Promise<(CertificateFile & { stream: Readable }) | null> {
      const row = isCertificateKind(kind) ? store.find(candidateId, kind) : undefined
      return row ? { ...fileOf(row), stream: await files.read(row.hash) } : null
    },

    /** The certificates that wait for an officer, the oldest first; logs each page that is read. */
    list: {
      ...waiting,
      piece(officer: Officer, asked: ListAsked) {
        const found = waiting.piece(officer, asked)
        record(auditActor(officer), 'certificates.queue-read', {}, { ...asked.filters, count: found.rows.length })
        return found
      },
    },

    /** Opens a certificate at the desk, and logs it. */
    openCase(officer: Officer, id: number): Result<CertificateCase> {
      return db.transact((): Result<CertificateCase> => {
        const found = reach(officer, id)
        if (!found.ok) return found
        note(officer, 'certificates.read', found.value)
        return ok(caseOf(found.value))
      })
    },

    /** Its bytes, for an officer who may reach it; logs the look. */
    async openFile(officer: Officer, id: number): Promise<Result<CertificateFile & { stream: Readable }>> {
      const found = db.transact((): Result<CertificateRow> => {
        const within = reach(officer, id)
        if (within.ok) note(officer, 'certificates.file-read', within.value)
        return within
      })
      return found.ok ? ok({ ...fileOf(found.value), stream: await files.read(found.value.hash) }) : found
    },

    /** Accepts or rejects it, once; the candidate is told, with the reason for a rejection. */
    decide(officer: Officer, id: number, { intent: verdict, remark = '' }: VerdictForm): Result<{ userId: string }> {
      return db.transact((): Result<{ userId: string }> => {
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
        return ok({ userId: store.userId(row.candidateId) })
      })
    },

    /**
     * A job: 7, 3 and 1 days before the due date, reminds candidates who still owe a certificate that they applied for.
     */
    async remind(): Promise<void> {
      const now = clock.portal()
      for (const [dueAt, kinds] of dues()) {
        const before = reminderAt(dueAt, now)
        if (before === null) continue
        await inPieces(
          (after) => store.toRemind(dueAt, before, after, batch),
          forEach((id) => {
            store.noteReminder(dueAt, before, id, now)
            const held = store.current(id).filter(({ verdict }) => verdict !== 'rejected')
            const missing = awaitedCertificates(answers(id)).filter(
              (kind) => kinds.includes(kind) && !held.some((row) => row.kind === kind),
            )
            if (missing.length) tell(id, 'certificate-reminder', missing)
          }),
        )
      }
    },

    /**
     * A job: once certificates are due, removes the unfulfilled claims from forms; any extra cost falls due, and a seat
     * that was won on them is settled. Waits for uploads that began in time, and for a run that has read the claims to
     * be published. Source: rules §9.1, §9.5.
     */
    async convertUnfulfilled(): Promise<void> {
      const now = clock.portal()
      const isDue = [...dues().keys()].some((dueAt) => now >= dueAt + uploadsEndAfter)
      if (!isDue || deps.isRunInHand()) return
      await inPieces(
        (after) => store.overdue(after, batch),
        forEach((id) => convert(id, now)),
      )
    },

    missing: missingOf,

    /** The claims that lapsed because their certificates were missing or rejected. */
    unfulfilled: store.unfulfilled,

    /** An institute's seats that passed to its own level after the rounds. Source: rules §9.5. */
    passedTo: store.passedTo,

    isKnown: store.isKnown,
  }

  /** The claims that lack a certificate, each with the date on which it is removed; null without a date. */
  function missingOf(candidateId: number): MissingClaim[] {
    const rows = store.current(candidateId)
    const statusOf = (kind: CertificateKind) => certificateStatus(rows.find((row) => row.kind === kind) ?? null)
    return unfulfilledClaims(answers(candidateId), statusOf).map((one) => ({
      ...one,
      dueAt: (windowOf(candidateId, one.kind)?.closesAt ?? null) as Instant | null,
    }))
  }

  function convert(candidateId: number, removedAt: Instant): void {
    const fallen = missingOf(candidateId)
      .filter(({ dueAt }) => dueAt !== null && removedAt >= dueAt + uploadsEndAfter)
      .map(({ dueAt: _, ...claim }) => claim)
    if (!fallen.length) return
    deps.removeClaims(candidateId, [...new Set(fallen.map(({ claim }) => claim))])
    const kinds = fallen.map(({ kind }) => kind)
    const seat = deps.convertToOpen(candidateId, missedOutcome(kinds, deps.course.ifCertificateMissed))
    for (const one of fallen) store.addUnfulfilled({ candidateId, ...one, removedAt, seat })
    const detail = { kinds: kinds.join(' '), seat }
    record({ kind: 'system', name: 'certificates' }, 'certificates.claim-removed', { candidateId }, detail)
  }
}

/** A file whose sending began in time is complete within a minute. Source: rules §12.3. */
const uploadsEndAfter = minutes(2)

/** Candidates per transaction of a job. */
const batch = 200

export type Certificates = ReturnType<typeof createCertificates>
