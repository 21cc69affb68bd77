import { expect, test } from 'vitest'
import { concerns, type SeatForDates, type StandingForDates } from '#server/domain/site/own-dates.ts'

const seat: SeatForDates = { round: 1, state: 'held', isOutOfLaterRounds: false }
const standing: StandingForDates = {
  application: 'confirmed',
  isForNonCapAlone: false,
  isAbsentFromMerit: false,
  isOnJkList: false,
  newestRound: null,
  hasRoundsAhead: true,
  seat: null,
}
const ofRound = (round: number) =>
  ['options', 'allotment', 'acceptance', 'reporting'].map((part) => `round-${round}-${part}`)
const merit = ['provisional-merit', 'grievances', 'final-merit']
const all = [
  'registration',
  'scrutiny',
  'late-registration',
  ...merit,
  ...ofRound(1),
  ...ofRound(2),
  'cancellation',
  'orientation',
]
const ownIn = (known: Partial<StandingForDates>) => all.filter((key) => concerns(key, { ...standing, ...known }))

test.each<[string, Partial<StandingForDates>, string[]]>([
  ['a draft', { application: 'fill' }, all],
  ['a confirmed form needs no late registration', {}, all.filter((key) => key !== 'late-registration')],
  [
    'a form that missed its deadline may still register late',
    { application: 'too-late' },
    ['registration', 'scrutiny', 'late-registration', 'orientation'],
  ],
  [
    'a form that nobody checked in time may still be confirmed late',
    { application: 'not-checked' },
    ['registration', 'scrutiny', 'late-registration', 'orientation'],
  ],
  ['an order keeps the candidate out', { application: 'excluded' }, ['registration', 'scrutiny', 'orientation']],
  [
    'a form for seats outside the rounds alone',
    { application: 'submit', isForNonCapAlone: true },
    ['late-registration', 'orientation'],
  ],
  [
    'a form that is checked for those seats alone',
    { application: 'await-scrutiny', isForNonCapAlone: true },
    ['late-registration', 'orientation'],
  ],
  [
    'not in the final merit list',
    { isAbsentFromMerit: true },
    ['registration', 'scrutiny', 'late-registration', ...merit, 'orientation'],
  ],
  [
    'a J&K migrant is seated outside the rounds',
    { isOnJkList: true },
    ['registration', 'scrutiny', ...merit, 'orientation'],
  ],
  [
    'no seat in the last round',
    { newestRound: 2, hasRoundsAhead: false },
    [
      'registration',
      'scrutiny',
      'late-registration',
      ...merit,
      ...ofRound(1).slice(0, 2),
      ...ofRound(2).slice(0, 2),
      'orientation',
    ],
  ],
  [
    'no seat in the newest round',
    { newestRound: 1 },
    [
      'registration',
      'scrutiny',
      ...merit,
      'round-1-options',
      'round-1-allotment',
      ...ofRound(2),
      'cancellation',
      'orientation',
    ],
  ],
  [
    'a seat held for the next round is not reported for',
    { newestRound: 1, seat },
    ['registration', 'scrutiny', ...merit, ...ofRound(1).slice(0, 3), ...ofRound(2), 'cancellation', 'orientation'],
  ],
  [
    'admitted in round 1',
    { newestRound: 2, seat: { ...seat, state: 'admitted', isOutOfLaterRounds: true } },
    ['registration', 'scrutiny', ...merit, ...ofRound(1), 'cancellation', 'orientation'],
  ],
  [
    'lost a seat before the last round',
    { newestRound: 2, hasRoundsAhead: false, seat: { ...seat, state: 'not-accepted' } },
    [
      'registration',
      'scrutiny',
      'late-registration',
      ...merit,
      ...ofRound(1).slice(0, 3),
      ...ofRound(2).slice(0, 2),
      'orientation',
    ],
  ],
  [
    'left the rounds without a seat',
    { newestRound: 1, seat: { ...seat, state: 'not-reported', isOutOfLaterRounds: true } },
    ['registration', 'scrutiny', 'late-registration', ...merit, ...ofRound(1), 'orientation'],
  ],
])('the dates of a candidate: %s', (_, known, expected) => {
  expect(ownIn(known)).toEqual(expected)
})
