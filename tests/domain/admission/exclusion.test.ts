import { expect, test } from 'vitest'
import { isAboutCandidature, isExclusion, mayIssue } from '#server/domain/admission/exclusion.ts'

test.each<[...Parameters<typeof mayIssue>, string]>([
  ['cancel-application', null, 'yes'],
  ['cancel-application', 'cancel-application', 'order-cancelled-already'],
  ['cancel-application', 'debar', 'order-debarred-already'],
  ['debar', null, 'yes'],
  ['debar', 'cancel-application', 'yes'],
  ['debar', 'debar', 'order-debarred-already'],
  ['readmit', null, 'order-not-excluded'],
  ['readmit', 'debar', 'yes'],
  ['readmit', 'cancel-application', 'yes'],
])('an order to %s, of a candidate excluded by %s: %s (rules §8.23)', (kind, excludedBy, expected) => {
  const may = mayIssue(kind, excludedBy)
  expect(may.ok ? 'yes' : may.refusal.code).toBe(expected)
  if (!may.ok) expect(may.refusal.status).toBe(409)
})

test('the orders about a candidature are those that exclude, and the one that lifts them', () => {
  const kinds = ['cancel-application', 'debar', 'readmit', 'restore-seat']
  expect([kinds.filter(isExclusion), kinds.filter(isAboutCandidature)]).toEqual([kinds.slice(0, 2), kinds.slice(0, 3)])
})
