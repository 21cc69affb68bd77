import type { Database } from '#db/client.ts'
import { reminderTimes } from '#db/schema/reminders.ts'
import type { ReminderName } from '#server/domain/messages/reminders.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { IdRange } from './source'

/** One time at which a reminder is sent, and how far it has come. */
export type TimeRow = typeof reminderTimes.$inferSelect & { name: ReminderName; instant: Instant }
type TimeKey = Pick<TimeRow, 'name' | 'about' | 'instant' | 'hours'>

/** How many were reminded at one distance from its instants, over the season. */
type ReminderCount = Pick<TimeRow, 'name' | 'hours' | 'sent'>

export type RemindersStore = ReturnType<typeof remindersStore>

const columns = 'id, name, about, instant, hours, up_to AS upTo, sent, finished_at AS finishedAt'

/** The only writer of `reminder_times` and `reminders`. Everything is synchronous and joins the caller's transaction. */
export function remindersStore({ orm, sqlite }: Database) {
  const find = sqlite.prepare<TimeKey, TimeRow>(
    `SELECT ${columns} FROM reminder_times WHERE name = @name AND about = @about AND instant = @instant AND hours = @hours`,
  )
  const byId = sqlite.prepare<[number], TimeRow>(`SELECT ${columns} FROM reminder_times WHERE id = ?`)
  const progress = sqlite.prepare<Pick<TimeRow, 'id' | 'upTo' | 'sent' | 'finishedAt'>>(
    'UPDATE reminder_times SET up_to = @upTo, sent = @sent, finished_at = @finishedAt WHERE id = @id',
  )
  const add = sqlite.prepare<[number, number, Instant]>(
    'INSERT INTO reminders (candidate_id, time_id, at) VALUES (?, ?, ?)',
  )
  // A reminder of the same thing since then, or after the same instant, will do.
  const told = sqlite
    .prepare<
      { candidateId: number; name: ReminderName; about: string; since: Instant; instant: Instant; isAfter: 0 | 1 },
      1
    >(
      `SELECT 1 FROM reminders r JOIN reminder_times t ON t.id = r.time_id
       WHERE r.candidate_id = @candidateId AND t.name = @name AND t.about = @about
         AND (r.at >= @since OR (@isAfter = 1 AND t.instant = @instant)) LIMIT 1`,
    )
    .pluck()
  const closed = sqlite.prepare<[number], 1>('SELECT 1 FROM data_states WHERE candidate_id = ?').pluck()
  const lookEnd = sqlite
    .prepare<[number, number], number | null>(
      'SELECT max(id) FROM (SELECT id FROM candidates WHERE id > ? ORDER BY id LIMIT ?)',
    )
    .pluck()
  const counts = sqlite.prepare<[], ReminderCount>(
    'SELECT name, hours, sum(sent) AS sent FROM reminder_times GROUP BY name, hours',
  )

  return {
    /** A time with its progress; undefined before its first look. */
    find: (key: TimeKey): TimeRow | undefined => find.get(key),
    byId: (id: number): TimeRow | undefined => byId.get(id),
    /** The same, made if it is new. */
    begin(key: TimeKey): TimeRow {
      const known = find.get(key)
      if (known) return known
      orm.insert(reminderTimes).values(key).run()
      return find.get(key)!
    },
    keep: (row: Pick<TimeRow, 'id' | 'upTo' | 'sent' | 'finishedAt'>): void =>
      void progress.run({ id: row.id, upTo: row.upTo, sent: row.sent, finishedAt: row.finishedAt }),
    /** Records that a candidate was reminded. */
    add: (candidateId: number, timeId: number, at: Instant): void => void add.run(candidateId, timeId, at),
    /**
     * Was the candidate reminded of the same thing since this time, or, after an instant (`isAfter`), told of it at all?
     */
    isTold: (candidateId: number, { name, about, instant }: TimeKey, since: Instant, isAfter: boolean): boolean =>
      told.get({ candidateId, name, about, since, instant, isAfter: isAfter ? 1 : 0 }) !== undefined,
    /** Is the candidate's record erased or restricted, so that nothing is written to them? */
    isClosed: (candidateId: number): boolean => closed.get(candidateId) !== undefined,
    /** The candidates of the next look; null once there is nobody left. */
    nextRange(after: number, look: number): IdRange | null {
      const upTo = lookEnd.get(after, look) ?? null
      return upTo === null ? null : { after, upTo }
    },
    counts: (): ReminderCount[] => counts.all(),
  }
}
