import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import {
  canBeLeftOut,
  changedRows,
  draftFaults,
  type Holiday,
  inTableOrder,
  mayMoveOpening,
  mostShift,
  onHolidays,
  ownKey,
  ownNumber,
  type RowFault,
  type ScheduleRow,
  type SuggestedDates,
  shiftFrom,
  suggestedDates,
} from '#server/domain/season/schedule-draft.ts'
import { missingStateHolidays } from '#server/domain/season/state-holidays.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { isInSeason } from '#server/domain/terms/cap-rounds.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import { ist } from '#server/kernel/time.ts'
import { dayExists, typedDay, typedInstant } from '#server/kernel/typed-text.ts'
import { noticeOfChange } from './reschedule'
import type { ScheduleEffect, ScheduleEffects } from './schedule-effects'
import type { HolidaysChange, OwnActivity, SchedulePreparation, ScheduleShift } from './schema'
import type { NoticesStore, ScheduleChangeRow } from './store'

type ScheduleDeskDeps = {
  db: Database
  store: NoticesStore
  effects: ScheduleEffects
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  releases: Releases
  /** How many rounds the season has, also if the newest number takes effect later. */
  rounds(): number
  /** Puts changes in force with one notice; joins the caller's transaction. */
  change(changes: readonly { before: ScheduleRow | null; after: ScheduleRow }[], reason: Bilingual): void
  /** Called after every change to the public pages. */
  onChanged(): void
}

/** What an officer typed into the row of an activity: wall-clock times of India, empty for no date. */
type TypedRow = { key: string; opens: string; closes: string; isLeftOut: boolean }

/** One activity of a draft, with the faults that keep the draft from being released. */
type DraftRow = ScheduleRow & {
  /** Dates for a new round, to be saved or changed. */
  suggested: SuggestedDates | null
  /** Its row in the schedule in force; null for a new activity. */
  before: ScheduleRow | null
  isChanged: boolean
  mayMoveOpening: boolean
  mayBeLeftOut: boolean
  faults: readonly RowFault[]
}

/**
 * The schedule at the desk: one draft, which one person prepares and another puts in force with one notice. Source:
 * rules §12.2, §1.6.
 * Long: its verbs share one release and how a draft is read.
 */
export function createScheduleDesk(deps: ScheduleDeskDeps) {
  const { db, store, effects, clock, record, releases } = deps

  /**
   * The schedule in force. A row of a round that the season does not have is left only if something has happened on it.
   * Source: rules §12.2.
   */
  const rowsInForce = (): ScheduleRow[] => {
    const rounds = deps.rounds()
    return store.rows().filter(({ key, opensAt }) => isInSeason(key, rounds) || effects.hasHappened(key, opensAt))
  }

  /** The rows of a draft, without those of rounds that the season has lost since. */
  const rowsOfDraft = (changeId: number): ScheduleRow[] => {
    const rounds = deps.rounds()
    return store.changeRows(changeId).filter(({ key }) => isInSeason(key, rounds))
  }

  const happenedIn = (rows: readonly ScheduleRow[]) => {
    const openings = new Map(rows.map(({ key, opensAt }) => [key, opensAt]))
    const known = new Map<string, boolean>()
    return (key: string): boolean => {
      if (!known.has(key)) known.set(key, effects.hasHappened(key, openings.get(key) ?? null))
      return known.get(key)!
    }
  }

  /** The schedule with a draft's rows in place of its own. */
  function withDraft(inForce: readonly ScheduleRow[], changeId: number | null): ScheduleRow[] {
    const drafted = new Map((changeId === null ? [] : rowsOfDraft(changeId)).map((row) => [row.key, row]))
    const fresh = [...drafted.values()].filter(({ key }) => !inForce.some((row) => row.key === key))
    return inTableOrder([...inForce.map((row) => drafted.get(row.key) ?? row), ...fresh])
  }

  const factsNow = (inForce: readonly ScheduleRow[]) => ({ now: clock.portal(), hasHappened: happenedIn(inForce) })

  const release = releases.of<ScheduleChangeRow>({
    kind: 'schedule',
    find: store.scheduleChange,
    refusals: { unknown: 'unknown-schedule-change', decided: 'schedule-change-decided' },
    acts: { release: 'notices.rescheduled', discard: 'schedule.discarded' },
    detail: ({ id }) => detailOf(id),
    hands: ({ preparedBy, hands }) => [preparedBy, ...hands],
    mayRelease({ id }) {
      const inForce = rowsInForce()
      return draftFaults(inForce, withDraft(inForce, id), factsNow(inForce)).length
        ? refuse('schedule-draft-faulty', 409)
        : ok()
    },
    onRelease({ id, reasonEn, reasonMr }) {
      const inForce = rowsInForce()
      const changes = changedRows(inForce, withDraft(inForce, id))
      if (!changes.length) return refuse('schedule-draft-empty', 409)
      deps.change(changes, { en: reasonEn, mr: reasonMr })
      return ok()
    },
  })

  /** The new dates of each changed activity, for the audit log. */
  function detailOf(id: number): Record<string, number | string | null> {
    return Object.fromEntries(
      rowsOfDraft(id).map(({ key, opensAt, closesAt, isLeftOut }) => [
        key,
        isLeftOut ? 'left out' : `${opensAt ?? 'undated'} ${closesAt ?? ''}`.trim(),
      ]),
    )
  }

  /** Who saved the draft since the officer opened it, or ok. Version 0: the officer saw no draft. */
  function stillAt(version: number): Result<ScheduleChangeRow | null> {
    const open = store.openChange() ?? null
    if (open?.state === 'prepared') return refuse('schedule-draft-waits', 409)
    if ((open?.version ?? 0) === version) return ok(open)
    return refuse('schedule-draft-changed', 409, {
      params: { name: open?.savedByName ?? '', since: open?.savedAt ?? clock.portal() },
    })
  }

  /** Writes a draft's rows; begins a draft where there is none. */
  function save(actor: StaffMember, open: ScheduleChangeRow | null, rows: readonly ScheduleRow[]): number {
    const at = clock.portal()
    const id =
      open?.id ??
      store.addChange({
        state: 'preparing',
        preparedAt: at,
        preparedBy: actor.id,
        version: 0,
        savedAt: at,
        savedBy: actor.id,
        hands: [],
      })
    const hands = [...new Set([...(open?.hands ?? []), actor.id])]
    const changed = changedRows(rowsInForce(), rows).map(({ after }) => after)
    store.saveChange(id, { version: (open?.version ?? 0) + 1, savedAt: at, savedBy: actor.id, hands }, changed)
    record(auditActor(actor), 'schedule.drafted', { of: `schedule:${id}` }, { changed: changed.length })
    return changed.length
  }

  /** The typed rows as a draft, or a fault at each field that is no time. */
  function typedRows(rows: readonly ScheduleRow[], typed: readonly TypedRow[]): Result<ScheduleRow[]> {
    const byKey = new Map(typed.map((row) => [row.key, row]))
    const fields: FieldFault[] = []
    const read = (field: string, text: string): number | null => {
      const at = timeWritten(text)
      if (at === undefined) fields.push(faultOfTime(field, text))
      return at ?? null
    }
    const next = rows.map((row) => {
      const own = byKey.get(row.key)
      if (!own) return row
      const opensAt = read(`opens-${row.key}`, own.opens)
      const closesAt = row.isEvent ? null : read(`closes-${row.key}`, own.closes)
      return { ...row, opensAt, closesAt, isLeftOut: own.isLeftOut }
    })
    return fields.length ? refuse('check-answers', 422, { fields }) : ok(next)
  }

  /** Changes the draft that the officer saw; refuses if somebody else has saved it meanwhile. */
  function edit(
    actor: StaffMember,
    version: number,
    change: (rows: ScheduleRow[]) => Result<ScheduleRow[]>,
  ): Result<{ changed: number }> {
    return db.transact((): Result<{ changed: number }> => {
      const open = stillAt(version)
      if (!open.ok) return open
      const next = change(withDraft(rowsInForce(), open.value?.id ?? null))
      return next.ok ? ok({ changed: save(actor, open.value, next.value) }) : next
    })
  }

  return {
    /** The schedule in force beside the draft, in the order of the table. */
    view(actor: StaffMember) {
      const inForce = rowsInForce()
      const open = store.openChange() ?? null
      const rows = withDraft(inForce, open?.id ?? null)
      const facts = factsNow(inForce)
      const holidays = store.holidays()
      const faults = open ? draftFaults(inForce, rows, facts) : []
      const changed = new Set(changedRows(inForce, rows).map(({ after }) => after.key))
      const known = new Map(inForce.map((row) => [row.key, row]))
      // Once there is a draft, it holds what the officer took of them.
      const suggested = open ? null : suggestedDates(inForce, facts.now)
      return {
        change: open,
        version: open?.version ?? 0,
        /** True if this person took no part in the draft, and so may release it. */
        isSecondPerson: open !== null && release.mayRelease(open, actor),
        holidays,
        /** The dates to come of the table that fall on one of them. */
        onHolidays: onHolidays(rows, holidays, facts.now),
        rows: rows.map((row): DraftRow => {
          const before = known.get(row.key) ?? null
          return {
            ...row,
            before,
            suggested: suggested?.get(row.key) ?? null,
            isChanged: changed.has(row.key),
            mayMoveOpening: mayMoveOpening(before, facts.now, facts.hasHappened),
            mayBeLeftOut: canBeLeftOut(row.key),
            faults: faults.filter(({ key }) => key === row.key),
          }
        }),
      }
    },

    /** Whom a draft affects: counts of people and works, for each activity that it changes. */
    effects(): { key: string; effects: { effect: ScheduleEffect; count: number }[] }[] {
      const open = store.openChange()
      if (!open) return []
      const inForce = rowsInForce()
      const now = clock.portal()
      return changedRows(inForce, withDraft(inForce, open.id)).map(({ after: { key } }) => ({
        key,
        effects: effects.of(key, now),
      }))
    },

    /** The keys of all rows of the table. */
    keys: (): string[] => withDraft(rowsInForce(), store.openChange()?.id ?? null).map(({ key }) => key),

    /** The notice of the draft in both languages, with its reason once it has one. */
    notices(): { title: Bilingual; body: Bilingual } | null {
      const open = store.openChange()
      if (!open) return null
      const inForce = rowsInForce()
      const changes = changedRows(inForce, withDraft(inForce, open.id))
      const [en, mr] = (['en', 'mr'] as const).map((language) =>
        noticeOfChange(changes, { en: open.reasonEn, mr: open.reasonMr }, language),
      )
      return { title: { en: en!.title, mr: mr!.title }, body: { en: en!.body, mr: mr!.body } }
    },

    /** Every change to the schedule, newest first, also of rounds that the season no longer has. */
    history() {
      const titles = new Map(store.rows().map(({ key, title }) => [key, title]))
      return store.changes().map((change) => ({ ...change, title: titles.get(change.activity)! }))
    },

    /** Adds the state's holidays of a year to the list; what the list has for a day stays. Refusal: `holidays-unknown` (404). */
    addStateHolidays(actor: StaffMember, year: number): Result<{ count: number; last: number | null }> {
      return db.transact((): Result<{ count: number; last: number | null }> => {
        const own = store.holidays()
        const found = missingStateHolidays(own).find((one) => one.year === year)
        if (!found) return refuse('holidays-unknown', 404)
        store.setHolidays([...own, ...found.days])
        record(
          auditActor(actor),
          'schedule.holidays-set',
          { of: 'holidays' },
          { count: own.length + found.days.length },
        )
        const last = store.holidays().at(-1)
        return ok({ count: own.length + found.days.length, last: last ? ist(last.date) : null })
      })
    },

    /** Replaces the list of holidays, which shifts of the schedule skip. */
    setHolidays(actor: StaffMember, { holidays = '' }: HolidaysChange): Result<{ count: number; last: number | null }> {
      const read = holidaysIn(holidays)
      if (!read.ok) return read
      db.transact(() => {
        store.setHolidays(read.value)
        record(auditActor(actor), 'schedule.holidays-set', { of: 'holidays' }, { count: read.value.length })
      })
      const last = read.value.at(-1)
      return ok({ count: read.value.length, last: last ? ist(last.date) : null })
    },

    /** Has the draft changes, and none with a fault? */
    isReady(): boolean {
      const inForce = rowsInForce()
      const rows = withDraft(inForce, store.openChange()?.id ?? null)
      return changedRows(inForce, rows).length > 0 && draftFaults(inForce, rows, factsNow(inForce)).length === 0
    },

    /** Saves what was typed as the draft. The draft may still have faults. */
    save: (actor: StaffMember, version: number, typed: readonly TypedRow[]): Result<{ changed: number }> =>
      edit(actor, version, (rows) => typedRows(rows, typed)),

    /** Saves what was typed, and moves the dates from a row on by a number of working days. */
    shift(actor: StaffMember, version: number, typed: readonly TypedRow[], { from, days }: ScheduleShift) {
      const by = Number(days)
      const fault = (field: string, code: string) => refuse('check-answers', 422, { fields: [{ field, code }] })
      if (!Number.isSafeInteger(by) || by === 0 || Math.abs(by) > mostShift)
        return fault('days', 'scheduleShift.invalid')
      return edit(actor, version, (rows) => {
        if (!rows.some(({ key }) => key === from)) return fault('from', 'scheduleFrom.required')
        const next = typedRows(rows, typed)
        if (!next.ok) return next
        return ok(shiftFrom(next.value, from, by, { ...factsNow(rowsInForce()), holidays: store.holidays() }))
      })
    },

    /** Adds an activity of the cell to the draft, without dates. */
    addActivity: (actor: StaffMember, version: number, { titleEn, titleMr, kind }: OwnActivity) =>
      edit(actor, version, (rows) => {
        const numbers = [...rows.map(({ key }) => key), ...store.draftedKeys()].map(ownNumber)
        const key = ownKey(Math.max(0, ...numbers) + 1)
        const title = { en: titleEn, mr: titleMr }
        return ok([
          ...rows,
          { key, title, opensAt: null, closesAt: null, isEvent: kind === 'instant', isLeftOut: false },
        ])
      }),

    /** Hands the draft to a second person, with a reason for everybody. */
    prepare(actor: StaffMember, version: number, { reasonEn, reasonMr }: SchedulePreparation): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const open = stillAt(version)
        if (!open.ok) return open
        const inForce = rowsInForce()
        const rows = withDraft(inForce, open.value?.id ?? null)
        if (!open.value || !changedRows(inForce, rows).length) return refuse('schedule-draft-empty', 409)
        if (draftFaults(inForce, rows, factsNow(inForce)).length) return refuse('schedule-draft-faulty', 409)
        const { id, hands } = open.value
        const at = clock.portal()
        store.saveChange(id, {
          reasonEn,
          reasonMr,
          savedAt: at,
          preparedAt: at,
          hands: [...new Set([...hands, actor.id])],
        })
        release.move(id, 'ready')
        record(auditActor(actor), 'schedule.prepared', { of: `schedule:${id}` }, detailOf(id))
        return ok()
      })
    },

    /** Takes a prepared change back into a draft with the same dates. */
    reopen(actor: StaffMember, id: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const rows = withDraft(rowsInForce(), id)
        const waiting = store.scheduleChange(id)
        const done = release.discard(actor, id)
        if (!done.ok) return done
        const { version = 0, hands = [] } = waiting ?? {}
        save(actor, null, rows)
        const open = store.openChange()!
        store.saveChange(open.id, { version: version + 1, hands: [...new Set([...hands, actor.id])] })
        return ok()
      })
    },

    discard: release.discard,

    /** Puts a prepared change in force, with one notice; not by anybody who drafted it. */
    release(actor: StaffMember, id: number): Result<ScheduleChangeRow> {
      const result = release.release(actor, id)
      if (result.ok) deps.onChanged()
      return result
    },
  }
}

/** The most holidays of a list: several years. */
const mostHolidays = 150

/** Lines such as `15 Aug 2026 Independence Day`, in order of time; names the first line that is none. */
function holidaysIn(text: string): Result<Holiday[]> {
  const fault = (code: string, line: number) =>
    refuse('check-answers', 422, { fields: [{ field: 'holidays', code: `holidays.${code}`, params: { line } }] })
  const found = new Map<string, Holiday>()
  const lines = text.split('\n').map((line) => line.trim())
  for (const [place, line] of lines.entries()) {
    if (!line) continue
    const [, written = '', name] = /^([\d०-९]{1,2}[ -][^\s\d-]+[ -][\d०-९]{4}|\S+)[\s,]+(\S.{0,79})$/u.exec(line) ?? []
    const [date] = /^20\d\d-\d\d-\d\d$/.exec(typedDay(written)) ?? []
    if (!date || !name) return fault('line', place + 1)
    if (!dayExists(date)) return fault('no-day', place + 1)
    if (found.has(date)) return fault('twice', place + 1)
    if (found.size >= mostHolidays) return fault('too-many', place + 1)
    found.set(date, { date: date as Holiday['date'], name })
  }
  return ok([...found.values()].sort((a, b) => (a.date < b.date ? -1 : 1)))
}

/** A text that is no time: a day that the calendar does not have is named. */
const faultOfTime = (field: string, text: string): FieldFault => {
  const [day = ''] = typedInstant(text).split(' ')
  return /^\d{4}-\d\d-\d\d$/.test(day) && !dayExists(day)
    ? { field, code: 'no-such-day', params: { day: text } }
    : { field, code: 'schedule.no-such-time' }
}

/** `14 Aug 2024, 17:00` of a form, in Indian time; null for nothing, undefined for text that is no time. */
function timeWritten(text: string): number | null | undefined {
  if (text === '') return null
  const [, day, time] = /^(20\d\d-\d\d-\d\d) (\d\d:\d\d)$/.exec(typedInstant(text)) ?? []
  if (!day || !time) return undefined
  try {
    return ist(`${day} ${time}`)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
