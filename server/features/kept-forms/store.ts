import type { Database } from '../../../db/client'
import type { Instant } from '../../kernel/time'

export type KeptFormsStore = ReturnType<typeof keptFormsStore>

/** The only writer of `kept_forms`. Everything is synchronous and joins the caller's transaction. */
export function keptFormsStore({ sqlite }: Database) {
  const add = sqlite.prepare('INSERT INTO kept_forms (key, candidate_id, sealed, kept_at) VALUES (?, ?, ?, ?)')
  const dropBeyond = sqlite.prepare(`DELETE FROM kept_forms WHERE candidate_id = @candidateId AND key NOT IN
    (SELECT key FROM kept_forms WHERE candidate_id = @candidateId ORDER BY kept_at DESC, rowid DESC LIMIT @most)`)
  const find = sqlite
    .prepare<[string, number, number, number], string>(
      'SELECT sealed FROM kept_forms WHERE key = ? AND candidate_id = ? AND kept_at > ? AND kept_at <= ?',
    )
    .pluck()
  const purge = sqlite.prepare('DELETE FROM kept_forms WHERE kept_at <= ? OR kept_at > ?')
  return {
    add: (key: string, candidateId: number, sealed: string, keptAt: Instant): void =>
      void add.run(key, candidateId, sealed, keptAt),
    /** Deletes all but a candidate's newest forms. */
    dropBeyond: (candidateId: number, most: number): void => void dropBeyond.run({ candidateId, most }),
    /** The candidate's own form under this key, kept after `since`. */
    find: (key: string, candidateId: number, since: number, now: Instant): string | undefined =>
      find.get(key, candidateId, since, now),
    /** Deletes forms kept up to `until`, and those dated later than `now`. */
    purge: (until: number, now: Instant): void => void purge.run(until, now),
  }
}
