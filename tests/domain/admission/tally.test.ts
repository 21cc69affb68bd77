import { describe, expect, test } from 'vitest'
import type { Offer, OfferState } from '#server/domain/admission/offer.ts'
import { linesOf, stagesOf } from '#server/domain/admission/stages.ts'
import { addToTally, tallyMeasures } from '#server/domain/admission/tally.ts'
import { noCounts } from '#server/kernel/counts.ts'

const seat = { admittedAt: null, resetAt: null, ending: null } as unknown as Offer
function tallied(state: OfferState, offer: Partial<Offer> = {}, isAwaited = false): string {
  const tally = noCounts(tallyMeasures)
  addToTally(tally, { offer: { ...seat, ...offer }, state, isAwaited })
  return tallyMeasures.filter((measure) => tally[measure] === 1).join(' ')
}
const at = 1 as Offer['admittedAt']

describe('a seat counts', () => {
  test.each<[OfferState, Partial<Offer>, string]>([
    ['to-verify', {}, 'allotted kept'],
    ['held', {}, 'allotted accepted kept'],
    ['to-report', {}, 'allotted accepted kept'],
    ['to-verify', { resetAt: at }, 'allotted reported kept'],
    ['admitted', { admittedAt: at }, 'allotted accepted reported admitted kept'],
    ['admitted', { admittedAt: at, isSupernumerary: true }, 'allotted accepted reported admitted'],
    ['not-reported', {}, 'allotted accepted'],
    ['not-accepted', {}, 'allotted'],
    ['ended', { ending: 'upgraded' }, 'allotted'],
    ['ended', { ending: 'cancelled', admittedAt: at }, 'allotted accepted reported cancelled'],
  ])('%s %o: %s', (state, offer, expected) => {
    expect(tallied(state, offer)).toBe(expected)
  })

  test('as awaited only once admitted', () => {
    expect(tallied('admitted', { admittedAt: at }, true)).toBe('allotted accepted reported admitted awaited kept')
    expect(tallied('to-report', {}, true)).not.toContain('awaited')
  })
})

test('a candidate counts at each stage that they have reached', () => {
  const facts = {
    isSubmitted: true,
    isConfirmed: false,
    isInFinalMerit: false,
    hasOptions: true,
    isJkAdmitted: false,
    seat: null,
  }
  expect(stagesOf(facts)).toEqual(['registered', 'submitted', 'options'])
  const held = { offer: seat, state: 'held' } as const
  expect(stagesOf({ ...facts, isConfirmed: true, isInFinalMerit: true, seat: held })).toEqual([
    'registered',
    'submitted',
    'confirmed',
    'final-merit',
    'options',
    'allotted',
    'accepted',
  ])
  const gone = { offer: { ...seat, ending: 'cancelled', admittedAt: at } as Offer, state: 'ended' } as const
  expect(stagesOf({ ...facts, seat: gone })).toContain('cancelled')
  expect(stagesOf({ ...facts, seat: { offer: { ...seat, admittedAt: at }, state: 'admitted' } })).toEqual(
    expect.arrayContaining(['reported', 'admitted']),
  )
  expect(stagesOf({ ...facts, isJkAdmitted: true }).slice(3)).toEqual(['jk-admitted'])
})

test('somebody admitted counts in the lines of the annual return', () => {
  const claims = { category: 'OBC', isEws: false, isDisabled: false, minorities: [], type: 'A' } as never
  expect(linesOf(claims)).toEqual(['all', 'OBC', 'maharashtra'])
  for (const type of ['B', 'C', 'D', 'E'])
    expect(linesOf({ ...(claims as object), type } as never)).toContain('maharashtra')
  expect(
    linesOf({ ...(claims as object), isEws: true, isDisabled: true, minorities: ['x'], type: 'OMS' } as never),
  ).toEqual(['all', 'OBC', 'EWS', 'PwD', 'minority', 'outside'])
})
