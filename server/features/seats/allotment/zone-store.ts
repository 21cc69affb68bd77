import type { Database } from '#db/client.ts'
import type { MeritList } from '#server/domain/merit/lists.ts'
import type { CgpaVerdict } from '#server/domain/merit/ranking.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'

/** A run as the zone of influence needs it. */
export type ZoneRun = {
  id: number
  round: CapRound
  resultHash: string
  meritEditionId: number
  seatMatrixEditionId: number
}

type ListEntry = { userId: string; criteria: string }

export type ZoneStore = ReturnType<typeof zoneStore>

/** Reads published runs and the merit list by which they gave seats. Writes nothing. */
export function zoneStore({ sqlite }: Database) {
  const run = sqlite.prepare<[number], ZoneRun>(
    `SELECT id, round, result_hash AS resultHash, merit_edition_id AS meritEditionId,
       seat_matrix_edition_id AS seatMatrixEditionId
     FROM allotment_runs WHERE id = ? AND state = 'published'`,
  )
  const number = sqlite
    .prepare<[number, number, string], number>(
      'SELECT merit_number FROM merit_entries WHERE candidate_id = ? AND edition_id = ? AND list = ?',
    )
    .pluck()
  const length = sqlite
    .prepare<[number, string], number>('SELECT count(*) FROM merit_entries WHERE edition_id = ? AND list = ?')
    .pluck()
  const entry = sqlite.prepare<[number, string, number], ListEntry>(
    'SELECT user_id AS userId, criteria FROM merit_entries WHERE edition_id = ? AND list = ? AND merit_number = ?',
  )
  const listed = sqlite.prepare<{ numbers: string; edition: number }, { merit: number; candidateId: number }>(
    `SELECT m.merit_number AS merit, m.candidate_id AS candidateId
     FROM json_each(@numbers) n JOIN merit_entries m
       ON m.edition_id = @edition AND m.list = 'all-india' AND m.merit_number = n.value`,
  )
  const people = sqlite.prepare<[string], { id: number; userId: string; fullName: string }>(
    `SELECT c.id, c.user_id AS userId, c.full_name AS fullName
     FROM json_each(?) n JOIN candidates c ON c.id = n.value`,
  )
  const cgpa = sqlite.prepare<[number], CgpaVerdict>(
    `SELECT verdict, percentage FROM certificates
     WHERE candidate_id = ? AND kind = 'cgpa-conversion' AND superseded_at IS NULL AND verdict IS NOT NULL`,
  )
  const minority = sqlite
    .prepare<[number, string], string | null>(
      'SELECT minority FROM seat_matrix_courses WHERE edition_id = ? AND choice_code = ?',
    )
    .pluck()
  return {
    /** A published run; undefined for any other. */
    run: (id: number): ZoneRun | undefined => run.get(id),
    /** A candidate's number in a list of an edition; null if the list does not hold them. */
    number: (candidateId: number, edition: number, list: MeritList): number | null =>
      number.get(candidateId, edition, list) ?? null,
    length: (edition: number, list: MeritList): number => length.get(edition, list)!,
    entry: (edition: number, list: MeritList, place: number): ListEntry | undefined => entry.get(edition, list, place),
    /** Candidates by their numbers in the All India list. */
    listed: (numbers: readonly number[], edition: number): Map<number, number> =>
      new Map(
        listed.all({ numbers: JSON.stringify(numbers), edition }).map(({ merit, candidateId }) => [merit, candidateId]),
      ),
    people: (ids: readonly number[]) => people.all(JSON.stringify(ids)),
    person: (id: number) => people.get(JSON.stringify([id]))!,
    /** The verdict on a conversion certificate; null before there is one. */
    cgpa: (candidateId: number): CgpaVerdict | null => cgpa.get(candidateId) ?? null,
    /** The community of the institute at a choice code; null for other institutes. */
    minority: (edition: number, choiceCode: string): string | null => minority.get(edition, choiceCode) ?? null,
  }
}
