import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { candidates } from '#db/schema/accounts.ts'
import { appointments, centreSlots } from '#db/schema/centres.ts'
import type { Slot } from '#server/domain/scrutiny/appointments.ts'
import type { Instant } from '#server/kernel/time.ts'

export type CentresStore = ReturnType<typeof centresStore>

/** A candidate's current appointment. `editableUntil`: by the machine's clock. */
export type AppointmentRow = {
  id: number
  slotId: number
  centre: string
  startsAt: Instant
  endsAt: Instant
  bookedAt: Instant
  arrivedAt: Instant | null
  missedAt: Instant | null
  editableUntil: Instant | null
  editableBy: number | null
}

/** A day of a centre: its capacity, its bookings, and its free places. */
export type DayRow = { day: string; capacity: number; booked: number; free: number }

/** A candidate who has booked a slot. */
type SlotBooking = {
  candidateId: number
  userId: string
  fullName: string
  arrivedAt: Instant | null
  missedAt: Instant | null
}

/** A booking of a slot that a file changes: the slot's present end and places, and those that the file gives it. */
type FileBooking = Pick<SlotBooking, 'arrivedAt' | 'missedAt'> &
  Pick<Slot, 'endsAt' | 'capacity'> & { key: string; until: string; places: number }

/** How many centres have places in a time, and how many of these are booked. `place`: of the time among those asked for. */
type OpenTimes = { place: number; centres: number; booked: number }

/** A line of a centre's list for a day. */
export type VisitRow = {
  userId: string
  fullName: string
  startsAt: number
  endsAt: number
  arrivedAt: number | null
  missedAt: number | null
  confirmedAt: number | null
  /** When the candidate was last told, since the arrival, why the form is not confirmed. */
  refusedAt: number | null
}

/** Since the arrival the candidate has been told why the form, as it is now, is not confirmed. */
const toldSince = `FROM scrutiny_findings n WHERE n.candidate_id = c.id AND n.told_at >= a.arrived_at AND NOT n.is_accepted
  AND n.version = (SELECT max(v.number) FROM application_versions v WHERE v.candidate_id = c.id)`

const slotWithBooked = `SELECT s.id, s.centre, s.starts_at AS startsAt, s.ends_at AS endsAt, s.capacity,
  (SELECT count(*) FROM appointments a WHERE a.slot_id = s.id AND a.ended_at IS NULL) AS booked FROM centre_slots s`

/**
 * The only writer of slots and appointments. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function centresStore({ orm, sqlite }: Database) {
  const slots = sqlite.prepare<[string, number, number], Slot>(
    `${slotWithBooked} WHERE s.centre = ? AND s.starts_at >= ? AND s.starts_at < ? ORDER BY s.starts_at`,
  )
  const slot = sqlite.prepare<[number], Slot>(`${slotWithBooked} WHERE s.id = ?`)
  const openBetween = sqlite.prepare<[string, string], OpenTimes>(
    `SELECT d.key AS place, count(DISTINCT s.centre) AS centres,
      coalesce(sum((SELECT count(*) FROM appointments a WHERE a.slot_id = s.id AND a.ended_at IS NULL)), 0) AS booked
     FROM json_each(?) d CROSS JOIN json_each(?) c CROSS JOIN centre_slots s ON s.centre = c.value
      AND s.starts_at >= d.value ->> 'from' AND s.starts_at < d.value ->> 'until' AND s.capacity > 0
     GROUP BY d.key ORDER BY d.key`,
  )
  const slotAt = sqlite.prepare<[string, number], Slot>(`${slotWithBooked} WHERE s.centre = ? AND s.starts_at = ?`)
  const slotsAfter = sqlite.prepare<[number, string, number, number], Slot>(
    `${slotWithBooked} WHERE s.capacity > 0 AND s.starts_at > ? AND (s.centre, s.starts_at) > (?, ?)
     ORDER BY s.centre, s.starts_at LIMIT ?`,
  )
  const booking = sqlite.prepare<[number], 1>('SELECT 1 FROM appointments WHERE slot_id = ? LIMIT 1').pluck()
  const days = sqlite.prepare<[string, number, number], DayRow>(
    `SELECT date((startsAt + 19800000) / 1000, 'unixepoch') AS day, sum(capacity) AS capacity, sum(booked) AS booked,
      sum(max(0, capacity - booked)) AS free
     FROM (${slotWithBooked} WHERE s.centre = ? AND s.starts_at >= ? AND s.starts_at < ?) GROUP BY 1 ORDER BY 1`,
  )
  const current = sqlite.prepare<[number], AppointmentRow>(
    `SELECT a.id, a.slot_id AS slotId, s.centre, s.starts_at AS startsAt, s.ends_at AS endsAt, a.booked_at AS bookedAt,
      a.arrived_at AS arrivedAt, a.missed_at AS missedAt, a.editable_until AS editableUntil, a.editable_by AS editableBy
     FROM appointments a JOIN centre_slots s ON s.id = a.slot_id WHERE a.candidate_id = ? AND a.ended_at IS NULL`,
  )
  const bookedBetween = sqlite
    .prepare<[number, number], number>(
      `SELECT a.candidate_id FROM centre_slots s JOIN appointments a ON a.slot_id = s.id AND a.ended_at IS NULL
       WHERE s.starts_at >= ? AND s.starts_at < ? ORDER BY a.candidate_id`,
    )
    .pluck()
  const endedSlots = sqlite.prepare<[number, number], { at: Instant; ids: string }>(
    `SELECT s.ends_at AS at, json_group_array(a.candidate_id) AS ids
     FROM centre_slots s JOIN appointments a ON a.slot_id = s.id AND a.ended_at IS NULL AND a.arrived_at IS NULL
     WHERE s.ends_at >= ? AND s.ends_at < ? GROUP BY s.ends_at`,
  )
  const visitsAt = `SELECT c.user_id AS userId, c.full_name AS fullName, s.starts_at AS startsAt, s.ends_at AS endsAt,
      a.arrived_at AS arrivedAt, a.missed_at AS missedAt, f.confirmed_at AS confirmedAt,
      (SELECT max(n.told_at) ${toldSince}) AS refusedAt
     FROM centre_slots s JOIN appointments a ON a.slot_id = s.id AND a.ended_at IS NULL
      JOIN candidates c ON c.id = a.candidate_id LEFT JOIN applications f ON f.candidate_id = c.id`
  const visits = sqlite.prepare<[string, number, number], VisitRow>(
    `${visitsAt} WHERE s.centre = ? AND s.starts_at >= ? AND s.starts_at < ? ORDER BY s.starts_at, c.user_id`,
  )
  const open = sqlite.prepare<[string, number, number], VisitRow>(
    `${visitsAt} WHERE s.centre = ? AND s.starts_at < ? AND a.missed_at IS NULL AND f.form_state = 'at-centre'
      AND NOT EXISTS (SELECT 1 ${toldSince}) ORDER BY s.starts_at, c.user_id LIMIT ?`,
  )
  const waiting = sqlite
    .prepare<[string], string>(
      `SELECT c.user_id FROM centre_slots s JOIN appointments a ON a.slot_id = s.id AND a.ended_at IS NULL
        JOIN candidates c ON c.id = a.candidate_id JOIN applications f ON f.candidate_id = c.id
       WHERE s.centre = ? AND a.arrived_at IS NOT NULL AND f.mode = 2 AND f.submitted_at IS NOT NULL
         AND f.confirmed_at IS NULL AND NOT EXISTS (SELECT 1 ${toldSince})
       ORDER BY a.arrived_at, a.id LIMIT 1`,
    )
    .pluck()
  const bookings = sqlite.prepare<[number], SlotBooking>(
    `SELECT c.id AS candidateId, c.user_id AS userId, c.full_name AS fullName, a.arrived_at AS arrivedAt,
      a.missed_at AS missedAt
     FROM appointments a JOIN candidates c ON c.id = a.candidate_id
     WHERE a.slot_id = ? AND a.ended_at IS NULL ORDER BY c.user_id`,
  )
  const bookedInFile = sqlite.prepare<[number], FileBooking>(
    `SELECT i.key, i.after ->> 'day' || ' ' || (i.after ->> 'until') AS until,
      CAST(i.after ->> 'places' AS INTEGER) AS places, s.ends_at AS endsAt, s.capacity, a.arrived_at AS arrivedAt,
      a.missed_at AS missedAt
     FROM import_changes i JOIN centre_slots s ON s.centre = i.after ->> 'centre'
      AND s.starts_at = (strftime('%s', i.after ->> 'day' || ' ' || (i.after ->> 'from')) - 19800) * 1000
     JOIN appointments a ON a.slot_id = s.id AND a.ended_at IS NULL
     WHERE i.import_id = ? AND i.change = 'changed'`,
  )
  const overlapping = sqlite
    .prepare<[string, number, number, number], 1>(
      'SELECT 1 FROM centre_slots WHERE centre = ? AND starts_at < ? AND ends_at > ? AND starts_at <> ? LIMIT 1',
    )
    .pluck()

  const officer = sqlite.prepare<[number], { name: string }>(
    'SELECT p.full_name AS name FROM scrutinies s JOIN staff p ON p.id = s.officer_id WHERE s.candidate_id = ?',
  )

  return {
    /** In e-scrutiny: the officer who checks the form, once there is one. */
    officer: (candidateId: number): string | null => officer.get(candidateId)?.name ?? null,

    /** From the first instant up to, excluding, the second; in order of time. */
    slots: (centre: string, from: number, until: number): Slot[] => slots.all(centre, from, until),
    /** Of each of several times how many of these centres have places then, and their bookings; a time without any is left out. */
    openBetween: (times: readonly { from: number; until: number }[], centres: readonly string[]): OpenTimes[] =>
      openBetween.all(JSON.stringify(times), JSON.stringify(centres)),
    slot: (id: number): Slot | undefined => slot.get(id),
    days: (centre: string, from: number, until: number): DayRow[] => days.all(centre, from, until),
    /** Makes a slot, or changes the end and capacity of the one with the same start. */
    putSlot: (centre: string, startsAt: number, endsAt: number, capacity: number): void =>
      void orm
        .insert(centreSlots)
        .values({ centre, startsAt, endsAt, capacity })
        .onConflictDoUpdate({ target: [centreSlots.centre, centreSlots.startsAt], set: { endsAt, capacity } })
        .run(),
    slotAt: (centre: string, startsAt: number): Slot | undefined => slotAt.get(centre, startsAt),
    /** The next slots that begin after an instant and have places, by centre and start. */
    slotsAfter: (now: number, centre: string, startsAt: number, most: number): Slot[] =>
      slotsAfter.all(now, centre, startsAt, most),
    /** Removes a slot; one that somebody has ever booked is closed instead. */
    removeSlot(centre: string, startsAt: number): void {
      const { id } = slotAt.get(centre, startsAt)!
      const byId = eq(centreSlots.id, id)
      if (booking.get(id)) orm.update(centreSlots).set({ capacity: 0 }).where(byId).run()
      else orm.delete(centreSlots).where(byId).run()
    },
    /** The candidates who have booked a slot. */
    bookings: (slotId: number): SlotBooking[] => bookings.all(slotId),
    /** The bookings of the slots that a file changes. */
    bookedInFile: (file: number): FileBooking[] => bookedInFile.all(file),
    /** True if a slot with another start overlaps this time. */
    isTaken: (centre: string, startsAt: number, endsAt: number): boolean =>
      overlapping.get(centre, endsAt, startsAt, startsAt) !== undefined,
    setCapacity: (id: number, capacity: number): void =>
      void orm.update(centreSlots).set({ capacity }).where(eq(centreSlots.id, id)).run(),

    current: (candidateId: number): AppointmentRow | undefined => current.get(candidateId),
    /** The candidates with an appointment that begins from the first instant on and before the second. */
    bookedBetween: (from: number, until: number): number[] => bookedBetween.all(from, until),
    /** The ends of appointments in a time to which nobody has come, each with its candidates. */
    endedSlots: (from: number, until: number): { at: Instant; only: number[] }[] =>
      endedSlots.all(from, until).map(({ at, ids }) => ({ at, only: JSON.parse(ids) as number[] })),
    visits: (centre: string, from: number, until: number): VisitRow[] => visits.all(centre, from, until),
    /** Appointments that begin before an instant and are not settled: nobody confirmed the form, said why not, or noted an absence. */
    open: (centre: string, before: number, most: number): VisitRow[] => open.all(centre, before, most),
    /** Of the candidates who have come and whose forms were neither confirmed nor refused since, the one who came first. */
    waiting: (centre: string): string | null => waiting.get(centre) ?? null,
    add: (candidateId: number, slotId: number, bookedAt: Instant): void =>
      void orm.insert(appointments).values({ candidateId, slotId, bookedAt }).run(),
    /** Ends the current appointment. */
    end: (candidateId: number, endedAt: Instant): void =>
      void orm
        .update(appointments)
        .set({ endedAt })
        .where(and(eq(appointments.candidateId, candidateId), isNull(appointments.endedAt)))
        .run(),
    change: (
      id: number,
      change: Partial<Pick<AppointmentRow, 'arrivedAt' | 'missedAt' | 'editableUntil' | 'editableBy'>>,
    ): void => void orm.update(appointments).set(change).where(eq(appointments.id, id)).run(),

    candidateId: (userId: string): number | undefined =>
      orm.select({ id: candidates.id }).from(candidates).where(eq(candidates.userId, userId)).get()?.id,
    district: (candidateId: number): string =>
      orm.select({ district: candidates.district }).from(candidates).where(eq(candidates.id, candidateId)).get()!
        .district,
  }
}
