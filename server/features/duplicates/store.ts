import type { Database } from '../../../db/client'
import { duplicateScan } from '../../../db/schema'
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
  const forget = sqlite.prepare<[number]>('DELETE FROM person_marks WHERE candidate_id = ?')
  const keep = sqlite.prepare<[number, string, string]>(
    'INSERT OR IGNORE INTO person_marks (candidate_id, kind, mark) VALUES (?, ?, ?)',
  )
  const sharing = sqlite.prepare<[string, string, number], { count: number }>(
    'SELECT count(*) AS count FROM (SELECT 1 FROM person_marks WHERE kind = ? AND mark = ? LIMIT ?)',
  )
  const share = sqlite.prepare<[string, string, number]>(
    'INSERT OR IGNORE INTO shared_marks (kind, mark, found_at) VALUES (?, ?, ?)',
  )
  const unshare = sqlite.prepare<[string, string]>('DELETE FROM shared_marks WHERE kind = ? AND mark = ?')
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
      forget.run(candidateId)
      for (const { kind, mark } of marks) keep.run(candidateId, kind, mark)
    },
    /** The number of candidates who share a mark, counted up to `most`. */
    sharing: (kind: MarkKind, mark: string, most: number): number => sharing.get(kind, mark, most)!.count,
    share: (kind: MarkKind, mark: string, at: number): void => void share.run(kind, mark, at),
    unshare: (kind: MarkKind, mark: string): void => void unshare.run(kind, mark),
    /** Newest first. */
    shared: (limit: number): SharedMark[] => shared.all(limit),
    sharers: (kind: MarkKind, mark: string): Sharer[] => sharers.all(kind, mark),
  }
}
