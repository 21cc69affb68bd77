import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { duplicateScan, personMarks, sharedMarks } from '../../../db/schema'
import type { MarkKind } from '../../domain/application/duplicates'

/** A submitted version, by its place in the order of submission. `snapshot`: JSON. */
type SubmittedVersion = { place: number; candidateId: number; snapshot: string }
type SharedMark = { kind: MarkKind; mark: string; foundAt: number }
export type Sharer = { id: number; userId: string; fullName: string; district: string; createdAt: number }

export type DuplicatesStore = ReturnType<typeof duplicatesStore>

/** The only writer of the marks of persons. */
export function duplicatesStore({ orm, sqlite }: Database) {
  // Versions are only ever added, so their row numbers give the order of submission.
  const versions = sqlite.prepare<[number, number], SubmittedVersion>(
    `SELECT rowid AS place, candidate_id AS candidateId, snapshot FROM application_versions
     WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  )
  const sharing = sqlite.prepare<[string, string, number], { count: number }>(
    'SELECT count(*) AS count FROM (SELECT 1 FROM person_marks WHERE kind = ? AND mark = ? LIMIT ?)',
  )
  const shared = sqlite.prepare<[number], SharedMark>(
    'SELECT kind, mark, found_at AS foundAt FROM shared_marks ORDER BY found_at DESC, kind, mark LIMIT ?',
  )
  const sharers = sqlite.prepare<[string, string], Sharer>(
    `SELECT c.id, c.user_id AS userId, c.full_name AS fullName, c.district, c.created_at AS createdAt
     FROM person_marks m JOIN candidates c ON c.id = m.candidate_id WHERE m.kind = ? AND m.mark = ? ORDER BY c.id`,
  )

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
    /** Newest first. */
    shared: (limit: number): SharedMark[] => shared.all(limit),
    sharers: (kind: MarkKind, mark: string): Sharer[] => sharers.all(kind, mark),
  }
}
