import type { Database } from '#db/client.ts'
import { vocabularyEntries } from '#db/schema/index.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { CellList } from '#server/domain/terms/question.ts'
import type { CivilDate } from '#server/kernel/time.ts'

/** An entry that the cell has added or changed. */
export type EntryRow = Omit<typeof vocabularyEntries.$inferSelect, 'list' | 'firstDay' | 'lastDay'> & {
  list: CellList
  firstDay: CivilDate | null
  lastDay: CivilDate | null
}

export type VocabulariesStore = ReturnType<typeof vocabulariesStore>

/** The only writer of `vocabulary_entries`. */
export function vocabulariesStore({ orm, sqlite, kept }: Database) {
  const entries = sqlite.prepare<[], EntryRow>(
    `SELECT list, code, "group", name_en AS nameEn, name_mr AS nameMr, first_day AS firstDay, last_day AS lastDay
     FROM vocabulary_entries`,
  )
  const rows = kept((): readonly EntryRow[] => entries.all())
  // A candidate who gave a code in two places counts once.
  const answered = sqlite.prepare<{ places: string; registered: number }, { code: string; count: number }>(
    `WITH given (candidate, code) AS (
       SELECT application_steps.candidate_id, answers ->> (place.value ->> 'path')
       FROM json_each(@places) AS place
       JOIN application_steps ON application_steps.step = place.value ->> 'step'
       UNION SELECT id, district FROM candidates WHERE @registered
     )
     SELECT code, count(*) AS count FROM given WHERE code IS NOT NULL GROUP BY 1`,
  )
  return {
    /** The same array until an entry changes. */
    all: rows.get,
    put({ list, code, ...row }: EntryRow): void {
      orm
        .insert(vocabularyEntries)
        .values({ list, code, ...row })
        .onConflictDoUpdate({ target: [vocabularyEntries.list, vocabularyEntries.code], set: row })
        .run()
      rows.drop()
    },
    /**
     * How many candidates gave each code as an answer to one of these questions. `isRegistered`: or as the district in
     * which they registered.
     */
    answered(
      questions: readonly { step: StepNumber; name: string }[],
      isRegistered: boolean,
    ): { code: string; count: number }[] {
      const places = questions.map(({ step, name }) => ({ step, path: `$.${name}` }))
      return answered.all({ places: JSON.stringify(places), registered: Number(isRegistered) })
    },
  }
}
