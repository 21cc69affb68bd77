import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { listReader } from '../../../db/list-reader'
import { duplicateScan, personMarks, sharedMarks } from '../../../db/schema'
import type { MarkKind } from '../../domain/application/duplicates'

/** A submitted version, by its place in the order of submission. `snapshot`: JSON. */
type SubmittedVersion = { place: number; candidateId: number; snapshot: string }
/** Candidates with a mark in common, by Application ID, separated by semicolons. `mark`: names the row. */
type SuspicionRow = { mark: string; kind: MarkKind; foundAt: number; userIds: string; names: string }

export type DuplicatesStore = ReturnType<typeof duplicatesStore>

/** The only writer of the marks of persons. */
export function duplicatesStore(db: Database) {
  const { orm, sqlite } = db
  // Versions are only ever added, so their row numbers give the order of submission.
  const versions = sqlite.prepare<[number, number], SubmittedVersion>(
    `SELECT rowid AS place, candidate_id AS candidateId, snapshot FROM application_versions
     WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  )
  const sharing = sqlite.prepare<[string, string, number], { count: number }>(
    'SELECT count(*) AS count FROM (SELECT 1 FROM person_marks WHERE kind = ? AND mark = ? LIMIT ?)',
  )
  const sharers = (column: string) =>
    `(SELECT group_concat(${column}, '; ') FROM (SELECT c.user_id, c.full_name FROM person_marks m
      JOIN candidates c ON c.id = m.candidate_id WHERE m.kind = s.kind AND m.mark = s.mark ORDER BY c.id))`
  const list = listReader<SuspicionRow>(db, {
    from: 'shared_marks s',
    candidate: null,
    key: "s.kind || ' ' || s.mark",
    columns: {
      mark: "s.kind || ' ' || s.mark",
      kind: 's.kind',
      foundAt: 's.found_at',
      userIds: sharers('user_id'),
      names: sharers('full_name'),
    },
    filters: {
      kind: 's.kind = @kind',
      applicationId: `EXISTS (SELECT 1 FROM person_marks m JOIN candidates c ON c.id = m.candidate_id
        WHERE m.kind = s.kind AND m.mark = s.mark AND c.user_id = upper(@applicationId))`,
    },
    always: `(SELECT count(*) FROM person_marks m WHERE m.kind = s.kind AND m.mark = s.mark) > 1
      AND (@districts IS NULL OR NOT EXISTS (SELECT 1 FROM person_marks m JOIN candidates c ON c.id = m.candidate_id
        WHERE m.kind = s.kind AND m.mark = s.mark AND c.district NOT IN (SELECT value FROM json_each(@districts))))`,
  })

  return {
    versionsAfter: (place: number, limit: number): SubmittedVersion[] => versions.all(place, limit),
    lastLookedAt: (): number => orm.select().from(duplicateScan).get()?.lastVersion ?? 0,
    looked: (lastVersion: number): void =>
      void orm
        .insert(duplicateScan)
        .values({ id: 1, lastVersion })
        .onConflictDoUpdate({ target: duplicateScan.id, set: { lastVersion } })
        .run(),
    /** Replaces a candidate's marks with those of the newest version. */
    replaceMarks(candidateId: number, marks: readonly { kind: MarkKind; mark: string }[]): void {
      orm.delete(personMarks).where(eq(personMarks.candidateId, candidateId)).run()
      if (!marks.length) return
      const rows = marks.map(({ kind, mark }) => ({ candidateId, kind, mark }))
      orm.insert(personMarks).values(rows).onConflictDoNothing().run()
    },
    /** The number of candidates who share a mark, counted up to `most`. */
    sharing: (kind: MarkKind, mark: string, most: number): number => sharing.get(kind, mark, most)!.count,
    share: (kind: MarkKind, mark: string, at: number): void =>
      void orm.insert(sharedMarks).values({ kind, mark, foundAt: at }).onConflictDoNothing().run(),
    unshare: (kind: MarkKind, mark: string): void =>
      void orm
        .delete(sharedMarks)
        .where(and(eq(sharedMarks.kind, kind), eq(sharedMarks.mark, mark)))
        .run(),
    /** Pages and files of the shared marks whose candidates all live in `districts`, the reach; null for the whole state. */
    list,
  }
}
