import type { Database } from '../../../db/client'
import { vocabularyEntries } from '../../../db/schema'
import type { CellList } from '../../domain/application/form/question'
import type { StepNumber } from '../../domain/application/journey'
import type { CivilDate } from '../../kernel/time'

/** An entry that the cell has added or changed. */
export type EntryRow = Omit<typeof vocabularyEntries.$inferSelect, 'list' | 'firstDay' | 'lastDay'> & {
  list: CellList
  firstDay: CivilDate | null
  lastDay: CivilDate | null
}

export type VocabulariesStore = ReturnType<typeof vocabulariesStore>

/** The only writer of `vocabulary_entries`. */
export function vocabulariesStore({ orm, sqlite, kept }: Database) {
  const rows = kept((): readonly EntryRow[] => orm.select().from(vocabularyEntries).all() as EntryRow[])
  // One reading of a step's answers counts every code of a question.
  const answered = sqlite.prepare<{ step: number; path: string }, { code: string; count: number }>(
    `SELECT answers ->> @path AS code, count(*) AS count FROM application_steps
     WHERE step = @step AND answers ->> @path IS NOT NULL GROUP BY 1`,
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
    /** How many candidates gave each code as their answer to a question of a step. */
    answered: (step: StepNumber, question: string): { code: string; count: number }[] =>
      answered.all({ step, path: `$.${question}` }),
  }
}
