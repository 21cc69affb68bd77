import { expect, test } from 'vitest'
import { isAboutCandidature, isExclusion, mayIssue } from '#server/domain/admission/exclusion.ts'

test.each<[Parameters<typeof mayIssue>[0], 'confirmed' | 'admitted', 'cancel-application' | 'debar' | null, string]>([
  ['cancel-application', 'confirmed', null, 'yes'],
  ['cancel-application', 'confirmed', 'cancel-application', 'order-cancelled-already'],
  ['cancel-application', 'confirmed', 'debar', 'order-debarred-already'],
  ['cancel-application', 'admitted', null, 'order-candidate-admitted'],
  ['debar', 'confirmed', null, 'yes'],
  ['debar', 'confirmed', 'cancel-application', 'yes'],
  ['debar', 'confirmed', 'debar', 'order-debarred-already'],
  ['debar', 'admitted', null, 'order-candidate-admitted'],
  ['readmit', 'confirmed', null, 'order-not-excluded'],
  ['readmit', 'confirmed', 'debar', 'yes'],
  ['readmit', 'confirmed', 'cancel-application', 'yes'],
])('an order to %s, of an application %s and excluded by %s: %s (rules §8.23)', (kind, state, excludedBy, expected) => {
  const may = mayIssue(kind, { state, excludedBy })
  expect(may.ok ? 'yes' : may.refusal.code).toBe(expected)
  if (!may.ok) expect(may.refusal.status).toBe(409)
})

test('the orders about a candidature are those that exclude, and the one that lifts them', () => {
  const kinds = ['cancel-application', 'debar', 'readmit', 'restore-seat']
  expect([kinds.filter(isExclusion), kinds.filter(isAboutCandidature)]).toEqual([kinds.slice(0, 2), kinds.slice(0, 3)])
})
