import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import { auditActor, type RecordAct } from '../../domain/audit'
import type { CandidateFacts } from '../../domain/details'
import { type StepNumber, steps as stepSlugs } from '../../domain/journey'
import type { MessageTemplate } from '../../domain/message-templates'
import { type Move, momentOf, movesOf, type OrderKind, overtaken, stepsIn } from '../../domain/orders'
import type { Activity } from '../../domain/schedule'
import { isSecondPerson, type StaffRole } from '../../domain/staff'
import { formatDateTime } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import { type Bilingual, type Language, languages } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import { hours, type Instant } from '../../kernel/time'
import type { AdmitLate, Correct, Extend, Outage } from './schema'
import type { NamedOrder, OrdersStore } from './store'

type Officer = { id: number; loginName: string; role: StaffRole }
type Authorised = { orderNumber: string; authority: string; reason: string }

export type OrdersDeps = {
  db: Database
  store: OrdersStore
  clock: Pick<Clock, 'portal'>
  course: Pick<CourseProfile, 'courseShortTitle'>
  record: RecordAct
  schedule(): readonly Activity[]
  /** Moves closings of the schedule; in the caller's transaction. */
  moveClosings(moves: readonly Move[]): void
  facts(candidateId: number): CandidateFacts
  /** Opens steps of a submitted form; in the caller's transaction. */
  revert(candidateId: number, steps: readonly StepNumber[]): void
  /** How many a message to everybody reaches. */
  countEverybody(): number
  /** Tells everybody what two persons have answered for; in the caller's transaction. */
  tellEverybody(
    by: { preparedBy: number; releasedBy: number },
    words: Record<'title' | 'body' | 'sms', Bilingual>,
  ): void
  announce(message: {
    candidateId: number | null
    channel: 'sms' | 'email'
    to: string
    template: MessageTemplate
    language: Language
    params: Record<string, string>
  }): void
  kickOutbox(): void
}

/** What an outage of that length would move, what would then begin too early, and how many would be told. */
export type OutagePreview = { moves: Move[]; overtaken: Activity[]; told: number }

/** An order as the desk shows it; `moves` of an outage as they were prepared. */
export type Order = Omit<NamedOrder, 'moves'> & { moves: Move[]; correctSteps: StepNumber[] }

const orderOf = ({ moves, ...row }: NamedOrder): Order => ({
  ...row,
  moves: moves === null ? [] : (JSON.parse(moves) as Move[]),
  correctSteps: stepsIn(row.steps),
})

/**
 * Special orders: with number, authority and reason, prepared by one person, in force once another has released them.
 * Every deadline of a candidate honours them. Source: decisions §12, help desk.
 */
export function createOrders(deps: OrdersDeps) {
  const { db, store, clock, course, record, announce } = deps

  const untilOf = ({ date, time }: { date: string; time: string }): Result<Instant> => {
    const until = momentOf(date, time)
    if (until === null) return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'orderDate.invalid' }] })
    return until > clock.portal()
      ? ok(until)
      : refuse('check-answers', 422, { fields: [{ field: 'date', code: 'orderDate.past' }] })
  }

  const candidateOf = (applicationId: string) => {
    const candidate = store.candidate(applicationId.toUpperCase())
    return candidate
      ? ok(candidate)
      : refuse('check-answers', 422, { fields: [{ field: 'applicationId', code: 'orderApplicationId.unknown' }] })
  }

  function prepare(
    actor: Officer,
    { orderNumber, authority, reason }: Authorised,
    row: Pick<Parameters<OrdersStore['add']>[0], 'kind'> & Partial<Parameters<OrdersStore['add']>[0]>,
  ): Result<number> {
    const order = store.add({
      ...row,
      orderNumber,
      authority,
      reason,
      preparedBy: actor.id,
      preparedAt: clock.portal(),
    })
    const subject = row.candidateId == null ? { of: `order:${order}` } : { candidateId: row.candidateId }
    record(auditActor(actor), 'orders.prepared', subject, { order, kind: row.kind, orderNumber })
    return ok(order)
  }

  /** Whether a form can be opened by an order: it was submitted, and is not with the candidate already. */
  function mayCorrect(candidateId: number): Result<undefined> {
    const { submittedAt, revertedAt } = deps.facts(candidateId)
    if (submittedAt === null) return refuse('order-not-submitted', 409)
    return revertedAt === null ? ok() : refuse('order-reverted-already', 409)
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

  /** Tells whoever an order is for what they may do now, and until when; of an outage everybody. */
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
      // Nobody knows yet in which language they read.
      for (const language of languages) {
        const by = formatDateTime(order.until, language)
        const params = { reference: order.orderNumber, by }
        announce({ candidateId: null, channel: 'sms', to: order.mobile!, template: 'late-admission', language, params })
      }
      return
    }
    const { id: candidateId, userId, mobile, email, language } = store.candidateById(order.candidateId)
    const steps = order.correctSteps.map((step) => translate(language, `shell:menu.${stepSlugs[step]!}`)).join(', ')
    const next =
      order.kind === 'correct'
        ? translate(language, 'orders:next.correct', { steps })
        : translate(language, 'orders:next.extend')
    const params = { userId, reference: order.orderNumber, by: formatDateTime(order.until, language), next }
    for (const [channel, to] of [
      ['sms', mobile],
      ['email', email],
    ] as const)
      announce({ candidateId, channel, to, template: 'special-order', language, params })
  }

  /** What releasing an order does. Runs in the transaction of the release. */
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

  return {
    waiting: (): Order[] => store.waiting().map(orderOf),
    decided: (): Order[] => store.decided(50).map(orderOf),
    preview,

    admitLate(actor: Officer, input: AdmitLate): Result<number> {
      const until = untilOf(input)
      if (!until.ok) return until
      return db.transact((): Result<number> => {
        if (store.hasAccount(input.mobile))
          return refuse('check-answers', 422, { fields: [{ field: 'mobile', code: 'orderMobile.registered' }] })
        return prepare(actor, input, { kind: 'admit-late', mobile: input.mobile, until: until.value })
      })
    },

    extend(actor: Officer, input: Extend): Result<number> {
      const until = untilOf(input)
      if (!until.ok) return until
      return db.transact((): Result<number> => {
        const candidate = candidateOf(input.applicationId)
        if (!candidate.ok) return candidate
        return prepare(actor, input, { kind: 'extend', candidateId: candidate.value.id, until: until.value })
      })
    },

    correct(actor: Officer, input: Correct): Result<number> {
      const until = untilOf(input)
      if (!until.ok) return until
      const ticked = [input.step0, input.step1, input.step2, input.step3, input.step4, input.step5, input.step6]
      const steps = ticked.reduce((mask, isTicked, step) => mask | (isTicked ? 1 << step : 0), 0)
      if (!steps) return refuse('check-answers', 422, { fields: [{ field: 'step0', code: 'orderSteps.required' }] })
      return db.transact((): Result<number> => {
        const candidate = candidateOf(input.applicationId)
        if (!candidate.ok) return candidate
        const may = mayCorrect(candidate.value.id)
        if (!may.ok) return may
        return prepare(actor, input, { kind: 'correct', candidateId: candidate.value.id, until: until.value, steps })
      })
    },

    /** An outage whose preview was agreed to. */
    outage(actor: Officer, input: Outage): Result<number> {
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

    /** Another person puts an order in force; anybody of them may refuse it. */
    decide(actor: Officer, id: number, outcome: 'released' | 'refused'): Result<{ kind: OrderKind }> {
      const result = db.transact((): Result<{ kind: OrderKind }> => {
        const row = store.order(id)
        if (!row) return refuse('unknown-order', 404)
        if (row.decidedAt !== null) return refuse('order-decided', 409)
        const order = orderOf(row)
        if (outcome === 'released') {
          if (!isSecondPerson([order.preparedBy], actor)) return refuse('order-second-person', 403)
          const done = carryOut(order)
          if (!done.ok) return done
          tell(order, actor.id)
        }
        store.decide(id, { decidedBy: actor.id, decidedAt: clock.portal(), outcome })
        const subject = order.candidateId === null ? { of: `order:${id}` } : { candidateId: order.candidateId }
        const act = outcome === 'released' ? 'orders.released' : 'orders.refused'
        record(auditActor(actor), act, subject, { order: id, kind: order.kind, orderNumber: order.orderNumber })
        return ok({ kind: order.kind })
      })
      deps.kickOutbox()
      return result
    },

    moreTime: store.moreTime,

    /** May this number register though registration is over? */
    isAdmittedLate: (mobile: string): boolean => store.lateAdmission(mobile, clock.portal()) !== undefined,

    /** A late admission is used up by the account that it made; from now on it gives that candidate time. */
    bind(candidateId: number, mobile: string): void {
      const order = store.lateAdmission(mobile, clock.portal())
      if (order) store.bind(order.id, candidateId)
    },
  }
}

export type Orders = ReturnType<typeof createOrders>
