import { type AuditAct, auditActor } from '#server/domain/terms/audit.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { districtsWithin, mayDo, mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import { askedOf, type ListAsked, type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { nextIn } from '#server/kernel/next-in.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { CertificatesDeps } from './deps'
import type { CertificateEntry, Entries } from './entries'
import type { VerdictForm } from './schema'
import type { CertificateRow } from './store'
import type { Told } from './told'

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

/** Among so many that have waited longest, the next certificate is found. */
const mostLookedAt = 200

function reachOf(officer: Officer) {
  const districts = districtsWithin(officer)
  return { districts: districts && JSON.stringify(districts) }
}

/** Officers look at certificates and accept or reject each once. Source: rules §9.2. */
export function createDeciding(
  { db, store, clock, documents, record }: CertificatesDeps,
  { entryOf }: Entries,
  { tell }: Pick<Told, 'tell'>,
) {
  const waiting = listOfStore({
    shape: queueShape,
    reader: store.waiting,
    reach: reachOf,
  })

  /** A certificate within reach; an unknown one and one out of reach get the same answer. */
  function reach(officer: Officer, id: number): Result<CertificateRow> {
    const row = store.byId(id)
    const isOurs =
      row !== undefined &&
      mayDo(officer.role, 'scrutinise') &&
      mayTouch(officer, { centre: null, region: regionOf(row.district), institute: null })
    return isOurs ? ok(row) : refuse('unknown-certificate', 404)
  }

  const note = (officer: Officer, act: AuditAct, { candidateId, kind }: CertificateRow) =>
    record(auditActor(officer), act, { candidateId }, { kind })

  function caseOf(row: CertificateRow): CertificateCase {
    const { id, candidateId, kind } = row
    const entry = entryOf(candidateId, kind, row, clock.portal())
    return { ...entry, id, candidateId, userId: store.userId(candidateId) }
  }

  return {
    /** The certificates that wait for an officer, the oldest first; logs each page that is read. */
    list: {
      ...waiting,
      piece(officer: Officer, asked: ListAsked) {
        const found = waiting.piece(officer, asked)
        record(auditActor(officer), 'certificates.queue-read', {}, { ...asked.filters, count: found.rows.length })
        return found
      },
    },

    /** The certificate to look at after this one, the one that has waited longest first; null if no other waits. */
    nextAfter(officer: Officer, id: number): number | null {
      const { rows } = store.waiting.piece(askedOf(queueShape, {}), reachOf(officer), mostLookedAt)
      return nextIn(
        rows.map((row) => row.id),
        id,
      )
    },

    /** The candidate of a certificate within reach. */
    candidateOf(officer: Officer, id: number): Result<number> {
      const found = reach(officer, id)
      return found.ok ? ok(found.value.candidateId) : found
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
    async openFile(officer: Officer, id: number, page?: number): ReturnType<CertificatesDeps['documents']['viewFile']> {
      const found = db.transact((): Result<CertificateRow> => {
        const within = reach(officer, id)
        if (within.ok) note(officer, 'certificates.file-read', within.value)
        return within
      })
      return found.ok ? documents.viewFile(found.value, officer, page) : found
    },

    /**
     * Accepts or rejects it, once; the candidate is told, with the reason for a rejection. Refused with
     * `certificate-agree` (409) until the officer agrees.
     */
    decide(
      officer: Officer,
      id: number,
      { verdict, remark = '', agreed }: Pick<VerdictForm, 'verdict' | 'remark' | 'agreed'>,
    ): Result<{ userId: string }> {
      return db.transact((): Result<{ userId: string }> => {
        const found = reach(officer, id)
        if (!found.ok) return found
        const row = found.value
        if (row.verdict !== null) return refuse('certificate-decided', 409)
        if (verdict === 'rejected' && !remark) {
          return refuse('check-answers', 422, { fields: [{ field: 'remark', code: 'remark.required' }] })
        }
        if (agreed !== verdict) return refuse('certificate-agree', 409)
        const reason = verdict === 'rejected' ? remark : null
        store.decide(id, { verdict, decidedAt: clock.portal(), decidedBy: officer.id, remark: reason })
        note(officer, verdict === 'verified' ? 'certificates.verified' : 'certificates.rejected', row)
        tell(row.candidateId, `certificate-${verdict}`, [row.kind], { reason: remark })
        return ok({ userId: store.userId(row.candidateId) })
      })
    },
  }
}
