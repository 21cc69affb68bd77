import type { Database } from '#db/client.ts'
import type { Concerns } from '#server/domain/desk/release-concerns.ts'

/** Counts the unfinished work that a release passes over. Writes nothing. */
export function releaseConcernsStore({ sqlite }: Database) {
  // Each state of a form is looked up in its index.
  const forms = (...states: string[]) =>
    `(SELECT count(*) FROM applications WHERE mode IN (0, 1, 2) AND form_state IN (${states.map((one) => `'${one}'`).join(', ')}))`
  const open = `
    ${forms('submitted', 'picked-up', 'resubmitted', 'at-centre')} AS unscrutinised,
    ${forms('reverted')} AS returned`
  const inHand = "state IN ('preparing', 'prepared', 'released')"
  const inForce = (table: string, extra = '') =>
    `(SELECT id FROM ${table} WHERE state = 'published' ${extra} ORDER BY number DESC LIMIT 1)`
  const beforeList = sqlite.prepare<{ isFinal: 0 | 1 }, Concerns>(`
    SELECT (SELECT count(*) FROM grievances WHERE state = 'open' AND type NOT IN ('process', 'self-verification')) AS grievances, ${open},
      CASE @isFinal WHEN 1 THEN (SELECT count(*) FROM allotment_runs WHERE ${inHand}) ELSE 0 END AS outdatedRuns`)
  const beforeRun = sqlite.prepare<{ run: number }, Concerns>(`
    SELECT (SELECT count(*) FROM grievances WHERE state = 'open' AND type <> 'process') AS grievances, ${open},
      (SELECT count(*) FROM allotment_runs WHERE ${inHand} AND id <> @run AND (
        merit_edition_id IS NOT ${inForce('merit_editions', "AND stage = 'final'")} OR
        seat_matrix_edition_id IS NOT ${inForce('seat_matrix_editions')})) AS outdatedRuns,
      (SELECT count(*) FROM merit_editions WHERE stage = 'final' AND ${inHand}) AS listsInHand`)

  return {
    /** Before a merit list is released. A final list makes every run outdated that is in hand. */
    beforeList: (stage: 'provisional' | 'final'): Concerns => beforeList.get({ isFinal: stage === 'final' ? 1 : 0 })!,
    /** Before a run of the allotment is released. */
    beforeRun: (run: number): Concerns => beforeRun.get({ run })!,
  }
}
