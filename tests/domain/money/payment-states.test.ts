import { describe, expect, test } from 'vitest'
import {
  abandonedAfter,
  isOpenPayment,
  mayBecome,
  type PaymentStatus,
  paymentStatuses,
  statusByTries,
  type TryState,
  undecidedAfter,
} from '../../../server/domain/money/payment-states'

/** Rules §4.3: statuses move forward only, but failed or expired becomes captured if the gateway reports it late. */
const allowed = new Set([
  'created → pending',
  'created → captured',
  'created → failed',
  'created → expired',
  'pending → captured',
  'pending → failed',
  'pending → expired',
  'captured → refunded',
  'failed → captured',
  'expired → captured',
])
const pairs = paymentStatuses.flatMap((from) => paymentStatuses.map((to) => [from, to] as const))

test.each(pairs)('%s → %s', (from, to) => {
  expect(mayBecome(from, to)).toBe(allowed.has(`${from} → ${to}`))
})

test('only a created or pending payment is undecided', () => {
  expect(paymentStatuses.filter(isOpenPayment)).toEqual(['created', 'pending'])
})

describe('the status of an open payment, from its attempts at the gateway', () => {
  const day = abandonedAfter
  test.each<['created' | 'pending', TryState[], number, PaymentStatus]>([
    ['created', [], 0, 'created'],
    ['pending', [], 0, 'pending'],
    ['created', [], day + 1, 'expired'],
    ['pending', [], day + 1, 'expired'],
    ['created', ['running'], 0, 'pending'],
    ['pending', ['running'], day + 1, 'pending'],
    ['pending', ['running'], undecidedAfter + 1, 'expired'],
    ['created', ['failed'], 0, 'failed'],
    ['pending', ['failed', 'failed'], 0, 'failed'],
    ['created', ['failed', 'running'], 0, 'pending'],
  ])('%s with %j at the age of %i: %s', (status, tries, age, expected) => {
    expect(statusByTries(status, tries, age)).toBe(expected)
  })
})
