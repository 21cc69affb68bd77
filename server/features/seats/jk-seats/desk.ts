import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import { choicesIn, mostJkChoices, seatByMerit } from '#server/domain/seats/jk-seating.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { JkChoices, JkSeatCount } from './schema'
import type { JkAllotmentRow, JkSeatRow, JkSeatsStore, Listed, NamedSeating, SeatedPerson, SeatingRow } from './store'
import { jkChoiceTable, jkSeatTable } from './tables'

type JkSeatsDeps = {
  db: Database
  store: JkSeatsStore
  clock: Pick<Clock, 'portal'>
  releases: Releases
  tell: Tell
  record: RecordAct
}

/** The desk's page: the seats, the list with recorded choices, the pending seating and the one in force. */
export type JkDesk = {
  seats: JkSeatRow[]
  /** Null if there is no published final merit list yet. */
  listed: Listed[] | null
  prepared: (NamedSeating & { seats: SeatedPerson[]; mayRelease: boolean; isCurrent: boolean }) | null
  released: (NamedSeating & { seats: SeatedPerson[] }) | null
}

/**
 * Seats for J&K migrants: the cell enters seats, records the choices of each candidate on the J&K list, and seats them
 * by that list; a second person releases it. These candidates see no option form. Source: rules §8.19, §14.2.
 */
export function createJkSeats({ db, store, clock, releases, record, ...deps }: JkSeatsDeps) {
  const fault = (field: string, code: string) => refuse('check-answers', 422, { fields: [{ field, code }] })

  /** The seating that the current facts give. */
  function seatingNow(edition: number): Omit<JkAllotmentRow, 'seatingId'>[] {
    const seats = new Map(store.seats().map((seat) => [seat.choiceCode, seat]))
    const counts = new Map([...seats.values()].map(({ choiceCode, count }) => [choiceCode, count]))
    const wishes = store
      .listed(edition)
      .map(({ candidateId, merit, choices }) => ({ candidateId, merit, choices: choices?.split(',') ?? [] }))
    return seatByMerit(counts, wishes).map(({ candidateId, merit, choiceCode, preference }) => {
      const { institute, course } = seats.get(choiceCode)!
      return { candidateId, meritNumber: merit, choiceCode, institute, course, preference }
    })
  }

  /** True if the prepared seating matches the current facts. */
  function isCurrent({ id, meritEditionId }: { id: number; meritEditionId: number }): boolean {
    const bare = (rows: readonly Omit<JkAllotmentRow, 'seatingId'>[]) =>
      JSON.stringify(
        rows.map(({ candidateId, meritNumber, choiceCode, preference }) => [
          candidateId,
          meritNumber,
          choiceCode,
          preference,
        ]),
      )
    return meritEditionId === store.meritEdition() && bare(store.seated(id)) === bare(seatingNow(meritEditionId))
  }

  function tell(template: 'jk-seat' | 'jk-seat-lost', seat: JkAllotmentRow): void {
    const { candidateId, choiceCode, institute, course: branch, preference } = seat
    const seatWords = { institute, branch, preference: String(preference) }
    deps.tell(candidateId, template, { choiceCode, ...(template === 'jk-seat' ? seatWords : {}) })
  }

  /** Candidates did not enter these choices themselves, so each hears what was recorded for them. */
  const tellChoices = (candidateId: number, choices: readonly string[]): void =>
    deps.tell(candidateId, 'jk-choices', { choiceCode: choices[0]!, choices: choices.join(', ') })

  const release = releases.of<SeatingRow>({
    kind: 'jk-seating',
    find: store.seating,
    refusals: { unknown: 'jk-not-prepared', decided: 'jk-not-prepared' },
    acts: { release: 'jk-seats.released', discard: 'jk-seats.discarded' },
    detail: ({ id }) => ({ seats: store.seated(id).length }),
    hands: ({ preparedBy }) => [preparedBy, ...store.recorders()],
    mayRelease: (seating) => (isCurrent(seating) ? ok() : refuse('jk-stale', 409)),
    /** Replaces the seating in force, and tells every candidate whose seat changed or lapsed. */
    onRelease({ id }) {
      const before = store.inForce()
      const had = new Map((before ? store.seated(before.id) : []).map((seat) => [seat.candidateId, seat]))
      if (before) release.move(before.id, 'supersede')
      for (const seat of store.seated(id)) {
        if (had.get(seat.candidateId)?.choiceCode !== seat.choiceCode) tell('jk-seat', seat)
        had.delete(seat.candidateId)
      }
      for (const seat of had.values()) tell('jk-seat-lost', seat)
      return ok()
    },
  })

  return {
    /** Seats and choices as tables that the cell keeps in files. */
    tables: [jkSeatTable({ store }), jkChoiceTable({ store, now: clock.portal, onRecorded: tellChoices })],

    /** The whole page; it names candidates, so the look is logged. */
    desk(officer: StaffMember): JkDesk {
      const edition = store.meritEdition()
      const listed = edition === undefined ? null : store.listed(edition)
      const seatings = store.seatings()
      const prepared = seatings.find(({ state }) => state === 'prepared')
      const released = seatings.find(({ state }) => state === 'published')
      if (listed?.length) record(auditActor(officer), 'jk-seats.list-read', {}, { candidates: listed.length })
      return {
        seats: store.seats(),
        listed,
        prepared: prepared
          ? {
              ...prepared,
              seats: store.seated(prepared.id),
              mayRelease: release.mayRelease(prepared, officer),
              isCurrent: isCurrent(prepared),
            }
          : null,
        released: released ? { ...released, seats: store.seated(released.id) } : null,
      }
    },

    /** Sets how many seats a choice code of the seat matrix has for J&K migrants. */
    setSeats(officer: StaffMember, { choiceCode, count }: JkSeatCount): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const course = store.course(choiceCode)
        if (!course) return fault('choiceCode', 'jkChoiceCode.unknown')
        if (count) store.putSeats({ choiceCode, ...course, count, recordedBy: officer.id })
        else store.removeSeats(choiceCode)
        record(auditActor(officer), 'jk-seats.seats-set', { of: `choice-code:${choiceCode}` }, { choiceCode, count })
        return ok()
      })
    },

    /** Records the choices that a candidate of the J&K list has told the desk. */
    recordChoices(officer: StaffMember, { applicationId, choices: typed }: JkChoices): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const edition = store.meritEdition()
        const userId = applicationId.toUpperCase()
        const candidate =
          edition === undefined ? undefined : store.listed(edition).find((listed) => listed.userId === userId)
        if (!candidate) return fault('applicationId', 'jkApplicationId.unlisted')
        const choices = choicesIn(typed)
        if (choices.length === 0 || choices.length > mostJkChoices) return fault('choices', 'jkChoices.invalid')
        const seats = new Set(store.seats().map(({ choiceCode }) => choiceCode))
        if (choices.some((code) => !seats.has(code))) return fault('choices', 'jkChoices.unknown')
        const { candidateId } = candidate
        store.putChoices({
          candidateId,
          choices: choices.join(','),
          recordedAt: clock.portal(),
          recordedBy: officer.id,
        })
        record(auditActor(officer), 'jk-seats.choices-recorded', { candidateId }, { choices: choices.join(' ') })
        tellChoices(candidateId, choices)
        return ok()
      })
    },

    /** Seats everybody again by merit, in place of a pending seating. Returns its number. */
    prepare(officer: StaffMember): Result<number> {
      return db.transact((): Result<number> => {
        const edition = store.meritEdition()
        if (edition === undefined) return refuse('jk-no-merit-list')
        const seats = seatingNow(edition)
        if (!seats.length) return refuse('jk-nobody-seated')
        for (const one of store.seatings()) if (one.state === 'prepared') release.move(one.id, 'supersede')
        const preparedAt = clock.portal()
        const id = store.addSeating({ state: 'prepared', meritEditionId: edition, preparedAt, preparedBy: officer.id })
        store.addAllotments(seats.map((seat) => ({ ...seat, seatingId: id })))
        record(auditActor(officer), 'jk-seats.prepared', { of: `jk-seating:${id}` }, { seats: seats.length })
        return ok(id)
      })
    },

    release: release.release,
    discard: release.discard,
  }
}
