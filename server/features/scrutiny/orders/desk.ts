import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import { isAboutCandidature } from '#server/domain/admission/exclusion.ts'
import { type Move, momentOf, movesOf, overtaken, stepsIn } from '#server/domain/admission/orders.ts'
import { isSeatOrder } from '#server/domain/admission/seat-orders.ts'
import type { NamedZone } from '#server/domain/allotment/zone.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { Send, Tell } from '#server/domain/messages/message-templates.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { type StepNumber, steps as stepSlugs } from '#server/domain/terms/journey.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { stateOf } from '#server/domain/terms/states.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Bilingual, type Language, languages } from '#server/kernel/languages.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours, type Instant } from '#server/kernel/time.ts'
import { type CandidatureWish, createExclusions } from './exclusions'
import type { AdmitLate, CandidatureOrder, Correct, Extend, Outage, SeatOrder } from './schema'
import { createSeatOrders, type SeatOfOrder, type SeatOrderPreview, type SeatOrdersDeps } from './seat-orders'
import type { NamedOrder, OrdersStore } from './store'

const shape: ListShape = {
  list: 'orders',
  columns: [
    { key: 'id', kind: 'text', isSortable: true },
    { key: 'orderNumber', kind: 'text' },
    { key: 'kind', kind: 'text' },
    { key: 'userId', kind: 'text' },
    { key: 'fullName', kind: 'written' },
    { key: 'state', kind: 'text' },
    { key: 'authority', kind: 'written', isExtra: true },
    { key: 'reason', kind: 'written', isExtra: true },
    { key: 'until', kind: 'time', isExtra: true },
    { key: 'preparedAt', kind: 'time', isExtra: true },
    { key: 'preparedByName', kind: 'text', isExtra: true },
    { key: 'decidedAt', kind: 'time', needsRoom: true },
    { key: 'decidedByName', kind: 'text', needsRoom: true },
  ],
  filters: ['orderNumber', 'ofKind', 'state', 'applicationId'],
  order: '-id',
}

type Authorised = { orderNumber: string; authority: string; reason: string }

type OrdersDeps = {
  db: Database
  store: OrdersStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'courseShortTitle'>
  record: RecordAct
  releases: Releases
  schedule(): readonly Activity[]
  /** Moves closings of the schedule; joins the caller's transaction. */
  moveClosings(moves: readonly Move[]): void
  facts(candidateId: number): CandidateFacts
  /** Opens steps of a submitted form; joins the caller's transaction. */
  revert(candidateId: number, steps: readonly StepNumber[]): void
  /** The number of candidates that a message to everybody reaches. */
  countEverybody(): number
  /** Tells everybody about an act that two persons have approved; joins the caller's transaction. */
  tellEverybody(
    by: { preparedBy: number; releasedBy: number },
    words: Record<'title' | 'body' | 'sms', Bilingual>,
  ): void
  /** Take a candidate out of the admission, or back in; both join the caller's transaction. */
  exclude(candidateId: number): void
  readmit(candidateId: number): void
  tell: Tell
  send: Send
} & Pick<SeatOrdersDeps, 'seats' | 'zones' | 'onSeatChanged'>

/**
 * The closings that an outage would move, the activities that would then begin too early, and the number of people
 * told.
 */
export type OutagePreview = { moves: Move[]; overtaken: Activity[]; told: number }

/**
 * An order as the desk shows it. The `moves` of an outage are those prepared; `seat` and `zone`: the seat that an order
 * is about, and the others whom it concerns, null if there are none.
 */
export type Order = Omit<NamedOrder, 'moves' | 'zone'> & {
  moves: Move[]
  correctSteps: StepNumber[]
  seat: SeatOfOrder | null
  zone: NamedZone | null
}

/**
 * Special orders: with number, authority and reason, prepared by one person, in force once another has released them.
 * Every deadline of a candidate respects them. Source: rules §12.2.
 */
export function createOrders(deps: OrdersDeps) {
  const { db, store, clock, course, record } = deps
  const seatOrders = createSeatOrders(deps)
  const exclusions = createExclusions(deps, seatOrders)

  const orderOf = ({ moves, ...row }: NamedOrder): Order => ({
    ...row,
    moves: moves === null ? [] : (JSON.parse(moves) as Move[]),
    correctSteps: stepsIn(row.steps),
    ...seatOrders.influenceOf(row),
  })

  const untilOf = ({ date, time }: { date: string; time: string }): Result<Instant> => {
    const until = momentOf(date, time)
    if (until === null) return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'orderDate.invalid' }] })
    return until > clock.portal()
      ? ok(until)
      : refuse('check-answers', 422, { fields: [{ field: 'date', code: 'orderDate.past' }] })
  }

  /** The candidate's row number; the fault names the field. */
  const candidateOf = (applicationId: string): Result<number> => {
    const candidate = store.candidateId(applicationId.toUpperCase())
    return candidate !== undefined
      ? ok(candidate)
      : refuse('check-answers', 422, { fields: [{ field: 'applicationId', code: 'orderApplicationId.unknown' }] })
  }

  function prepare(
    actor: StaffMember,
    { orderNumber, authority, reason }: Authorised,
    row: Pick<Parameters<OrdersStore['add']>[0], 'kind'> & Partial<Parameters<OrdersStore['add']>[0]>,
  ): Result<number> {
    const order = store.add({
      ...row,
      orderNumber,
      authority,
      reason,
      state: 'prepared',
      preparedBy: actor.id,
      preparedAt: clock.portal(),
    })
    const subject = row.candidateId == null ? { of: `order:${order}` } : { candidateId: row.candidateId }
    record(auditActor(actor), 'orders.prepared', subject, { order, kind: row.kind, orderNumber })
    return ok(order)
  }

  /** Says if an order can open a form: it was submitted, and is not already back with the candidate. */
  function mayCorrect(candidateId: number): Result<undefined> {
    const state = stateOf(deps.facts(candidateId))
    if (state === 'excluded') return refuse('order-excluded', 409)
    if (state === 'draft') return refuse('order-not-submitted', 409)
    return state === 'reverted' ? refuse('order-reverted-already', 409) : ok()
  }

  function preview({ date, time, hours: length }: Pick<Outage, 'date' | 'time' | 'hours'>): Result<OutagePreview> {
    const since = momentOf(date, time)
    if (since === null) return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'outageDate.invalid' }] })
    if (since > clock.portal())
      return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'outageDate.future' }] })
    const moves = movesOf(deps.schedule(), since, length)
    if (!moves.length) return refuse('outage-moves-nothing')
    return ok({ moves, overtaken: overtaken(deps.schedule(), moves), told: deps.countEverybody() })
  }

  /** The new closings, in one language. */
  function wordsOfOutage({ moves }: Order, language: Language) {
    const titles = new Map(deps.schedule().map(({ key, title }) => [key, title[language]]))
    const lines = moves.map(({ key, to }) =>
      translate(language, 'orders:told.line', { title: titles.get(key)!, by: formatDateTime(to, language) }),
    )
    return {
      title: translate(language, 'orders:told.title'),
      body: [translate(language, 'orders:told.body'), lines.join('\n')].join('\n\n'),
      sms: translate(language, 'orders:told.sms', { course: course.courseShortTitle[language] }),
    }
  }

  /** Tells the candidate of an order what they may do now, and until when; for an outage, tells everybody. */
  function tell(order: Order, releasedBy: number): void {
    if (order.kind === 'outage') {
      const [en, mr] = [wordsOfOutage(order, 'en'), wordsOfOutage(order, 'mr')]
      deps.tellEverybody(
        { preparedBy: order.preparedBy, releasedBy },
        {
          title: { en: en.title, mr: mr.title },
          body: { en: en.body, mr: mr.body },
          sms: { en: en.sms, mr: mr.sms },
        },
      )
      return
    }
    if (order.until === null) return
    if (order.candidateId === null) {
      // The portal does not know their language yet.
      for (const language of languages) {
        const by = formatDateTime(order.until, language)
        const params = { reference: order.orderNumber, by }
        deps.send({
          candidateId: null,
          channel: 'sms',
          to: order.mobile!,
          template: 'late-admission',
          language,
          params,
        })
      }
      return
    }
    const { until } = order
    deps.tell(order.candidateId, 'special-order', (language) => {
      const steps = order.correctSteps
        .map((step) => translate(language, `signedin:menu.${stepSlugs[step]!}`))
        .join(', ')
      const next =
        order.kind === 'correct'
          ? translate(language, 'orders:next.correct', { steps })
          : translate(language, 'orders:next.extend')
      return { reference: order.orderNumber, by: formatDateTime(until, language), next }
    })
  }

  /** Carries out a released order, in the transaction of the release. */
  function carryOut(order: Order): Result<undefined> {
    if (order.kind === 'outage') {
      const now = movesOf(deps.schedule(), order.since!, order.hours!)
      if (JSON.stringify(now) !== JSON.stringify(order.moves)) return refuse('order-stale', 409)
      deps.moveClosings(order.moves)
      store.moveOpenOrders(order.since!, hours(order.hours!))
      return ok()
    }
    if (order.until! <= clock.portal()) return refuse('order-lapsed', 409)
    if (order.kind === 'correct') {
      const may = mayCorrect(order.candidateId!)
      if (!may.ok) return may
      deps.revert(order.candidateId!, order.correctSteps)
    }
    if (order.kind === 'admit-late' && store.hasAccount(order.mobile!)) return refuse('order-registered', 409)
    return ok()
  }

  const release = deps.releases.of<NamedOrder>({
    kind: 'order',
    find: store.order,
    refusals: { unknown: 'unknown-order', decided: 'order-decided' },
    acts: { release: 'orders.released', discard: 'orders.refused' },
    subject: ({ id, candidateId }) => (candidateId === null ? { of: `order:${id}` } : { candidateId }),
    detail: ({ id, kind, orderNumber }) => ({ order: id, kind, orderNumber }),
    onRelease(row, by) {
      if (isSeatOrder(row.kind))
        return row.until !== null && row.until <= clock.portal()
          ? refuse('order-lapsed', 409)
          : seatOrders.carryOut(row)
      if (isAboutCandidature(row.kind)) return exclusions.carryOut(row, row.kind)
      const order = orderOf(row)
      const done = carryOut(order)
      if (done.ok) tell(order, by.id)
      return done
    },
  })

  const wishOf = (input: SeatOrder, candidateId: number) => ({
    kind: input.intent,
    candidateId,
    isSupernumerary: 'supernumerary' in input && input.supernumerary === true,
  })
  const deadlineOf = (input: SeatOrder): Result<Instant | null> => ('date' in input ? untilOf(input) : ok(null))

  /** The seat and the others whom an order about it would concern. It names candidates, so the look is logged. */
  async function previewSeat(actor: StaffMember, input: SeatOrder) {
    const until = deadlineOf(input)
    if (!until.ok) return until
    const candidate = candidateOf(input.applicationId)
    if (!candidate.ok) return candidate
    const shown = await seatOrders.preview(wishOf(input, candidate.value))
    if (shown.ok) {
      const detail = { kind: input.intent, affected: shown.value.zone?.others.length ?? 0 }
      record(auditActor(actor), 'orders.zone-read', { candidateId: candidate.value }, detail)
    }
    return shown
  }

  const aboutOf = (input: CandidatureOrder): Result<CandidatureWish> => {
    const candidate = candidateOf(input.applicationId)
    if (!candidate.ok) return candidate
    const kept = 'kept' in input && input.kept ? store.candidateId(input.kept.toUpperCase()) : null
    if (kept === undefined)
      return refuse('check-answers', 422, { fields: [{ field: 'kept', code: 'orderKept.unknown' }] })
    return ok({ kind: input.intent, candidateId: candidate.value, keptId: kept })
  }

  /** What an order about a candidature would do. It may name candidates, so the look is logged. */
  async function previewCandidature(actor: StaffMember, input: CandidatureOrder) {
    const wish = aboutOf(input)
    if (!wish.ok) return wish
    const shown = await exclusions.preview(wish.value)
    if (!shown.ok) return shown
    const { seat } = shown.value
    const { kind, candidateId } = wish.value
    if (seat?.zone?.others.length)
      record(auditActor(actor), 'orders.zone-read', { candidateId }, { kind, affected: seat.zone.others.length })
    return ok({ wish: wish.value, fullName: store.fullName(candidateId), seat })
  }

  return {
    /** Pending orders, each marked if this person may release it. Those about a seat name others: the look is logged. */
    waiting: (actor: StaffMember): (Order & { mayRelease: boolean })[] =>
      store.waiting().map((row) => {
        const order = { ...orderOf(row), mayRelease: release.mayRelease(row, actor) }
        if (order.zone?.others.length)
          record(auditActor(actor), 'orders.zone-read', { candidateId: row.candidateId! }, { order: row.id })
        return order
      }),
    /** True while an order about this candidate waits for a second person. */
    isWaitingFor: store.isWaitingFor,
    /** An order that has been decided. */
    decided(id: number): Order | null {
      const row = store.order(id)
      return row && row.state !== 'prepared' ? orderOf(row) : null
    },
    /** Every order, the newest first. */
    list: listOfStore({ shape, reader: store.list, reach: (_: StaffMember) => ({}) }),
    preview,

    admitLate(actor: StaffMember, input: AdmitLate): Result<number> {
      const until = untilOf(input)
      if (!until.ok) return until
      return db.transact((): Result<number> => {
        if (store.hasAccount(input.mobile))
          return refuse('check-answers', 422, { fields: [{ field: 'mobile', code: 'orderMobile.registered' }] })
        return prepare(actor, input, { kind: 'admit-late', mobile: input.mobile, until: until.value })
      })
    },

    extend(actor: StaffMember, input: Extend): Result<number> {
      const until = untilOf(input)
      if (!until.ok) return until
      return db.transact((): Result<number> => {
        const candidate = candidateOf(input.applicationId)
        if (!candidate.ok) return candidate
        return prepare(actor, input, { kind: 'extend', candidateId: candidate.value, until: until.value })
      })
    },

    correct(actor: StaffMember, input: Correct): Result<number> {
      const until = untilOf(input)
      if (!until.ok) return until
      const ticked = [input.step0, input.step1, input.step2, input.step3, input.step4, input.step5, input.step6]
      const steps = ticked.reduce((mask, isTicked, step) => mask | (isTicked ? 1 << step : 0), 0)
      if (!steps) return refuse('check-answers', 422, { fields: [{ field: 'step0', code: 'orderSteps.required' }] })
      return db.transact((): Result<number> => {
        const candidate = candidateOf(input.applicationId)
        if (!candidate.ok) return candidate
        const may = mayCorrect(candidate.value)
        if (!may.ok) return may
        return prepare(actor, input, { kind: 'correct', candidateId: candidate.value, until: until.value, steps })
      })
    },

    /** Prepares an outage whose preview was agreed to. */
    outage(actor: StaffMember, input: Outage): Result<number> {
      return db.transact((): Result<number> => {
        const shown = preview(input)
        if (!shown.ok) return shown
        return prepare(actor, input, {
          kind: 'outage',
          since: momentOf(input.date, input.time),
          hours: input.hours,
          moves: JSON.stringify(shown.value.moves),
        })
      })
    },

    /** Shows whom an order about a seat would concern; nothing is prepared. Takes as long as the round. */
    async previewSeat(actor: StaffMember, input: SeatOrder): Promise<Result<SeatOrderPreview & { fullName: string }>> {
      const shown = await previewSeat(actor, input)
      return shown.ok ? ok({ ...shown.value, fullName: store.fullName(shown.value.offer.candidateId) }) : shown
    },

    /** Prepares an order about a seat whose preview was agreed to. */
    async seat(actor: StaffMember, input: SeatOrder): Promise<Result<number>> {
      const shown = await previewSeat(actor, input)
      if (!shown.ok) return shown
      const { offer, stored } = shown.value
      return db.transact((): Result<number> => {
        const wish = wishOf(input, offer.candidateId)
        const still = seatOrders.isCurrent(wish, stored)
        if (!still.ok) return still
        const until = deadlineOf(input)
        if (!until.ok) return until
        const { kind, candidateId, isSupernumerary } = wish
        const about = { round: offer.round, until: until.value, zone: JSON.stringify(stored) }
        return prepare(actor, input, { kind, candidateId, isSupernumerary, ...about })
      })
    },

    /** Shows what an order about a candidature would do; nothing is prepared. Takes as long as the round. */
    previewCandidature,

    /** Prepares an order about a candidature whose preview was agreed to. */
    async candidature(actor: StaffMember, input: CandidatureOrder): Promise<Result<number>> {
      const shown = await previewCandidature(actor, input)
      if (!shown.ok) return shown
      const { wish, seat } = shown.value
      return db.transact((): Result<number> => {
        const still = exclusions.isCurrent(wish, seat?.stored ?? null)
        if (!still.ok) return still
        const about = { round: seat?.offer.round ?? null, zone: seat ? JSON.stringify(seat.stored) : null }
        return prepare(actor, input, { ...wish, ...about })
      })
    },

    release: release.release,

    /** Any officer may refuse an order that is not in force. */
    refuse: release.discard,
  }
}
