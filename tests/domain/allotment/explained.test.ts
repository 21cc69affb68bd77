import { expect, test } from 'vitest'
import { type ChoiceFacts, whyNotAt } from '#server/domain/allotment/explained.ts'
import type { MeritNumbers, SeatClaims } from '#server/domain/seats/seat-claims.ts'

const sneha: SeatClaims & MeritNumbers = {
  stateMerit: 500,
  allIndiaMerit: 700,
  gender: 'F',
  category: 'SC',
  ews: false,
  pwd: true,
  defence: false,
  orphan: false,
  minority: [],
  tfws: false,
}
const choice: ChoiceFacts = {
  choiceCode: '301582310',
  minority: null,
  seatTypes: ['PWDRS', 'LOPENS', 'GOPENS', 'LSCS', 'GSCS', 'GOBCS', 'EWS', 'AI'],
  closing: { LOPENS: 420, GOPENS: 390, GSCS: 499, GOBCS: 800, EWS: 900, AI: 650, PWDRS: 501 },
}

test('each seat that she could use is listed with its closing number on the list that ranks it', () => {
  expect(whyNotAt(sneha, choice)).toEqual([
    { seatType: 'PWDRS', list: 'state', own: 500, last: 501, why: 'kept' },
    { seatType: 'LOPENS', list: 'state', own: 500, last: 420, why: 'merit' },
    { seatType: 'GOPENS', list: 'state', own: 500, last: 390, why: 'merit' },
    { seatType: 'LSCS', list: 'state', own: 500, last: null, why: 'no-seat' },
    { seatType: 'GSCS', list: 'state', own: 500, last: 499, why: 'merit' },
    { seatType: 'AI', list: 'all-india', own: 700, last: 650, why: 'merit' },
  ])
})

test('a converted seat is listed if it admitted a candidate', () => {
  const converted = { ...choice, closing: { BC: 480, ALL: 495 } }
  expect(whyNotAt(sneha, converted).filter(({ last }) => last !== null)).toEqual([
    { seatType: 'BC', list: 'state', own: 500, last: 480, why: 'merit' },
    { seatType: 'ALL', list: 'state', own: 500, last: 495, why: 'merit' },
  ])
})

test('an institute without a usable seat lists none', () => {
  const outsider = { ...sneha, stateMerit: null }
  expect(whyNotAt(outsider, { ...choice, seatTypes: ['GOPENS'], closing: { GOPENS: 5 } })).toEqual([])
})
