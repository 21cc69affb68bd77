import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import {
  nextReminder,
  quietUntil,
  type ReminderName,
  type ReminderTime,
  reminderDue,
  reminderNames,
  reminderRow,
  reminderTimes,
} from '#server/domain/messages/reminders.ts'
import { href } from '#server/domain/terms/href.ts'
import { breath } from '#server/kernel/background.ts'
import { keptCount } from '#server/kernel/kept-count.ts'
import { earliest, type Instant } from '#server/kernel/time.ts'
import type { Messages } from '../messages/service'
import type { AnySource, ReminderInstant, ReminderSources } from './source'
import type { RemindersStore, TimeRow } from './store'

type RemindersDeps = Pick<Messages, 'isWaiting' | 'unsentOf'> & {
  db: Database
  store: RemindersStore
  clock: Clock
  /** What the features know about their subjects, which are put together later. */
  sources(): ReminderSources
  tell: Tell
  /** The address of the portal's pages for candidates. */
  linkBase(): string
}

/** Candidates reminded at one tick of one kind: OTPs must not queue behind thousands. */
const perTick = 500
/** Candidates reminded in one transaction. */
const atOnce = 20

/** What the desk counts of one reminder. */
type ReminderLine = {
  name: ReminderName
  /** The distances from its instants, before them or negative after, each with the candidates reminded in this season. */
  times: { hours: number; sent: number }[]
  /** When it is sent next; null if no instant is known that it comes before. */
  nextAt: Instant | null
  /** How many candidates it would go to now; null if nothing lies ahead, and for seats, which another page counts. */
  people: number | null
  /** Its messages that wait, that were not needed any more, and that did not arrive. */
  waiting: number
  stopped: number
  failed: number
}

/** What its messages carry, so that their delivery asks again. */
const keyOf = (id: number) => `reminder:${id}`
/** The reminders of one kind at one distance, for their delivery report. */
const batchOf = (name: ReminderName, hours: number) => `reminder:${name}:${hours}`

/**
 * Reminders by the table of `server/domain/messages/reminders.ts`: found, sent once each, and stopped by the act that
 * they are about. Source: rules §10.9.
 */
export function createReminders(deps: RemindersDeps) {
  const { db, store, clock, isWaiting } = deps
  const sourceOf = (name: ReminderName) => deps.sources()[reminderRow(name).subject] as AnySource

  /**
   * Does a reminder of this instant concern the candidate now? The only place that says so: it is asked when the reminder
   * is due, and again when its message is delivered.
   */
  function isOwed(candidateId: number, name: ReminderName, instant: ReminderInstant, dueAt?: Instant): boolean {
    if (store.isClosed(candidateId)) return false
    const facts = sourceOf(name).facts(candidateId, name, instant)
    if (facts === null || facts.at !== instant.at || !reminderRow(name).concerns(facts)) return false
    return dueAt === undefined || facts.since === null || facts.since <= dueAt
  }

  /** Turns a reminder into messages: to whom and by which ways is the matter of `tell`. */
  function send(candidateId: number, time: TimeRow, instant: ReminderInstant, now: Instant): void {
    const { id, name, hours } = time
    const source = sourceOf(name)
    const { page, params, secrets } = source.words(candidateId, name, instant)
    const values = { page: href(deps.linkBase(), page) }
    deps.tell(candidateId, reminderRow(name).template, (language) => ({ ...values, ...params(language) }), {
      batch: batchOf(name, hours),
      onlyWhile: keyOf(id),
      ...(secrets && { secrets }),
      quietUntil: quietUntil(now, hours > 0 ? instant.at : null),
    })
    source.onTold?.(candidateId)
  }

  /** Reminds those of a piece who have to be; joins the caller's transaction. Returns their number. */
  function remindPiece(ids: readonly number[], time: TimeRow, instant: ReminderInstant, due: ReminderTime): number {
    const now = clock.portal()
    const owed = ids.filter(
      (id) => !store.isTold(id, time, due.at, due.hours <= 0) && isOwed(id, time.name, instant, due.at),
    )
    for (const id of owed) {
      store.add(id, time.id, now)
      send(id, time, instant, now)
    }
    return owed.length
  }

  /** Goes on with one time of one instant, up to `most` reminders; returns how many went out. */
  async function goOn(name: ReminderName, instant: ReminderInstant, due: ReminderTime, most: number): Promise<number> {
    const key = { name, about: instant.about, instant: instant.at, hours: due.hours }
    const { again } = reminderRow(name)
    const source = sourceOf(name)
    const known = store.find(key)
    const rests = (row: TimeRow) =>
      row.finishedAt !== null &&
      (again === undefined || (clock.portal() >= row.finishedAt && clock.portal() < row.finishedAt + again))
    if (known && rests(known)) return 0
    let after = known?.finishedAt === null ? known.upTo : 0
    let sent = 0
    for (;;) {
      const range = instant.only ? null : store.nextRange(after, source.look)
      const ids = instant.only ?? (range ? source.among(name, instant, range) : [])
      const isLast = range === null
      for (let at = 0; at < ids.length && sent < most; at += atOnce) {
        const piece = ids.slice(at, at + atOnce)
        db.transact(() => {
          // Read under the lock: another process may be at work too.
          const time = store.begin(key)
          const told = remindPiece(piece, time, instant, due)
          sent += told
          store.keep({ ...time, upTo: piece.at(-1)!, sent: time.sent + told, finishedAt: null })
        })
        after = piece.at(-1)!
        await breath()
      }
      if (sent >= most) return sent
      if (isLast) break
      after = range.upTo
      await breath()
    }
    db.transact(() => {
      const time = store.begin(key)
      store.keep({ ...time, upTo: 0, finishedAt: clock.portal() })
    })
    return sent
  }

  /** The instants that have times ahead of them. */
  const aheadOf = (name: ReminderName) =>
    sourceOf(name)
      .instants(name, clock.portal())
      .filter(({ at }) => nextReminder(name, at, clock.portal()) !== null)

  /** The candidates whom a reminder of these instants would go to now. */
  async function countOf(
    name: ReminderName,
    instants: readonly ReminderInstant[],
    rest: () => Promise<void>,
  ): Promise<number> {
    const found = new Set<number>()
    const source = sourceOf(name)
    for (const instant of instants) {
      for (const id of instant.only ?? []) found.add(id)
      if (instant.only) continue
      for (let range = store.nextRange(0, source.look); range; range = store.nextRange(range.upTo, source.look)) {
        for (const id of source.among(name, instant, range)) found.add(id)
        await rest()
      }
    }
    return found.size
  }

  /** How many each reminder would go to: counted for each look in a small season, kept in a large one. */
  const people = keptCount(
    async (rest) => {
      const counts = new Map<ReminderName, number>()
      for (const name of reminderNames) {
        const ahead = aheadOf(name)
        if (ahead.length && reminderRow(name).again === undefined) counts.set(name, await countOf(name, ahead, rest))
      }
      return { at: clock.portal(), counts }
    },
    { quick: 20, now: clock.portal },
  )

  return {
    /**
     * A job: reminds the next candidates, once those before them have been delivered. Costs a few reads when nothing is
     * due: each time of each instant is gone through once.
     */
    async remind(): Promise<void> {
      const now = clock.portal()
      for (const name of reminderNames) {
        let left = perTick
        for (const instant of sourceOf(name).instants(name, now)) {
          const due = reminderDue(name, instant.at, now)
          if (!due || left <= 0 || isWaiting(reminderRow(name).template)) continue
          left -= await goOn(name, instant, due, left)
        }
      }
    },

    /** Does what a message says still hold? `what`: the key that `send` gave it. */
    stillHolds(what: string, candidateId: number): boolean {
      const time = store.byId(Number(what.slice(keyOf(0).length - 1)))
      // What could be done until an instant is not asked for after it.
      if (!time || (time.hours > 0 && clock.portal() >= time.instant)) return false
      return isOwed(candidateId, time.name, { about: time.about, at: time.instant })
    },

    /**
     * Every line of the table with its counts, for the desk. Pages get their turn while candidates are counted, which was
     * `at`.
     */
    async overview(): Promise<{ at: Instant; lines: ReminderLine[] }> {
      const toRemind = await people.current()
      const counts = new Map(store.counts().map((one) => [batchOf(one.name, one.hours), one.sent]))
      const lines: ReminderLine[] = []
      for (const name of reminderNames) {
        const ahead = aheadOf(name)
        const nextAt = earliest(...ahead.map(({ at }) => nextReminder(name, at, clock.portal())!.at)) as Instant | null
        const to = ahead.length ? (toRemind.counts.get(name) ?? null) : null
        const line: ReminderLine = { name, times: [], nextAt, people: to, waiting: 0, stopped: 0, failed: 0 }
        for (const hours of reminderRow(name).hours) {
          const batch = batchOf(name, hours)
          const { waiting, stopped, failed } = deps.unsentOf(batch)
          line.times.push({ hours, sent: counts.get(batch) ?? 0 })
          line.waiting += waiting
          line.stopped += stopped
          line.failed += failed
        }
        lines.push(line)
      }
      return { at: toRemind.at, lines }
    },

    /** Every time by the schedule at which something falls due after `from`, up to `until`; for the demo. */
    times: (from: Instant, until: Instant): Instant[] =>
      reminderNames
        .flatMap((name) =>
          sourceOf(name)
            .instants(name, from)
            .flatMap(({ at }) => reminderTimes(name, at).map((time) => time.at)),
        )
        .filter((at) => at > from && at <= until),
  }
}

export type Reminders = ReturnType<typeof createReminders>
