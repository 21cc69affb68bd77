import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { duplicateScan, personMarks, sharedMarks } from '#db/schema/index.ts'
import type { MarkKind, SuspicionState } from '#server/domain/application/duplicates.ts'

/** A submitted version, by its place in the order of submission. `snapshot`: JSON. */
type SubmittedVersion = { place: number; candidateId: number; snapshot: string }
/** Candidates with a mark in common, by Application ID, separated by semicolons. `mark`: names the row. */
type SuspicionRow = {
  mark: string
  kind: MarkKind
  foundAt: number
  state: SuspicionState
  userIds: string
  names: string
  remark: string | null
  dismissedByName: string | null
  dismissedAt: number | null
}
/** A candidate of a suspicion. `isExcluded`: an order has taken them out of the admission. */
export type Sharer = {
  candidateId: number
  userId: string
  fullName: string
  district: string
  submittedAt: number | null
  isExcluded: 0 | 1
}
/** `oldestAt`: when the oldest of them was found; null if there is none. */
type Backlog = { count: number; oldestAt: number | null }
/** A suspicion as an address names it. */
export type MarkName = { kind: MarkKind; mark: string }

export type DuplicatesStore = ReturnType<typeof duplicatesStore>

/**
 * The only writer of the marks of persons.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
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
  const sharers = sqlite.prepare<MarkName, Sharer>(
    `SELECT c.id AS candidateId, c.user_id AS userId, c.full_name AS fullName, c.district,
       a.submitted_at AS submittedAt, a.excluded_at IS NOT NULL AS isExcluded
     FROM person_marks m JOIN candidates c ON c.id = m.candidate_id
       LEFT JOIN applications a ON a.candidate_id = c.id
     WHERE m.kind = @kind AND m.mark = @mark ORDER BY c.id`,
  )
  const namesOfSharers = (column: string) =>
    `(SELECT group_concat(${column}, '; ') FROM (SELECT c.user_id, c.full_name FROM person_marks m
      JOIN candidates c ON c.id = m.candidate_id WHERE m.kind = s.kind AND m.mark = s.mark ORDER BY c.id))`
  const state = `CASE
      WHEN (SELECT count(*) FROM person_marks m LEFT JOIN applications a ON a.candidate_id = m.candidate_id
        WHERE m.kind = s.kind AND m.mark = s.mark AND a.excluded_at IS NULL) < 2 THEN 'settled'
      WHEN s.dismissed_for >= (SELECT count(*) FROM person_marks m WHERE m.kind = s.kind AND m.mark = s.mark)
        THEN 'dismissed'
      ELSE 'open' END`
  const inState = (one: SuspicionState) => `${state} = '${one}'`
  const isWithin = `(SELECT count(*) FROM person_marks m WHERE m.kind = s.kind AND m.mark = s.mark) > 1
      AND (@districts IS NULL OR NOT EXISTS (SELECT 1 FROM person_marks m JOIN candidates c ON c.id = m.candidate_id
        WHERE m.kind = s.kind AND m.mark = s.mark AND c.district NOT IN (SELECT value FROM json_each(@districts))))`
  const list = listReader<SuspicionRow>(db, {
    from: 'shared_marks s LEFT JOIN staff d ON d.id = s.dismissed_by',
    candidate: null,
    key: "s.kind || ' ' || s.mark",
    columns: {
      mark: "s.kind || ' ' || s.mark",
      kind: 's.kind',
      foundAt: 's.found_at',
      state,
      userIds: namesOfSharers('user_id'),
      names: namesOfSharers('full_name'),
      remark: 's.remark',
      dismissedByName: 'd.full_name',
      dismissedAt: 's.dismissed_at',
    },
    filters: {
      kind: 's.kind = @kind',
      state: { open: inState('open'), dismissed: inState('dismissed'), settled: inState('settled') },
      applicationId: `EXISTS (SELECT 1 FROM person_marks m JOIN candidates c ON c.id = m.candidate_id
        WHERE m.kind = s.kind AND m.mark = s.mark AND c.user_id = upper(@applicationId))`,
    },
    always: isWithin,
  })
  const open = sqlite.prepare<{ districts: string | null; most: number }, Backlog>(
    `SELECT count(*) AS count, min(at) AS oldestAt FROM (SELECT s.found_at AS at FROM shared_marks s
     WHERE ${isWithin} AND ${inState('open')} LIMIT @most)`,
  )
  const suspicion = sqlite.prepare<
    MarkName,
    MarkName & Pick<SuspicionRow, 'foundAt' | 'state' | 'remark' | 'dismissedByName' | 'dismissedAt'>
  >(
    `SELECT s.kind, s.mark, s.found_at AS foundAt, ${state} AS state, s.remark, d.full_name AS dismissedByName,
       s.dismissed_at AS dismissedAt
     FROM shared_marks s LEFT JOIN staff d ON d.id = s.dismissed_by WHERE s.kind = @kind AND s.mark = @mark`,
  )
  const openOf = sqlite.prepare<[number], MarkName>(
    `SELECT s.kind, s.mark FROM person_marks p JOIN shared_marks s ON s.kind = p.kind AND s.mark = p.mark
     WHERE p.candidate_id = ? AND ${inState('open')} ORDER BY s.found_at DESC`,
  )
  const newest = sqlite
    .prepare<[number], string>(
      'SELECT snapshot FROM application_versions WHERE candidate_id = ? ORDER BY number DESC LIMIT 1',
    )
    .pluck()
  const candidateNamed = sqlite.prepare<[string], number>('SELECT id FROM candidates WHERE user_id = ?').pluck()
  const sharedOf = sqlite.prepare<[number], MarkName>(
    'SELECT s.kind, s.mark FROM person_marks p JOIN shared_marks s ON s.kind = p.kind AND s.mark = p.mark WHERE p.candidate_id = ?',
  )
  const isRow = ({ kind, mark }: MarkName) => and(eq(sharedMarks.kind, kind), eq(sharedMarks.mark, mark))

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
    unshare: (kind: MarkKind, mark: string): void => void orm.delete(sharedMarks).where(isRow({ kind, mark })).run(),
    /** Pages and files of the shared marks whose candidates all live in `districts`, the reach; null for the whole state. */
    list,
    /** The suspicions that nobody has judged, within the same reach, counted up to `most`. */
    open: (districts: string | null, most: number): Backlog => open.get({ districts, most })!,
    /** The newest submitted version of a candidate, as JSON. */
    newestVersion: (candidateId: number): string | undefined => newest.get(candidateId),
    candidate: (userId: string): number | undefined => candidateNamed.get(userId),
    /** Every suspicion about a candidate, judged or not. */
    sharedOf: (candidateId: number): MarkName[] => sharedOf.all(candidateId),
    suspicion: (name: MarkName) => suspicion.get(name),
    /** The candidates of a suspicion, the earliest registration first. */
    sharers: (name: MarkName): Sharer[] => sharers.all(name),
    /** The open suspicions about a candidate, the newest first. */
    openOf: (candidateId: number): MarkName[] => openOf.all(candidateId),
    dismiss: (
      name: MarkName,
      facts: { dismissedAt: number; dismissedBy: number; remark: string; dismissedFor: number },
    ): void => void orm.update(sharedMarks).set(facts).where(isRow(name)).run(),
    reopen: (name: MarkName): void =>
      void orm
        .update(sharedMarks)
        .set({ dismissedAt: null, dismissedBy: null, remark: null, dismissedFor: null })
        .where(isRow(name))
        .run(),
  }
}
