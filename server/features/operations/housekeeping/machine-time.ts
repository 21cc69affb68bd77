import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { TellCell } from '#server/domain/messages/message-templates.ts'
import { judgeTime, type KnownTime } from '#server/domain/operations/machine-time.ts'
import { type AuditActor, auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Log } from '#server/kernel/background.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { minutes } from '#server/kernel/time.ts'
import type { HousekeepingStore } from './store'

type MachineTimeDeps = {
  db: Database
  store: HousekeepingStore
  clock: Clock
  /** A demo's time moves as its visitors like. */
  isDemo: boolean
  /** The newest instant that the database knows of; null in a new one. */
  newest(): number | null
  /** Ms that have passed, by a clock that never jumps. */
  passed?(): number
  tellCell: TellCell
  record: RecordAct
  log: Log
  slug: string
}

/** How often, in ms, a believed time is written down. */
const notedEvery = minutes(1)
/** By how many ms somebody's watch may differ from the machine, and the form may take. */
const confirmedWithin = minutes(15)

const system: AuditActor = { kind: 'system', name: 'clock' }

/**
 * Watches whether the time of the machine can be believed. While it cannot, everything goes on but the jobs whose work cannot
 * be undone. Source: rules §12.5.
 */
export function createMachineTime(deps: MachineTimeDeps) {
  const { db, store, clock, isDemo, record, log, slug, passed = () => performance.now() } = deps
  let seen: { at: number; passed: number } | null = null

  const known = (now: number): KnownTime => store.machineTime() ?? { trustedAt: deps.newest() ?? now, doubtedAt: null }

  function doubted({ trustedAt }: KnownTime, now: number): void {
    record(system, 'housekeeping.time-doubted', {}, { trusted: trustedAt, now })
    deps.tellCell('checks-failed', (language) => ({
      number: 1,
      body: translate(language, 'health:time.mail', {
        now: formatDateTime(now, language),
        known: formatDateTime(trustedAt, language),
      }),
    }))
    log.error(
      { course: slug, known: new Date(trustedAt).toISOString(), now: new Date(now).toISOString() },
      'the time of this machine is far from the last one known: publications, lapses, erasures and messages to many wait until an admin confirms it at the desk (State of the portal), or `npm run confirm-time` does; pages go on',
    )
  }

  /** May what cannot be undone be done at this time? */
  function isTrusted(): boolean {
    if (isDemo) return true
    const now = clock.real()
    const jumped = seen ? now - seen.at - (passed() - seen.passed) : 0
    seen = { at: now, passed: passed() }
    const before = store.machineTime()
    const after = judgeTime(before ?? known(now), now, jumped)
    if (before && after.doubtedAt === before.doubtedAt && after.trustedAt - before.trustedAt < notedEvery)
      return after.doubtedAt === null
    return db.transact(() => {
      // Another process may have judged it meanwhile.
      const before = known(now)
      const after = judgeTime(before, now, jumped)
      store.putMachineTime(after)
      if (after.doubtedAt === before.doubtedAt) return after.doubtedAt === null
      if (after.doubtedAt !== null) doubted(after, now)
      else {
        record(system, 'housekeeping.time-right', {}, { now })
        log.warn({ course: slug }, 'the clock of this machine is right again: what waited goes on')
      }
      return after.doubtedAt === null
    })
  }

  return {
    isTrusted,

    /** Is the time doubted now? Writes nothing, because a backup is made where the disk of the database is full, too. */
    isDoubted(): boolean {
      const now = clock.real()
      return !isDemo && judgeTime(known(now), now, 0).doubtedAt !== null
    },

    /** The time that waits for a confirmation, and the newest one that was believed; null while the time is believed. */
    doubt(): { now: number; trustedAt: number } | null {
      const row = isDemo ? undefined : store.machineTime()
      return row && row.doubtedAt !== null ? { now: clock.real(), trustedAt: row.trustedAt } : null
    },

    /**
     * Confirms the time of the machine; from then on it is believed. `watch`: the time of somebody's own watch, ms since 1970, typed
     * and not only looked at, because one press would let the retention erase a season. Refusals (409): `time-not-doubted`, and
     * `time-differs` where the machine shows another time.
     */
    confirm(actor: StaffMember | null, watch: number): Result<undefined> {
      const now = clock.real()
      if (isTrusted()) return refuse('time-not-doubted', 409)
      if (Math.abs(now - watch) > confirmedWithin) return refuse('time-differs', 409)
      return db.transact(() => {
        const from = known(now).trustedAt
        store.putMachineTime({ trustedAt: now, doubtedAt: null })
        record(actor ? auditActor(actor) : system, 'housekeeping.time-confirmed', {}, { from, to: now })
        return ok()
      })
    },
  }
}
