import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { documents } from '#db/schema/index.ts'
import type { FileKind } from '#server/domain/application/document-rules.ts'
import type { Instant } from '#server/kernel/time.ts'

/** A document as the candidate sees it, with the hash of its bytes. */
export type DocumentRow = {
  name: FileKind
  hash: string
  mediaType: string
  bytes: number
  pages: number
  originalName: string
  uploadedAt: Instant
}

export type DocumentsStore = ReturnType<typeof documentsStore>

/** The only writer of `documents`. Everything is synchronous and joins the caller's transaction. */
export function documentsStore({ orm, sqlite }: Database) {
  const columns = {
    name: documents.kind,
    hash: documents.hash,
    mediaType: documents.mediaType,
    bytes: documents.bytes,
    pages: documents.pages,
    originalName: documents.originalName,
    uploadedAt: documents.uploadedAt,
  }
  const ofCandidate = (candidateId: number) =>
    and(eq(documents.candidateId, candidateId), isNull(documents.supersededAt))
  const current = sqlite.prepare<[number], DocumentRow>(
    `SELECT kind AS name, hash, media_type AS mediaType, bytes, pages, original_name AS originalName,
       uploaded_at AS uploadedAt FROM documents WHERE candidate_id = ? AND superseded_at IS NULL`,
  )
  const forget = sqlite
    .prepare<[number], string>(
      `DELETE FROM documents WHERE superseded_at < ? AND NOT EXISTS (SELECT 1 FROM application_versions v
         WHERE v.candidate_id = documents.candidate_id AND instr(v.snapshot, documents.hash))
       RETURNING hash`,
    )
    .pluck()
  // Ids tell apart two uploads of one millisecond.
  const replacedBy = sqlite
    .prepare<{ candidateId: number; kind: string; uploadedAt: number }, number>(
      `SELECT before.id FROM documents now JOIN documents before
         ON before.candidate_id = now.candidate_id AND before.kind = now.kind AND before.id < now.id
       WHERE now.candidate_id = @candidateId AND now.kind = @kind AND now.superseded_at IS NULL
         AND now.uploaded_at = @uploadedAt AND before.superseded_at = @uploadedAt ORDER BY before.id DESC LIMIT 1`,
    )
    .pluck()
  const known = sqlite.prepare<[string], 1>('SELECT 1 FROM documents WHERE hash = ? LIMIT 1').pluck()

  return {
    /** The candidate's uploads that were neither replaced nor removed. */
    current: (candidateId: number): DocumentRow[] => current.all(candidateId),

    find: (candidateId: number, kind: FileKind): DocumentRow | undefined =>
      orm
        .select(columns)
        .from(documents)
        .where(and(ofCandidate(candidateId), eq(documents.kind, kind)))
        .get() as DocumentRow | undefined,

    /** Supersedes a document and returns true if there was one. Submitted versions still point at it. */
    supersede: (candidateId: number, kind: FileKind, at: Instant): boolean =>
      orm
        .update(documents)
        .set({ supersededAt: at })
        .where(and(ofCandidate(candidateId), eq(documents.kind, kind)))
        .run().changes > 0,

    /** The row that the current upload of this instant has replaced; undefined if it replaced none. */
    replacedBy: (candidateId: number, kind: FileKind, uploadedAt: Instant): number | undefined =>
      replacedBy.get({ candidateId, kind, uploadedAt }),
    /** Makes a replaced row the current one again; the one in its place is superseded first. */
    restore: (id: number): void =>
      void orm.update(documents).set({ supersededAt: null }).where(eq(documents.id, id)).run(),

    add(candidateId: number, { name, ...row }: DocumentRow): void {
      orm
        .insert(documents)
        .values({ candidateId, kind: name, ...row })
        .run()
    },

    /**
     * Deletes rows replaced or removed before an instant, unless a submitted version names them, and returns their
     * hashes.
     */
    forgetReplaced: (before: Instant): string[] => forget.all(before),

    /** True if any row, superseded ones included, names these bytes. */
    isKnown: (hash: string): boolean => known.get(hash) !== undefined,
  }
}
