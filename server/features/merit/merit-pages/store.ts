import type { Database } from '#db/client.ts'
import { type MeritList, type MeritStage, meritLists } from '#server/domain/merit/lists.ts'
import type { MeritLine, PublishedEdition } from '#server/domain/merit/pages.ts'
import type { DecidedBy } from '#server/domain/terms/criteria.ts'

export type MeritPagesStore = ReturnType<typeof meritPagesStore>

type EditionRow = Omit<PublishedEdition, 'lists'>

/** A candidate's entry with its compared values; `decidedBelow`: the criterion that put the next one below it. */
export type EntryRow = MeritLine & {
  list: MeritList
  criteria: string
  decidedBy: DecidedBy | null
  decidedBelow: DecidedBy | null
}

const line = `e.merit_number AS meritNumber, e.user_id AS userId, e.full_name AS fullName, e.type, e.category, e.percentage`
const edition = 'id, stage, number, reason, published_at AS publishedAt'

/** Each list has this many numbers among the rows of the search; the migration counts in the same way. */
const numbersOfList = 2 ** 24
const firstRow = (editionId: number, list: MeritList) => (editionId * 4 + meritLists.indexOf(list)) * numbersOfList

/**
 * Published merit lists for public reading; `merit-lists` writes them. Only the three queries that find editions choose
 * one; the others take theirs, so that none sees an unpublished edition. Source: rules §7.2.
 */
export function meritPagesStore({ sqlite }: Database) {
  const editions = sqlite.prepare<[], EditionRow>(
    `SELECT ${edition} FROM merit_editions WHERE state = 'published' ORDER BY published_at DESC, id DESC`,
  )
  const inForce = sqlite.prepare<[MeritStage], EditionRow>(
    `SELECT ${edition} FROM merit_editions WHERE stage = ? AND state = 'published' ORDER BY number DESC LIMIT 1`,
  )
  const named = sqlite.prepare<[MeritStage, number], EditionRow>(
    `SELECT ${edition} FROM merit_editions WHERE stage = ? AND number = ? AND state = 'published'`,
  )
  const last = sqlite.prepare<[number, MeritList], { count: number | null }>(
    'SELECT max(merit_number) AS count FROM merit_entries WHERE edition_id = ? AND list = ?',
  )
  const from = sqlite.prepare<[number, MeritList, number, number], MeritLine>(
    `SELECT ${line} FROM merit_entries e
     WHERE edition_id = ? AND list = ? AND merit_number > ? ORDER BY merit_number LIMIT ?`,
  )
  const byUserId = sqlite.prepare<[number, MeritList, string], MeritLine>(
    `SELECT ${line} FROM merit_entries e WHERE edition_id = ? AND list = ? AND user_id = ?`,
  )
  // `CROSS JOIN` fixes this order in SQLite; the other order would scan the whole list.
  const matching = sqlite.prepare<[string, number, number, number, number, number, MeritList, number], MeritLine>(`
    SELECT ${line} FROM (
      SELECT rowid AS row FROM merit_search WHERE merit_search MATCH ? AND rowid > ? AND rowid < ?
      ORDER BY rowid LIMIT ? OFFSET ?) AS hit
    CROSS JOIN merit_entries e ON e.edition_id = ? AND e.list = ? AND e.merit_number = hit.row - ?
    ORDER BY hit.row`)
  const ofCandidate = sqlite.prepare<[number, number], EntryRow>(`
    SELECT ${line}, e.list, e.criteria, e.decided_by AS decidedBy,
      (SELECT decided_by FROM merit_entries below WHERE below.edition_id = e.edition_id AND below.list = e.list
        AND below.merit_number = e.merit_number + 1) AS decidedBelow
    FROM merit_entries e WHERE e.candidate_id = ? AND e.edition_id = ?`)

  const withLists = (row: EditionRow): PublishedEdition => ({
    ...row,
    lists: meritLists.flatMap((list) => {
      const count = last.get(row.id, list)?.count
      return count ? [{ list, count }] : []
    }),
  })
  const found = (row: EditionRow | undefined) => (row ? withLists(row) : null)

  return {
    /** Newest first. */
    editions: (): PublishedEdition[] => editions.all().map(withLists),
    inForce: (stage: MeritStage): PublishedEdition | null => found(inForce.get(stage)),
    named: (stage: MeritStage, number: number): PublishedEdition | null => found(named.get(stage, number)),

    /** The lines after a merit number, up to `limit`. */
    after: (editionId: number, list: MeritList, meritNumber: number, limit: number): MeritLine[] =>
      from.all(editionId, list, meritNumber, limit),
    byUserId: (editionId: number, list: MeritList, userId: string): MeritLine | undefined =>
      byUserId.get(editionId, list, userId),
    /** The lines whose words match, in the order of merit; skips `offset` of them. */
    matching(editionId: number, list: MeritList, match: string, limit: number, offset: number): MeritLine[] {
      const first = firstRow(editionId, list)
      return matching.all(match, first, first + numbersOfList, limit, offset, editionId, list, first)
    },

    /** A candidate's entries in an edition, one for each list. */
    entries: (candidateId: number, editionId: number): EntryRow[] => ofCandidate.all(candidateId, editionId),
  }
}
