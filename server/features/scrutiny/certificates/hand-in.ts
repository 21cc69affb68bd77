import type { Readable } from 'node:stream'
import { mayUndo } from '#server/domain/application/document-rules.ts'
import {
  type CertificateKind,
  faultyMarks,
  isCertificateKind,
  type StatedMarks,
} from '#server/domain/scrutiny/certificates.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CertificatesDeps } from './deps'
import { type CertificateEntry, type CertificateFile, type Entries, fileOf } from './entries'
import type { NewCertificate } from './store'

/** A file that was checked by its content and is stored under its hash. */
type KeptFile = Pick<NewCertificate, 'hash' | 'mediaType' | 'bytes' | 'pages' | 'originalName'>

/** Candidates hand in certificates beside the form. Source: rules §3.10. */
export function createHandIn({ db, store, clock, documents }: CertificatesDeps, { entryOf, verbs }: Entries) {
  const mayPut = (candidateId: number, kind: CertificateKind, at: Instant) =>
    entryOf(candidateId, kind, store.find(candidateId, kind) ?? null, at).mayHandIn

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

  return {
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
      const kept = await documents.keep(candidateId, kind, uploaded)
      return kept.ok ? put(candidateId, kind, stated, kept.value, at) : kept
    },

    /**
     * Hands in the conversion certificate that the form has, with the figures that the form states: nobody uploads one
     * certificate twice. Refusals: `certificate-not-wanted` (404) if the form has no copy, and those of `handIn`.
     */
    handInCopy(candidateId: number, at: Instant): Result<CertificateEntry> {
      const copy = documents.stored(candidateId, 'cgpa-conversion')
      const stated = verbs.expectedMarks(candidateId)
      if (!copy || !stated) return refuse('certificate-not-wanted', 404)
      const fault = faultyMarks(stated)
      if (fault) return refuse('check-answers', 422, { fields: [fault] })
      return put(candidateId, 'cgpa-conversion', stated, copy, at)
    },

    /**
     * Undoes a hand-in that no officer has judged: the certificate before it is back with its verdict, if there was one.
     * `uploadedAt`: which hand-in. Refusals: `document-changed` and `undo-too-late`
     * (409), and those of `handIn`.
     */
    undoHandIn(candidateId: number, kind: string, uploadedAt: Instant, at: Instant): Result<undefined> {
      if (!isCertificateKind(kind)) return refuse('certificate-not-wanted', 404)
      return db.transact(() => {
        const may = mayPut(candidateId, kind, at)
        if (!may.ok) return may
        const row = store.find(candidateId, kind)
        if (row?.uploadedAt !== uploadedAt || row.verdict !== null) return refuse('document-changed', 409)
        if (!mayUndo(uploadedAt, at)) return refuse('undo-too-late', 409)
        const before = store.replacedBy(candidateId, kind, uploadedAt)
        store.supersede(candidateId, kind, clock.portal())
        if (before !== undefined) store.restore(before)
        return ok()
      })
    },

    /** The candidate's own certificate, with its bytes; null if there is none. */
    async open(candidateId: number, kind: string): Promise<(CertificateFile & { stream: Readable }) | null> {
      const row = isCertificateKind(kind) ? store.find(candidateId, kind) : undefined
      return row ? { ...fileOf(row), stream: await documents.read(row.hash) } : null
    },
  }
}
