import { describe, expect, test } from 'vitest'
import {
  type FilingFacts,
  type GrievanceState,
  grievanceNumber,
  grievanceSteps,
  mayApprove,
  mayContinue,
  mayFile,
  mayReopen,
  stepNumbersOf,
} from '#server/domain/scrutiny/grievances.ts'
import type { Result } from '#server/kernel/result.ts'
import { ist, plus } from '#server/kernel/time.ts'

const opensAt = ist('2024-08-18 10:00')
const closesAt = ist('2024-08-20 17:00')
const now = ist('2024-08-19 12:00')
const confirmed: FilingFacts = { isPermitted: true, hasOpenOne: false, window: { opensAt, closesAt } }
const said = (result: Result<undefined>) => (result.ok ? 'yes' : `${result.refusal.code} ${result.refusal.status}`)

describe('"grievance: between the provisional and the final list, one open at a time"', () => {
  test.each([
    ['a confirmed candidate', confirmed, now, 'yes'],
    ['in the first moment', confirmed, opensAt, 'yes'],
    ['a moment before', confirmed, plus(opensAt, -1), 'grievances-not-yet 422'],
    ['in the last moment', confirmed, plus(closesAt, -1), 'yes'],
    ['at the close', confirmed, closesAt, 'grievances-over 422'],
    ['without such a window in the schedule', { ...confirmed, window: undefined }, now, 'grievances-not-yet 422'],
    ['with another one open', { ...confirmed, hasOpenOne: true }, now, 'grievance-open-already 409'],
    ['unconfirmed, or in the final list', { ...confirmed, isPermitted: false }, now, 'grievances-closed 403'],
  ])('%s', (_, facts, at, answer) => {
    expect(said(mayFile(facts, at))).toBe(answer)
  })
})

describe('"reopen once"', () => {
  const reopens = (state: GrievanceState, isReopened: boolean, facts = confirmed, at = now) =>
    said(mayReopen({ type: 'merit', state, isReopened }, facts, at))

  test('a refused grievance can be reopened while there is time and no other is open', () => {
    expect(reopens('refused', false)).toBe('yes')
    expect(reopens('refused', false, confirmed, closesAt)).toBe('grievances-over 422')
    expect(reopens('refused', false, { ...confirmed, hasOpenOne: true })).toBe('grievance-open-already 409')
  })

  test('a reopened, open or approved grievance cannot', () => {
    expect(reopens('refused', true)).toBe('grievance-reopened-already 409')
    expect(reopens('open', false)).toBe('grievance-not-refused 409')
    expect(reopens('approved', false)).toBe('grievance-not-refused 409')
  })
})

test('a decided grievance cannot change, and only a confirmation can be withdrawn', () => {
  for (const state of ['approved', 'refused'] as const) {
    expect(said(mayContinue({ state }))).toBe('grievance-decided 409')
    expect(said(mayApprove({ type: 'merit', state }, true))).toBe('grievance-decided 409')
  }
  expect(said(mayApprove({ type: 'merit', state: 'open' }, true))).toBe('yes')
  expect(said(mayApprove({ type: 'merit', state: 'open' }, false))).toBe('grievance-unconfirmed 409')
})

test('one that self-verification raised is upheld without a confirmation to withdraw, and is never reopened', () => {
  const type = 'self-verification'
  expect(said(mayApprove({ type, state: 'open' }, false))).toBe('yes')
  expect(said(mayApprove({ type, state: 'refused' }, false))).toBe('grievance-decided 409')
  expect(said(mayReopen({ type, state: 'refused', isReopened: false }, confirmed, now))).toBe('grievance-decided 409')
})

test('a grievance has a number, and steps by their numbers', () => {
  expect(grievanceNumber('ML24', 12)).toBe('ML24-G00012')
  expect(grievanceSteps).toHaveLength(7)
  expect(stepNumbersOf(['type-of-candidature', 'documents-details'])).toEqual([0, 6])
})
