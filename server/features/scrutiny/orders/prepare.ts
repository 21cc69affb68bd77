import { momentOf } from '#server/domain/admission/orders.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { OrdersDeps } from './deps'
import { mayCorrect } from './order'
import type { Outages } from './outage'
import type { AdmitLate, Correct, Extend, Outage } from './schema'
import type { OrdersStore } from './store'

type Authorised = { orderNumber: string; authority: string; reason: string }

/** One person prepares an order, with number, authority and reason; it is not in force yet. Source: rules §12.2. */
export function createPreparing(deps: OrdersDeps, { preview }: Outages) {
  const { db, store, clock, record } = deps

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

  return {
    untilOf,
    candidateOf,
    prepare,

    verbs: {
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
          const may = mayCorrect(deps, candidate.value)
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
    },
  }
}

export type Preparing = ReturnType<typeof createPreparing>
