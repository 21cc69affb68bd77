import { describe, expect, test } from 'vitest'
import { deskLineOf } from '#pages/ui/signed-in/DeskMenu.tsx'
import { deskMenu, deskMenuDoors, mostLines } from '#server/domain/desk/desk-menu.ts'
import { deskLinks, deskOf, desks } from '#server/domain/desk/desks.ts'
import { deskDoors } from '#server/domain/desk/doors.ts'
import { findDistrict, states } from '#server/domain/terms/places.ts'
import { districtsOf, regionOf, regions } from '#server/domain/terms/regions.ts'
import { type CellRule, cellActs, cellRoutes } from '#server/domain/terms/routes.ts'
import {
  deskAccess,
  deskPermissions,
  districtsWithin,
  dutyOf,
  mayDo,
  mayTouch,
  neededScope,
  type Place,
  type StaffRole,
  type StaffScope,
  staffRoles,
} from '#server/domain/terms/staff.ts'

const deskPermissionsOf = (role: StaffRole) => deskPermissions.filter((permission) => mayDo(role, permission))

describe('permissions of a role', () => {
  test('every role has the desk and the overview; only the cell has staff, audit, settings and publication', () => {
    for (const role of staffRoles)
      expect(deskPermissionsOf(role), role).toEqual(expect.arrayContaining(['desk', 'overview']))
    for (const permission of ['staff', 'audit', 'settings', 'content', 'publish'] as const) {
      expect(staffRoles.filter((role) => deskPermissionsOf(role).includes(permission))).toEqual(['admin'])
    }
  })

  test('no role both judges applications and publishes', () => {
    for (const role of staffRoles) {
      const has = deskPermissionsOf(role)
      const judges = has.includes('scrutinise') || has.includes('confirm-at-centre') || has.includes('grievances')
      expect(judges && has.includes('publish'), role).toBe(false)
    }
  })

  test('every permission belongs to a role', () => {
    const held = new Set(staffRoles.flatMap(deskPermissionsOf))
    expect(deskPermissions.filter((permission) => !held.has(permission))).toEqual([])
  })
})

const nowhere: Place = { centre: null, region: null, institute: null }
const who = (role: StaffScope['role'], place: Partial<Place> = {}): StaffScope => ({ role, ...nowhere, ...place })

describe('case 18: the reach of each role', () => {
  test.each<[string, StaffScope, Partial<Place>, boolean]>([
    ['a centre reaches its own visitors', who('fc', { centre: 'FC01' }), { centre: 'FC01', region: 'pune' }, true],
    ["a centre reaches no other centre's", who('fc', { centre: 'FC01' }), { centre: 'FC02', region: 'pune' }, false],
    ['a centre reaches nobody without a centre', who('fc', { centre: 'FC01' }), {}, false],
    ['a centre without a code reaches nobody', who('fc'), {}, false],
    ['a sub-centre reaches its own visitors', who('sub-fc', { centre: 'FC01' }), { centre: 'FC01' }, true],
    ["a sub-centre reaches no other centre's", who('sub-fc', { centre: 'FC01' }), { centre: 'FC03' }, false],
    ['an institute reaches its own candidates', who('institute', { institute: '9001' }), { institute: '9001' }, true],
    [
      "an institute reaches no other institute's",
      who('institute', { institute: '9001' }),
      { institute: '9002' },
      false,
    ],
    [
      'an institute does not reach a centre with its code',
      who('institute', { institute: 'FC01' }),
      { centre: 'FC01' },
      false,
    ],
    ['a regional office reaches its region', who('ro', { region: 'pune' }), { region: 'pune', centre: 'FC02' }, true],
    ['a regional office reaches no other region', who('ro', { region: 'pune' }), { region: 'nagpur' }, false],
    ['a regional office reaches nobody from outside the state', who('ro', { region: 'pune' }), {}, false],
    ['a regional office without a region reaches nobody', who('ro'), { region: 'pune' }, false],
    ['an officer for the state reaches everybody', who('so'), { region: 'nagpur' }, true],
    ['an officer of a region reaches that region', who('so', { region: 'pune' }), { region: 'pune' }, true],
    ['an officer of a region reaches no other region', who('so', { region: 'pune' }), { region: 'nagpur' }, false],
    ['the cell reaches everybody', who('admin'), {}, true],
  ])('case 18: %s', (_, actor, place, may) => {
    expect(mayTouch(actor, { ...nowhere, ...place })).toBe(may)
  })
})

describe('duties', () => {
  test('a password set by someone else is changed first; then the second factor is set up if it is required', () => {
    expect(dutyOf({ mustChangePassword: true, hasTotp: false }, true)).toBe('password')
    expect(dutyOf({ mustChangePassword: false, hasTotp: false }, true)).toBe('second-factor')
    expect(dutyOf({ mustChangePassword: false, hasTotp: true }, true)).toBeNull()
    expect(dutyOf({ mustChangePassword: false, hasTotp: false }, false)).toBeNull()
    expect(dutyOf({ mustChangePassword: true, hasTotp: true }, false)).toBe('password')
  })

  test('only the account page is open while a duty remains', () => {
    const newcomer = { role: 'admin', duty: 'password' } as const
    expect(deskAccess(newcomer, 'staff', false)).toBe('duty')
    expect(deskAccess(newcomer, 'desk', true)).toBe('open')
    expect(deskMenu(newcomer).map(({ route }) => route)).toEqual(['account'])
  })

  test('afterwards the role decides', () => {
    expect(deskAccess({ role: 'admin', duty: null }, 'staff', false)).toBe('open')
    expect(deskAccess({ role: 'so', duty: null }, 'staff', false)).toBe('restricted')
  })
})

test('every Login Link admits some role, and every role has a login that admits it', () => {
  for (const link of deskLinks) expect(desks[link].length, link).toBeGreaterThan(0)
  for (const role of staffRoles) expect(desks[deskOf(role)], role).toContain(role)
})

test('every page and act of the desk names an existing permission, or is public', () => {
  for (const [route, rule] of Object.entries({ ...cellRoutes, ...cellActs })) {
    if (rule.audience === 'staff') expect(deskPermissions, route).toContain(rule.permission)
    else expect(['login/:desk', 'invitation']).toContain(route)
  }
})

test('the menu of a role has every page that it may open, the desk first and the account last', () => {
  for (const role of staffRoles) {
    const titles = deskMenu({ role, duty: null }).map(({ route }) => route as string)
    const open = Object.entries(cellRoutes as Record<string, CellRule>)
      .filter(([route, rule]) => !/[:/]/.test(route) && rule.audience === 'staff' && mayDo(role, rule.permission))
      .map(([route]) => route)
    expect([role, [...titles].sort()]).toEqual([role, open.sort()])
    expect([titles[0], titles.at(-1)]).toEqual(['home', 'account'])
  }
})

test('every page is behind one door of each role, in the same order, and no door has more than twelve lines', () => {
  for (const role of staffRoles) {
    const staff = { role, duty: null }
    const doors = deskMenuDoors(staff)
    const behind = doors.flatMap(({ routes, more }) => [...routes, ...more])
    const beside = deskMenu(staff).flatMap(({ route, door }) => (door === null ? [route] : []))
    expect([role, [...behind, ...beside].sort()]).toEqual([
      role,
      deskMenu(staff)
        .map(({ route }) => route)
        .sort(),
    ])
    for (const { door, routes } of doors) expect(routes.length, `${role} ${door}`).toBeLessThanOrEqual(mostLines)
  }
  expect(deskMenuDoors({ role: 'admin', duty: null }).map(({ door }) => door)).toEqual(deskDoors)
  // Officers have nothing to do with money, and nobody has a door before a duty is done.
  expect(deskMenuDoors({ role: 'so', duty: null }).map(({ door }) => door)).toEqual(['run'])
  expect(deskMenuDoors({ role: 'admin', duty: 'password' })).toEqual([])
})

test('a page below a list belongs to the list in the menu', () => {
  expect(deskLineOf('help-desk/:userId')).toBe('help-desk')
  expect(deskLineOf('centre/:userId/:step')).toBe('appointments')
  expect(deskLineOf('login/:desk')).toBe('login')
})

test('every district of Maharashtra is in one region, and no other district is', () => {
  const maharashtra = states.find(({ code }) => code === 'MH')!
  const found = maharashtra.districts.map(({ code }) => regionOf(code))
  expect(found).not.toContain(null)
  expect(new Set(found).size).toBe(regions.length)
  expect(findDistrict('KA', 'KA-belagavi')).toBeTruthy()
  expect(regionOf('KA-belagavi')).toBeNull()
})

test('roles tied to a place need to know it', () => {
  expect(neededScope).toEqual({
    fc: 'centre',
    'sub-fc': 'centre',
    so: null,
    institute: 'institute',
    ro: 'region',
    admin: null,
  })
})

test('the districts of a query are those of the people whom one may touch, for every role with and without a region', () => {
  const homes = [...regions.flatMap(districtsOf), 'KA-mysuru']
  for (const role of staffRoles) {
    for (const region of [null, ...regions]) {
      const actor = { role, region, centre: 'FC01', institute: '9001' }
      const within = districtsWithin(actor)
      for (const district of homes) {
        const isReached = mayTouch(actor, { centre: null, institute: null, region: regionOf(district) })
        expect([role, region, district, within === null || within.includes(district)]).toEqual([
          role,
          region,
          district,
          isReached,
        ])
      }
    }
  }
})
