import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { auditActor, type RecordAct } from '../../domain/audit'
import { choicesIn, type JkSeatOf, mostJkChoices, seatByMerit } from '../../domain/jk-seating'
import type { MessageTemplate } from '../../domain/message-templates'
import { isSecondPerson, type StaffRole } from '../../domain/staff'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import type { JkChoices, JkSeatCount } from './schema'
import type { JkAllotmentRow, JkSeatRow, JkSeatsStore, Listed, NamedSeating, SeatedPerson } from './store'

type Officer = { id: number; loginName: string; role: StaffRole }

export type JkSeatsDeps = {
  db: Database
  store: JkSeatsStore
  clock: Pick<Clock, 'portal'>
  announce(message: {
    candidateId: number
    channel: 'sms' | 'email'
    to: string
    template: MessageTemplate
    language: Language
    params: Record<string, string>
  }): void
  kickOutbox(): void
  record: RecordAct
}

/** The desk's page: the seats, the list with what was recorded, the seating that waits and the one in force. */
export type JkDesk = {
  seats: JkSeatRow[]
  /** Null: there is no published final merit list yet. */
  listed: Listed[] | null
  prepared: (NamedSeating & { seats: SeatedPerson[]; mayRelease: boolean; isCurrent: boolean }) | null
  released: (NamedSeating & { seats: SeatedPerson[] }) | null
}

/**
 * Seats for J&K migrants: the cell enters seats, records what each candidate of the J&K list would like, and seats them
 * by that list; a second person releases it. They see no option form. Source: decisions §7, §8; allotment.
 */
export function createJkSeats({ db, store, clock, announce, kickOutbox, record }: JkSeatsDeps) {
  const fault = (field: string, code: string) => refuse('check-answers', 422, { fields: [{ field, code }] })

  /** Who would get which seat now. */
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

  /** What was prepared is what the same facts give now. */
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
    const { userId, mobile, email, language } = store.contact(candidateId)
    const seatWords = { institute, branch, preference: String(preference) }
    const params = { userId, choiceCode, ...(template === 'jk-seat' ? seatWords : {}) }
    const message = { candidateId, template, language, params }
    announce({ ...message, channel: 'sms', to: mobile })
    announce({ ...message, channel: 'email', to: email })
  }

  return {
    /** Everything of the page; it names candidates, so who looked is written down. */
    desk(officer: Officer): JkDesk {
      const edition = store.meritEdition()
      const listed = edition === undefined ? null : store.listed(edition)
      const seatings = store.seatings()
      const prepared = seatings.find(({ state }) => state === 'prepared')
      const released = seatings.find(({ state }) => state === 'released')
      if (listed?.length) record(auditActor(officer), 'jk-seats.list-read', {}, { candidates: listed.length })
      return {
        seats: store.seats(),
        listed,
        prepared: prepared
          ? {
              ...prepared,
              seats: store.seated(prepared.id),
              mayRelease: isSecondPerson([prepared.preparedBy], officer),
              isCurrent: isCurrent(prepared),
            }
          : null,
        released: released ? { ...released, seats: store.seated(released.id) } : null,
      }
    },

    /** Sets how many seats a choice code of the seat matrix has for J&K migrants. */
    setSeats(officer: Officer, { choiceCode, count }: JkSeatCount): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const course = store.course(choiceCode)
        if (!course) return fault('choiceCode', 'jkChoiceCode.unknown')
        if (count) store.putSeats({ choiceCode, ...course, count })
        else store.removeSeats(choiceCode)
        record(auditActor(officer), 'jk-seats.seats-set', { of: `choice-code:${choiceCode}` }, { choiceCode, count })
        return ok()
      })
    },

    /** Writes down what a candidate of the J&K list has told the desk. */
    recordChoices(officer: Officer, { applicationId, choices: typed }: JkChoices): Result<undefined> {
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
        return ok()
      })
    },

    /** Seats everybody anew by merit, in place of a seating that waited. Answers its number. */
    prepare(officer: Officer): Result<number> {
      return db.transact((): Result<number> => {
        const edition = store.meritEdition()
        if (edition === undefined) return refuse('jk-no-merit-list')
        const seats = seatingNow(edition)
        if (!seats.length) return refuse('jk-nobody-seated')
        store.moveAll('prepared', 'discarded')
        const preparedAt = clock.portal()
        const id = store.addSeating({ state: 'prepared', meritEditionId: edition, preparedAt, preparedBy: officer.id })
        store.addAllotments(seats.map((seat) => ({ ...seat, seatingId: id })))
        record(auditActor(officer), 'jk-seats.prepared', { of: `jk-seating:${id}` }, { seats: seats.length })
        return ok(id)
      })
    },

    /** Another person puts it in force: whoever has another seat than before, or none any more, is told. */
    release(officer: Officer, id: number): Result<undefined> {
      const done = db.transact((): Result<undefined> => {
        const seating = store.seating(id)
        if (seating?.state !== 'prepared') return refuse('jk-not-prepared', 409)
        if (!isSecondPerson([seating.preparedBy], officer)) return refuse('jk-second-person', 403)
        if (!isCurrent(seating)) return refuse('jk-stale', 409)
        const before = store.seatings().find(({ state }) => state === 'released')
        const had = new Map((before ? store.seated(before.id) : []).map((seat) => [seat.candidateId, seat]))
        store.moveAll('released', 'superseded')
        store.change(id, { state: 'released', releasedBy: officer.id, releasedAt: clock.portal() })
        const seats = store.seated(id)
        for (const seat of seats) {
          if (had.get(seat.candidateId)?.choiceCode !== seat.choiceCode) tell('jk-seat', seat)
          had.delete(seat.candidateId)
        }
        for (const seat of had.values()) tell('jk-seat-lost', seat)
        record(auditActor(officer), 'jk-seats.released', { of: `jk-seating:${id}` }, { seats: seats.length })
        return ok()
      })
      kickOutbox()
      return done
    },

    discard(officer: Officer, id: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        if (store.seating(id)?.state !== 'prepared') return refuse('jk-not-prepared', 409)
        store.change(id, { state: 'discarded' })
        record(auditActor(officer), 'jk-seats.discarded', { of: `jk-seating:${id}` })
        return ok()
      })
    },

    /** The seat that a candidate has by the seating in force; null where there is none. */
    seatOf(candidateId: number): JkSeatOf | null {
      const seat = store.seatOf(candidateId)
      if (!seat) return null
      const { seatingId: seating, meritNumber: merit, choiceCode, institute, course, preference } = seat
      return { seating, merit, choiceCode, institute, course, preference, releasedAt: seat.releasedAt! }
    },
  }
}

export type JkSeats = ReturnType<typeof createJkSeats>
