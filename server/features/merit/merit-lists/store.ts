import type SqliteDatabase from 'better-sqlite3'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'
import { meritAnnouncements } from '#db/schema/merit-announcements.ts'
import { meritEditions, type meritEntries } from '#db/schema/merit-lists.ts'
import { isRanked } from '#db/schema/ranked.ts'
import { staff } from '#db/schema/staff.ts'
import type { MeritList, MeritStage } from '#server/domain/merit/lists.ts'
import type { CgpaVerdict } from '#server/domain/merit/ranking.ts'

type EditionRow = typeof meritEditions.$inferSelect
export type NamedEdition = EditionRow & { preparedByName: string; decidedByName: string | null }
export type EntryRow = typeof meritEntries.$inferSelect
/** An entry on its way from the ranking thread, in the order of the columns after the edition. */
export type EntryColumns = [
  list: MeritList,
  meritNumber: number,
  candidateId: number,
  userId: string,
  fullName: string,
  type: string,
  category: string,
  percentage: string,
  criteria: string,
  decidedBy: string | null,
]

/** A candidate's place in an edition and in the one before; a null number means not in that list. */
export type ToTell = {
  id: number
  state: number | null
  allIndia: number | null
  jk: number | null
  isAsBefore: 0 | 1
}

/** A confirmed form with its latest version. `snapshot`: JSON. */
export type SourceRow = {
  candidateId: number
  userId: string
  fullName: string
  snapshot: string
  verdict: CgpaVerdict['verdict'] | null
  percentage: string | null
}

type PlaceRow = { userId: string; meritNumber: number; criteria: string }

export type MeritListsStore = ReturnType<typeof meritListsStore>

/**
 * A digest of the data behind rankings: it changes when a form is confirmed or loses its confirmation, and when a
 * conversion certificate is judged or replaced.
 */
const sourcesMark = `
  SELECT (SELECT count(*) || ' ' || printf('%d', coalesce(sum(candidate_id), 0)) || ' ' || printf('%d', coalesce(sum(confirmed_at), 0))
          FROM applications a WHERE ${isRanked}) || ' ' ||
         (SELECT count(*) || ' ' || printf('%d', coalesce(sum(id), 0)) FROM certificates
          WHERE kind = 'cgpa-conversion' AND superseded_at IS NULL AND verdict IS NOT NULL)`

/** The only writer of merit lists. Everything is synchronous and joins the caller's transaction. */
export function meritListsStore({ orm, sqlite }: Database) {
  const decider = alias(staff, 'decider')
  const named = () =>
    orm
      .select({ edition: meritEditions, preparedByName: staff.fullName, decidedByName: decider.fullName })
      .from(meritEditions)
      .innerJoin(staff, eq(staff.id, meritEditions.preparedBy))
      .leftJoin(decider, eq(decider.id, meritEditions.decidedBy))
  const nameOf = ({ edition, ...names }: ReturnType<ReturnType<typeof named>['all']>[number]): NamedEdition => ({
    ...edition,
    ...names,
  })
  const addEntry = sqlite.prepare(
    `INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category,
       percentage, criteria, decided_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const entries = sqlite.prepare<[number, string, number, number], EntryRow>(
    `SELECT edition_id AS editionId, list, merit_number AS meritNumber, candidate_id AS candidateId, user_id AS userId,
       full_name AS fullName, type, category, percentage, criteria, decided_by AS decidedBy
     FROM merit_entries WHERE edition_id = ? AND list = ? AND merit_number >= ? ORDER BY merit_number LIMIT ?`,
  )
  const mark = sqlite.prepare<[], string>(sourcesMark).pluck()
  const numberIn = (list: MeritList, edition: '@edition' | '@against') =>
    `(SELECT merit_number FROM merit_entries WHERE candidate_id = m.id AND edition_id = ${edition} AND list = '${list}')`
  const same = (list: MeritList) => `${numberIn(list, '@edition')} IS ${numberIn(list, '@against')}`
  // In the order of the candidates' index, so that a piece costs the same wherever it begins.
  const toTell = sqlite.prepare<{ edition: number; against: number | null; after: number; limit: number }, ToTell>(`
    SELECT m.id, ${numberIn('state', '@edition')} AS state,
      ${numberIn('all-india', '@edition')} AS allIndia, ${numberIn('jk', '@edition')} AS jk,
      @against IS NOT NULL AND ${same('state')} AND ${same('all-india')} AND ${same('jk')} AS isAsBefore
    FROM (SELECT DISTINCT candidate_id AS id FROM merit_entries
          WHERE candidate_id > @after AND +edition_id IN (@edition, @against) ORDER BY candidate_id LIMIT @limit) m
      ORDER BY m.id`)
  const sweep = sqlite.prepare<[number]>(
    `DELETE FROM merit_entries WHERE rowid IN (
       SELECT e.rowid FROM merit_editions d JOIN merit_entries e ON e.edition_id = d.id
       WHERE d.state IN ('discarded', 'failed') LIMIT ?)`,
  )

  return {
    /** The newest first. */
    editions: (limit: number): NamedEdition[] => named().orderBy(desc(meritEditions.id)).limit(limit).all().map(nameOf),

    edition(id: number): NamedEdition | undefined {
      const found = named().where(eq(meritEditions.id, id)).get()
      return found && nameOf(found)
    },

    /** Every edition that is still valid. */
    standing: (): Pick<EditionRow, 'id' | 'stage' | 'state' | 'number'>[] =>
      orm
        .select({
          id: meritEditions.id,
          stage: meritEditions.stage,
          state: meritEditions.state,
          number: meritEditions.number,
        })
        .from(meritEditions)
        .where(inArray(meritEditions.state, ['preparing', 'prepared', 'released', 'published']))
        .all(),

    add: (row: Omit<typeof meritEditions.$inferInsert, 'id'>): number =>
      orm.insert(meritEditions).values(row).returning({ id: meritEditions.id }).get().id,

    change: (id: number, facts: Partial<Omit<EditionRow, 'id'>>): void =>
      void orm.update(meritEditions).set(facts).where(eq(meritEditions.id, id)).run(),

    addEntries(editionId: number, rows: readonly EntryColumns[]): void {
      for (const row of rows) addEntry.run(editionId, ...row)
    },

    /** The entries of a list from a merit number on. */
    entries: (editionId: number, list: MeritList, from: number, limit: number): EntryRow[] =>
      entries.all(editionId, list, from, limit),

    /** The published edition of a stage with the largest number. */
    inForce: (stage: MeritStage): EditionRow | undefined =>
      orm
        .select()
        .from(meritEditions)
        .where(and(eq(meritEditions.stage, stage), eq(meritEditions.state, 'published')))
        .orderBy(desc(meritEditions.number))
        .limit(1)
        .get(),

    /** See `sourcesMark`. */
    sourcesMark: (): string => mark.get()!,

    addAnnouncement: (editionId: number, against: number | null): void =>
      void orm.insert(meritAnnouncements).values({ editionId, against }).run(),

    announcement: (editionId: number) =>
      orm.select().from(meritAnnouncements).where(eq(meritAnnouncements.editionId, editionId)).get(),

    /** The oldest edition with candidates still to be told. */
    toAnnounce: () =>
      orm
        .select()
        .from(meritAnnouncements)
        .innerJoin(meritEditions, eq(meritEditions.id, meritAnnouncements.editionId))
        .where(isNull(meritAnnouncements.finishedAt))
        .orderBy(meritAnnouncements.editionId)
        .limit(1)
        .get(),

    told: (editionId: number, facts: { toldUpTo: number; told: number; finishedAt: number | null }): void =>
      void orm.update(meritAnnouncements).set(facts).where(eq(meritAnnouncements.editionId, editionId)).run(),

    /** The next candidates of an edition or of the one before it, after the candidate `after`. */
    toTell: (search: { edition: number; against: number | null; after: number; limit: number }): ToTell[] =>
      toTell.all(search),

    /** Deletes entries of abandoned editions and returns their number. */
    sweep: (limit: number): number => sweep.run(limit).changes,
  }
}

/** The reads of the ranking thread, on a separate connection. */
export function meritSources(sqlite: SqliteDatabase.Database) {
  const count = sqlite.prepare<[], number>(`SELECT count(*) FROM applications a WHERE ${isRanked}`).pluck()
  const mark = sqlite.prepare<[], string>(sourcesMark).pluck()
  const sources = sqlite.prepare<[], SourceRow>(`
    SELECT a.candidate_id AS candidateId, c.user_id AS userId, c.full_name AS fullName, v.snapshot, f.verdict, f.percentage
    FROM applications a
      JOIN candidates c ON c.id = a.candidate_id
      JOIN application_versions v ON v.candidate_id = a.candidate_id AND v.number =
        (SELECT max(number) FROM application_versions WHERE candidate_id = a.candidate_id)
      LEFT JOIN certificates f ON f.candidate_id = a.candidate_id AND f.kind = 'cgpa-conversion'
        AND f.superseded_at IS NULL AND f.verdict IS NOT NULL
    WHERE ${isRanked} ORDER BY a.candidate_id`)
  const places = sqlite.prepare<[number, string], PlaceRow>(
    'SELECT user_id AS userId, merit_number AS meritNumber, criteria FROM merit_entries WHERE edition_id = ? AND list = ?',
  )
  return {
    count: (): number => count.get()!,
    mark: (): string => mark.get()!,
    /** One at a time, because all of them would not fit in memory. */
    confirmed: (): IterableIterator<SourceRow> => sources.iterate(),
    places: (editionId: number, list: MeritList): IterableIterator<PlaceRow> => places.iterate(editionId, list),
  }
}
