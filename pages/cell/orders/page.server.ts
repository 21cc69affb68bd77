import { placesOf } from '#pages/parts/allotment/seat-places.ts'
import { seatInWords } from '#pages/parts/allotment/ZoneTable.tsx'
import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import { type OrderKind, orderKinds } from '#server/domain/admission/orders.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { Order } from '#server/features/scrutiny/orders/order.ts'
import type { OutagePreview } from '#server/features/scrutiny/orders/outage.ts'
import {
  AdmitLate,
  CancelAllotment,
  CancelApplication,
  type CandidatureOrder,
  Correct,
  Debar,
  Extend,
  OrderDecision,
  Outage,
  Readmit,
  RestoreAllotment,
  type SeatOrder,
  WithdrawAcceptance,
  WithdrawAdmission,
} from '#server/features/scrutiny/orders/schema.ts'
import type { Given, SeatOrderPreview, Withdrawal } from '#server/features/scrutiny/orders/seat-orders.ts'
import type { FormOutcome } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'

export const texts = ['orders', 'allotment', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.orders')

/** The orders that wait, all of them, and the kind of the order being written (`?kind=`). */
export function load(page: DeskPage) {
  const { services, query } = page
  const actor = page.actor
  const view = (order: Order) => viewOf(page, order)
  const kind = orderKinds.find((kind) => kind === query.kind) ?? null
  const applicationId = query.applicationId?.slice(0, 20) ?? null
  const may = kind && applicationId ? services.orders.mayBegin(kind, applicationId) : null
  const opened = services.orders.decided(writtenNumber(query.order) ?? 0)
  return {
    kind,
    /** From the candidate's page. */
    applicationId,
    /** Why an order of this kind about that candidate cannot be begun; null if it can. */
    barredBy: may && !may.ok ? page.invalid(may.refusal).form.message : null,
    /** From a suspected duplicate: the application that goes on. */
    kept: query.kept?.slice(0, 20) ?? null,
    /** Candidates whose own longer time runs out soon, or has. */
    clocks: services.specialClocks.list(actor).map(({ act, reason, userId, fullName, endsAt, isOver }, key) => ({
      key,
      act,
      reason,
      userId,
      fullName,
      ends: formatDateTime(endsAt, page.language),
      isOver,
    })),
    waiting: services.orders.waiting(actor).map((order) => ({
      ...view(order),
      follows: [
        ...(order.given ? givenInWords(page, order.given) : []),
        ...(order.withdrawal ? withdrawalInWords(page, order.withdrawal, order.kind) : []),
      ],
      mayRelease: order.mayRelease,
      namesakes: order.namesakes,
      /** The time that it gives has run out: it can only be refused. */
      isLapsed: order.until !== null && order.until <= services.clock.portal(),
    })),
    /** A decided order, opened from the list (`?order=`). */
    opened: opened && view(opened),
    list: listView(page, services.deskLists.lists.orders),
  }
}

/** An order in words, for the lists. */
function viewOf(page: DeskPage, order: Order) {
  const { services, language } = page
  const time = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  const titleOf = (key: string) => services.notices.activity(key)?.title[language] ?? key
  const { id, kind, userId, fullName, mobile, orderNumber, authority, reason, state, correctSteps, hours } = order
  const { round, isSupernumerary, seat, zone, keptUserId } = order
  return {
    id,
    kind,
    userId,
    fullName,
    mobile,
    orderNumber,
    authority,
    reason,
    state,
    correctSteps,
    hours,
    round,
    isSupernumerary,
    seat,
    zone,
    places: placesOf(page, zone),
    keptUserId,
    until: time(order.until),
    since: time(order.since),
    moves: order.moves.map(({ key, from, to }) => ({ title: titleOf(key), from: time(from)!, to: time(to)! })),
    preparedByName: order.preparedByName,
    preparedAt: time(order.preparedAt)!,
    decidedByName: order.decidedByName,
    decidedAt: time(order.decidedAt),
  }
}

const here = (page: DeskPage) => href(page.cellBase, 'orders')

export function action(page: DeskPage) {
  switch (page.posted.intent) {
    case 'admit-late':
      return prepare(page, page.form(AdmitLate), (input) => page.services.orders.admitLate(page.actor, input))
    case 'extend':
      return prepare(page, page.form(Extend), (input) => page.services.orders.extend(page.actor, input))
    case 'correct':
      return prepare(page, page.form(Correct), (input) => page.services.orders.correct(page.actor, input))
    case 'outage':
      return outage(page)
    case 'withdraw-acceptance':
      return seat(page, page.form(WithdrawAcceptance))
    case 'cancel-allotment':
      return seat(page, page.form(CancelAllotment))
    case 'withdraw-admission':
      return seat(page, page.form(WithdrawAdmission))
    case 'restore-allotment':
      return seat(page, page.form(RestoreAllotment))
    case 'cancel-application':
      return candidature(page, page.form(CancelApplication))
    case 'debar':
      return candidature(page, page.form(Debar))
    case 'readmit':
      return candidature(page, page.form(Readmit))
    default:
      return decide(page)
  }
}

function prepare<Input>(page: DeskPage, form: Result<Input>, carry: (input: Input) => Result<number>) {
  if (!form.ok) return form
  const result = carry(form.value)
  if (!result.ok) return result
  return page.redirect(here(page), { type: 'success', key: 'orders:flash.prepared' })
}

/** Shows a preview first; prepares the order once the officer agrees to it. */
function outage(page: DeskPage) {
  const form = page.form(Outage)
  if (!form.ok) return form
  if (form.value.agreed) return prepare(page, form, (input) => page.services.orders.outage(page.actor, input))
  const shown = page.services.orders.preview(form.value)
  return shown.ok ? askBack(page, shown.value) : shown
}

function askBack(page: DeskPage, { moves, overtaken, told }: OutagePreview): FormOutcome {
  const { language, services, t } = page
  const time = (at: number) => formatDateTime(at, language)
  return confirmFirst(page, t('orders:outage.preview', { count: moves.length }), [
    ...moves.map(({ key, from, to }) =>
      t('orders:outage.move', {
        title: services.notices.activity(key)?.title[language] ?? key,
        from: time(from),
        to: time(to),
      }),
    ),
    ...overtaken.map((activity) =>
      t('orders:outage.overtaken', { title: activity.title[language], at: time(activity.opensAt) }),
    ),
    t('orders:outage.tells', { count: told }),
  ])
}

/** The form again, with the consequences to agree to. */
function confirmFirst(page: DeskPage, title: string, lines: string[]): FormOutcome {
  const { form } = page.invalid({ code: 'malformed', status: 400 })
  const confirm = { title, lines, submit: page.t('orders:new.submit'), name: 'agreed', value: 'true' }
  return { status: 409, form: { ...form, message: null, confirm } }
}

/** Shows first whom an order about a seat concerns; nothing is prepared until it is agreed to. */
async function seat(page: DeskPage, form: Result<SeatOrder>) {
  if (!form.ok) return form
  const { orders } = page.services
  if (form.value.agreed) {
    const prepared = await orders.seat(page.actor, form.value)
    return prepare(page, form, () => prepared)
  }
  const shown = await orders.previewSeat(page.actor, form.value)
  return shown.ok ? askBackSeat(page, form.value, shown.value) : shown
}

/** Shows first what an order about a candidature does; nothing is prepared until it is agreed to. */
async function candidature(page: DeskPage, form: Result<CandidatureOrder>) {
  if (!form.ok) return form
  const { orders } = page.services
  if (form.value.agreed) {
    const prepared = await orders.candidature(page.actor, form.value)
    return prepare(page, form, () => prepared)
  }
  const shown = await orders.previewCandidature(page.actor, form.value)
  if (!shown.ok) return shown
  const { seat, fullName } = shown.value
  const { t } = page
  const { applicationId, intent } = form.value
  const kept = 'kept' in form.value ? form.value.kept?.toUpperCase() : undefined
  const isOut = intent !== 'readmit'
  return confirmFirst(page, `${applicationId.toUpperCase()}, ${fullName}: ${t(`orders:kind.${intent}`)}`, [
    t(`orders:candidature.${intent}`),
    ...(kept ? [t('orders:candidature.kept', { kept })] : []),
    ...(isOut && !seat ? [t('orders:candidature.no-seat')] : []),
    ...(seat
      ? [t('orders:candidature.seat', { choiceCode: seat.offer.choiceCode, seatType: seat.offer.seatType })]
      : []),
    ...(seat ? othersInWords(page, seat.zone?.others ?? []) : []),
    ...(seat?.withdrawal ? withdrawalInWords(page, seat.withdrawal, intent) : []),
  ])
}

/** Whom the withdrawal of an admission is told to, and what becomes of seat, money and record, one a line. */
function withdrawalInWords({ t, language }: DeskPage, withdrawal: Withdrawal, kind: OrderKind): string[] {
  const { institute, admittedAt, hasAddress, nextRound, isSupernumerary, verifier } = withdrawal
  const time = (at: Instant) => formatDateTime(at, language)
  const seat = isSupernumerary ? 'nobody' : nextRound === null ? 'institute-level' : 'round'
  return [
    t('orders:withdrawal.admitted', { institute, at: time(admittedAt) }),
    t(hasAddress ? 'orders:withdrawal.told' : 'orders:withdrawal.told-desk', { institute }),
    t(`orders:withdrawal.seat.${seat}`, { round: nextRound ?? 0 }),
    t('orders:withdrawal.money'),
    ...(kind === 'withdraw-admission' ? [t('orders:withdrawal.stays')] : []),
    verifier
      ? t(verifier.isAtCentre ? 'orders:withdrawal.centre' : 'orders:withdrawal.officer', {
          name: verifier.name,
          at: time(verifier.at),
        })
      : t('orders:withdrawal.nobody'),
  ]
}

/** What the candidate reads that they have to do, and that an admission does not come back with the seat, one a line. */
function givenInWords({ t, language }: DeskPage, { inWords, admission }: Given): string[] {
  const next = inWords(language)
  return [
    ...(next ? [t('orders:given.next', { next })] : []),
    ...(admission
      ? [
          t('orders:given.admission', {
            institute: admission.institute,
            at: formatDateTime(admission.admittedAt, language),
          }),
          t(admission.hasAddress ? 'orders:given.told' : 'orders:given.told-desk', { institute: admission.institute }),
        ]
      : []),
  ]
}

/** The names that the question itself holds; the prepared order has all of them. */
const mostNamed = 100

function askBackSeat(
  page: DeskPage,
  input: SeatOrder,
  { offer, zone, fullName, withdrawal, given }: SeatOrderPreview & { fullName: string; given: Given | null },
): FormOutcome {
  const { t } = page
  const { round, choiceCode, seatType } = offer
  const isExtra = 'supernumerary' in input && input.supernumerary === true
  return confirmFirst(
    page,
    t('orders:seat.title', { userId: input.applicationId.toUpperCase(), fullName, round, choiceCode, seatType }),
    [
      t(isExtra ? 'orders:seat.what.supernumerary' : `orders:seat.what.${input.intent}`),
      ...othersInWords(page, zone?.others ?? []),
      ...(given ? givenInWords(page, given) : []),
      ...(withdrawal ? withdrawalInWords(page, withdrawal, input.intent) : []),
    ],
  )
}

/** The others whom an order about a seat concerns, one a line. */
function othersInWords(page: DeskPage, others: NonNullable<SeatOrderPreview['zone']>['others']): string[] {
  const { t } = page
  const places = placesOf(page, { others })
  if (!others.length) return [t('allotment:zone.none')]
  const lines = others.slice(0, mostNamed).map(({ userId, fullName, before, after, kind }) =>
    t('allotment:zone.line', {
      userId,
      fullName,
      before: seatInWords(before, places),
      after: seatInWords(after, places),
      effect: t(`allotment:zone.${kind}`),
    }),
  )
  const left = others.length - lines.length
  return left ? [...lines, t('allotment:zone.more', { count: left })] : lines
}

function decide(page: DeskPage) {
  const form = page.form(OrderDecision)
  if (!form.ok) return form
  const isReleased = form.value.intent === 'release'
  const result = page.services.orders[form.value.intent](page.actor, Number(form.value.order))
  if (!result.ok) return result
  if (!isReleased) return page.redirect(here(page), { type: 'info', key: 'orders:flash.refused' })
  const key = result.value.kind === 'outage' ? 'orders:flash.outage' : 'orders:flash.released'
  return page.redirect(here(page), { type: 'success', key })
}
