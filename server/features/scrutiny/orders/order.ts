import { type Move, stepsIn } from '#server/domain/admission/orders.ts'
import type { NamedZone } from '#server/domain/allotment/zone.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { stateOf } from '#server/domain/terms/states.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { OrdersDeps } from './deps'
import type { Releasing } from './release'
import type { Given, SeatOfOrder, SeatOrders, Withdrawal } from './seat-orders'
import type { NamedOrder, Namesake } from './store'

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

/** An order as its row and its seat say. */
export const readOrder =
  (seatOrders: Pick<SeatOrders, 'influenceOf'>) =>
  ({ moves, ...row }: NamedOrder): Order => ({
    ...row,
    moves: moves === null ? [] : (JSON.parse(moves) as Move[]),
    correctSteps: stepsIn(row.steps),
    ...seatOrders.influenceOf(row),
  })

/** Says if an order can open a form: it was submitted, and is not already back with the candidate. */
export function mayCorrect({ application }: Pick<OrdersDeps, 'application'>, candidateId: number): Result<undefined> {
  const state = stateOf(application.factsOf(candidateId))
  if (state === 'excluded') return refuse('order-excluded', 409)
  if (state === 'draft') return refuse('order-not-submitted', 409)
  return state === 'reverted' ? refuse('order-reverted-already', 409) : ok()
}

/** The orders as the desk reads them. */
export function createOrderLists(
  { store, record }: OrdersDeps,
  orderOf: (row: NamedOrder) => Order,
  mayRelease: Releasing['mayRelease'],
  followsOf: (row: NamedOrder) => { withdrawal: Withdrawal | null; given: Given | null },
) {
  return {
    /**
     * Pending orders, each marked if this person may release it, with the others of its number: one order may name several acts,
     * or its number was typed twice by mistake. Those about a seat name others: the look is logged.
     */
    waiting: (
      actor: StaffMember,
    ): (Order & { mayRelease: boolean; namesakes: Namesake[] } & ReturnType<typeof followsOf>)[] =>
      store.waiting().map((row) => {
        const order = {
          ...orderOf(row),
          mayRelease: mayRelease(row, actor),
          namesakes: store.namesakes(row),
          ...followsOf(row),
        }
        if (order.zone?.others.length)
          record(auditActor(actor), 'orders.zone-read', { candidateId: row.candidateId! }, { order: row.id })
        return order
      }),
    /** True while an order about this candidate waits for a second person. */
    isWaitingFor: store.isWaitingFor,
    /** The order about this candidate that was released last; null if there is none. */
    newestOf: store.newestOf,
    /** An order that has been decided. */
    decided(id: number): Order | null {
      const row = store.order(id)
      return row && row.state !== 'prepared' ? orderOf(row) : null
    },
    /** Every order, the newest first. */
    list: listOfStore({ shape, reader: store.list, reach: (_: StaffMember) => ({}) }),
  }
}
