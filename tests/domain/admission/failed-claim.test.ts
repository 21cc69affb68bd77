import { describe, expect, test } from 'vitest'
import { type ClaimedSeat, seatAfterFailedClaim } from '#server/domain/admission/failed-claim.ts'
import { missedOutcome } from '#server/domain/scrutiny/certificates.ts'
import type { Claims } from '#server/domain/terms/claims.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'

const open: Claims = {
  type: 'A',
  category: 'OPEN',
  isEws: false,
  isDisabled: false,
  defence: null,
  isOrphan: false,
  minorities: [],
  isTfws: false,
  gender: 'female',
}
const seat = (seatType: SeatType, more: Partial<ClaimedSeat> = {}): ClaimedSeat => ({
  choiceCode: seatType === 'TFWS' ? '301510110T' : '301510110',
  seatType,
  minority: null,
  state: 'to-report',
  ...more,
})
const during = { areRoundsOver: false, ifMissed: 'keep' } as const

describe('the seat of a candidate who is Open now', () => {
  test.each<SeatType>(['LSCS', 'GSCS', 'PWDRS', 'DEFOPENS', 'ORPHAN', 'MI', 'SBC', 'VJNT', 'BC', 'EWS', 'TFWS'])(
    '%s was won on a claim and is released',
    (seatType) => expect(seatAfterFailedClaim(open, seat(seatType), during)).toBe('released'),
  )
  test.each<SeatType>(['LOPENS', 'GOPENS', 'ALL', 'AI'])('%s needs no claim and stays', (seatType) =>
    expect(seatAfterFailedClaim(open, seat(seatType), during)).toBeNull(),
  )
  test('outside the State list only All India seats stay', () => {
    const outsider: Claims = { ...open, type: 'OMS' }
    expect(seatAfterFailedClaim(outsider, seat('GOPENS'), during)).toBe('released')
    expect(seatAfterFailedClaim(outsider, seat('AI'), during)).toBeNull()
  })
  test('a claim that holds keeps its seats', () => {
    expect(seatAfterFailedClaim({ ...open, category: 'SC' }, seat('GSCS'), during)).toBeNull()
    const jain = { ...open, minorities: ['jain'] }
    expect(seatAfterFailedClaim(jain, seat('MI', { minority: 'jain' }), during)).toBeNull()
    expect(seatAfterFailedClaim(jain, seat('MI', { minority: 'sindhi' }), during)).toBe('released')
  })
  test('a seat that ended or lapsed is nobody’s', () => {
    for (const state of ['ended', 'not-accepted', 'not-reported'] as const)
      expect(seatAfterFailedClaim(open, seat('GSCS', { state }), during)).toBeNull()
  })
  test('after the rounds the rule of the kind decides, for an admitted candidate too', () => {
    const admitted = seat('GSCS', { state: 'admitted' })
    expect(seatAfterFailedClaim(open, admitted, { areRoundsOver: true, ifMissed: 'cancel' })).toBe('institute')
    expect(seatAfterFailedClaim(open, admitted, { areRoundsOver: true, ifMissed: 'keep' })).toBe('kept')
    expect(seatAfterFailedClaim(open, admitted, during), 'during the rounds').toBe('released')
  })
})

test('of several missing certificates, one whose rule cancels the admission is enough', () => {
  const rules = { 'caste-validity': 'cancel', 'non-creamy-layer': 'keep', 'ews-proforma-v': 'keep' } as const
  expect(missedOutcome(['non-creamy-layer'], rules)).toBe('keep')
  expect(missedOutcome(['non-creamy-layer', 'caste-validity'], rules)).toBe('cancel')
})
