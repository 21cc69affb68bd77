import { describe, expect, test } from 'vitest'
import { accessTo } from '#server/domain/site/access.ts'
import { isOpenUnderLock } from '#server/domain/terms/lock.ts'
import { type Permission, type Permissions, permissionNames } from '#server/domain/terms/permissions.ts'
import {
  type CandidateRoute,
  candidateRoutes,
  permissionsFor,
  routeOfStep,
  stepOf,
} from '#server/domain/terms/routes.ts'

type Facts = Parameters<typeof accessTo>[1]

const only = (...granted: Permission[]) =>
  Object.fromEntries(permissionNames.map((name) => [name, granted.includes(name)])) as Permissions
const all = only(...permissionNames)
const free: Facts = {
  mode: 1,
  lockForm: 0,
  isArcConfirmed: 0,
  completedSteps: 0b1111_1111,
  isSubmitted: false,
  permissions: all,
}
const locked: Facts = { ...free, lockForm: 1 }
const confirmed: Facts = { ...free, mode: 2, isArcConfirmed: 1 }
const own = (Object.keys(candidateRoutes) as CandidateRoute[]).filter(
  (route) => candidateRoutes[route].audience === 'candidate',
)

test('a candidate with every permission and every step done may open every page while there is no lock', () => {
  for (const route of own) expect(accessTo(route, free), route).toEqual({ kind: 'open' })
})

describe('the lock', () => {
  test('closes every page outside the allow-list, and names its holder', () => {
    for (const route of own) {
      const isOpen = isOpenUnderLock(route)
      expect(accessTo(route, locked), route).toEqual(isOpen ? { kind: 'open' } : { kind: 'locked', by: 'locked' })
      expect(accessTo(route, confirmed), route).toEqual(
        isOpen ? { kind: 'open' } : { kind: 'locked', by: 'confirmed-by-centre' },
      )
    }
  })

  test('comes before the permission: a locked form says "locked", not "not open"', () => {
    expect(accessTo('payment', { ...locked, permissions: only() })).toEqual({ kind: 'locked', by: 'locked' })
  })

  test('comes before the step', () => {
    expect(accessTo('payment', { ...locked, completedSteps: 0 })).toEqual({ kind: 'locked', by: 'locked' })
  })
})

describe('the permission', () => {
  test('closes every page that needs it', () => {
    for (const route of own) {
      const needed = permissionsFor(route)
      const others = permissionNames.filter((name) => !needed.includes(name))
      expect(accessTo(route, { ...free, permissions: only(...others) }), route).toEqual({
        kind: 'restricted',
        permission: needed[0],
      })
    }
  })

  test('is satisfied by one of several', () => {
    for (const round of ['capOne', 'capTwo', 'capThree'] as const) {
      expect(accessTo('option-form/print', { ...free, permissions: only(round) })).toEqual({ kind: 'open' })
    }
  })

  test('comes before the step', () => {
    const facts = { ...free, completedSteps: 0, permissions: only('dashboard') }
    expect(accessTo('payment', facts)).toEqual({ kind: 'restricted', permission: 'form' })
  })

  test('also closes pages that the lock leaves open', () => {
    expect(accessTo('acknowledgement', { ...locked, permissions: only() })).toEqual({
      kind: 'restricted',
      permission: 'acknowledgement',
    })
  })
})

describe('the step: "A step beyond `fill_status`: 303 to the first incomplete one."', () => {
  const reached = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

  test.each(reached)('with fill_status %i the steps up to it are open, and those beyond redirect to it', (fill) => {
    const facts = { ...free, completedSteps: 2 ** fill - 1 }
    for (const step of reached) {
      expect(accessTo(routeOfStep(step), facts), String(step)).toEqual(
        step <= fill ? { kind: 'open' } : { kind: 'too-early', firstOpenStep: fill },
      )
    }
  })

  test('a page that is not a step requires none', () => {
    const facts = { ...free, completedSteps: 0 }
    for (const route of own.filter((name) => stepOf(name) === undefined)) {
      expect(accessTo(route, facts), route).toEqual({ kind: 'open' })
    }
  })

  test('after submission every step is reached', () => {
    const facts = { ...free, completedSteps: 0, isSubmitted: true }
    for (const step of reached) expect(accessTo(routeOfStep(step), facts)).toEqual({ kind: 'open' })
  })
})
