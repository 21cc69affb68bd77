import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import { choicesIn, mostJkChoices, seatByMerit, seatingEffects } from '#server/domain/seats/jk-seating.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { Officer, StaffMember } from '#server/domain/terms/staff.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { JkAdmit, JkChoices, JkSeatCount, JkUndo } from './schema'
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
    const inForce = store.inForce()
    const admitted = new Map(
      (inForce ? store.seated(inForce.id) : [])
        .filter(({ admittedAt }) => admittedAt !== null)
        .map((seat) => [seat.candidateId, seat]),
    )
    return seatByMerit(counts, wishes, admitted).map(({ candidateId, merit, choiceCode, preference }) => {
      const { institute, course } = admitted.get(candidateId) ?? seats.get(choiceCode)!
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

  /**
   * Writes the choices of a candidate, null for none. Candidates did not enter them themselves, so each hears what was
   * recorded, and what that replaced and why. Joins the caller's transaction.
   */
  function putChoices(candidateId: number, choices: string | null, reason: string | null, by: number): void {
    const before = store.choicesOf(candidateId)
    if (choices === null) store.removeChoices(candidateId, clock.portal(), by)
    else if (before?.choices === choices) store.putChoices({ candidateId, ...before, recordedBy: by })
    else {
      const row = { candidateId, choices, recordedAt: clock.portal(), recordedBy: by }
      store.putChoices({ ...row, was: before?.choices ?? null, reason: before ? reason : null })
    }
    if ((before?.choices ?? null) === choices) return
    const listed = (codes: string) => codes.replaceAll(',', ', ')
    if (before)
      deps.tell(candidateId, 'jk-choices-changed', (language) => ({
        was: listed(before.choices),
        choices: choices === null ? translate(language, 'jkseats:choices.none') : listed(choices),
        reason: reason ?? translate(language, 'jkseats:choices.taken-out'),
      }))
    else if (choices !== null)
      deps.tell(candidateId, 'jk-choices', { choiceCode: choices.split(',')[0]!, choices: listed(choices) })
  }

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
    tables: [jkSeatTable({ store }), jkChoiceTable({ store, record: putChoices })],

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
        else store.removeSeats(choiceCode, officer.id)
        record(auditActor(officer), 'jk-seats.seats-set', { of: `choice-code:${choiceCode}` }, { choiceCode, count })
        return ok()
      })
    },

    /** Records the choices that a candidate of the J&K list has told the desk. */
    recordChoices(officer: StaffMember, { applicationId, choices: typed, reason }: JkChoices): Result<undefined> {
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
        if (candidate.choices !== null && candidate.choices !== choices.join(',') && !reason)
          return fault('reason', 'jkReason.required')
        putChoices(candidateId, choices.join(','), reason ?? null, officer.id)
        record(auditActor(officer), 'jk-seats.choices-recorded', { candidateId }, { choices: choices.join(' ') })
        return ok()
      })
    },

    /**
     * The institute of the seat records that it has admitted its holder. Refusals: `jk-not-here` (404) where the holder is
     * not of that institute and seat now, `already-admitted` (409).
     */
    admit(officer: Officer, { applicationId, choiceCode }: JkAdmit): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const userId = applicationId.toUpperCase()
        const here = officer.role === 'institute' && officer.institute ? store.seatedAt(officer.institute) : []
        const holder = here.find((one) => one.userId === userId && one.choiceCode === choiceCode)
        if (!holder) return refuse('jk-not-here', 404)
        if (holder.admittedAt !== null) return refuse('jk-already-admitted', 409)
        const { candidateId, institute } = holder
        const admittedAt = clock.portal()
        store.putAdmission({ candidateId, choiceCode, admittedAt, admittedBy: officer.id })
        record(auditActor(officer), 'jk-seats.admitted', { candidateId }, { choiceCode })
        deps.tell(candidateId, 'jk-admitted', (language) => ({
          institute,
          choiceCode,
          at: formatDateTime(admittedAt, language),
        }))
        return ok()
      })
    },

    /** The cell takes back an admission that the institute recorded by mistake; the seat stays. */
    undoAdmission(officer: StaffMember, { applicationId, reason }: JkUndo): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const inForce = store.inForce()
        const userId = applicationId.toUpperCase()
        const holder = (inForce ? store.seated(inForce.id) : []).find((one) => one.userId === userId)
        if (!holder || holder.admittedAt === null) return fault('applicationId', 'jkApplicationId.not-admitted')
        const { candidateId, institute, choiceCode } = holder
        store.removeAdmission(candidateId)
        record(auditActor(officer), 'jk-seats.admission-undone', { candidateId }, { choiceCode, reason })
        deps.tell(candidateId, 'jk-admission-undone', { institute, choiceCode, reason })
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
