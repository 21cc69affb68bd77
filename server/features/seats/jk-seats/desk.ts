import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import { choicesIn, mostJkChoices, seatByMerit, seatingEffects } from '#server/domain/seats/jk-seating.ts'
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
type JkDesk = {
  seats: JkSeatRow[]
  /** Null if there is no published final merit list yet. */
  listed: Listed[] | null
  /** `hasHand`: this officer set seats or recorded choices that it is made from. */
  prepared:
    | (NamedSeating & {
        effects: ReturnType<typeof seatingEffects<SeatedPerson>>
        mayRelease: boolean
        hasHand: boolean
        isCurrent: boolean
      })
    | null
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

  /** Tells a candidate of a seat that is new, moved or lost, and that the letter of the old one no longer counts. */
  function tell({ effect, before, after }: ReturnType<typeof effectsOf>[number]): void {
    const seat = after ?? before!
    const { candidateId, choiceCode, institute, course: branch, preference } = seat
    const named = { choiceCode, institute, branch, preference: String(preference) }
    if (effect === 'gains') deps.tell(candidateId, 'jk-seat', named)
    if (effect === 'moves')
      deps.tell(candidateId, 'jk-seat-moved', { ...named, was: before!.choiceCode, wasInstitute: before!.institute })
    if (effect === 'loses') deps.tell(candidateId, 'jk-seat-lost', { choiceCode })
  }

  /** What releasing this seating does to everybody who has a seat or would get one. */
  function effectsOf(id: number) {
    const inForce = store.inForce()
    return seatingEffects(inForce ? store.seated(inForce.id) : [], store.seated(id))
  }
  /** Does the release take or move a seat that somebody has? */
  const isCostly = (id: number) => effectsOf(id).some(({ effect }) => effect === 'moves' || effect === 'loses')

  /** The people who would have to leave a choice code with so many seats. */
  function mostLosing({ choiceCode, count }: Pick<JkSeatCount, 'choiceCode' | 'count'>): number {
    const inForce = store.inForce()
    const seated = inForce ? store.seated(inForce.id).filter((seat) => seat.choiceCode === choiceCode).length : 0
    return Math.max(0, seated - count)
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
    handRefusal: 'jk-own-seats',
    hands: ({ preparedBy }) => [preparedBy, ...store.recorders()],
    mayRelease: (seating) => (isCurrent(seating) ? ok() : refuse('jk-stale', 409)),
    /** Replaces the seating in force, and tells every candidate whose seat changed or lapsed. */
    onRelease({ id }) {
      const effects = effectsOf(id)
      const before = store.inForce()
      if (before) release.move(before.id, 'supersede')
      effects.forEach(tell)
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
              effects: effectsOf(prepared.id),
              mayRelease: release.mayRelease(prepared, officer),
              hasHand: store.recorders().includes(officer.id),
              isCurrent: isCurrent(prepared),
            }
          : null,
        released: released ? { ...released, seats: store.seated(released.id) } : null,
      }
    },

    mostLosing,

    /** Sets how many seats a choice code of the seat matrix has for J&K migrants. */
    setSeats(officer: StaffMember, { choiceCode, count, agreed }: JkSeatCount): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const course = store.course(choiceCode)
        if (!course) return fault('choiceCode', 'jkChoiceCode.unknown')
        if (mostLosing({ choiceCode, count }) && !agreed) return refuse('jk-cut', 409)
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

    /** Puts a seating in force. `agreed`: the officer has seen who moves and who loses a seat, if anybody does. */
    release: (officer: StaffMember, id: number, agreed: boolean): Result<unknown> =>
      release.release(officer, id, () => (agreed || !isCostly(id) ? ok() : fault('agreed', 'jkAgreed.required'))),
    discard: release.discard,
  }
}
