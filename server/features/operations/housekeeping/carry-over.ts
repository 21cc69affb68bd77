import type { Database } from '#db/client.ts'

/** What the next season begins with: people, places, words, lists and closing merits of the last one. Parents come before children. */
const carried = [
  'facilitation_centres',
  'staff',
  'institutes',
  'course_fees',
  'template_versions',
  'past_closings',
  'vocabulary_entries',
  'cell_pictures',
] as const

/**
 * Copies staff, centres, institutes, the words of messages and earlier closing merits from the database of the last season into a new one,
 * which has none of them yet. Sessions, tries and everything about candidates stay behind. `from`: the file; the two
 * have the same schema. Returns the number of rows of each table.
 */
export function carryOver({ sqlite }: Database, from: string): Record<(typeof carried)[number], number> {
  sqlite.prepare('ATTACH DATABASE ? AS last').run(from)
  try {
    return sqlite.transaction(
      () =>
        Object.fromEntries(
          carried.map((table) => [
            table,
            sqlite.prepare(`INSERT INTO main.${table} SELECT * FROM last.${table}`).run().changes,
          ]),
        ) as Record<(typeof carried)[number], number>,
    )()
  } finally {
    sqlite.exec('DETACH DATABASE last')
  }
}
