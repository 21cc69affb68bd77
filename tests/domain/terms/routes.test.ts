import { describe, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { sitePages } from '#server/domain/site/site-pages.ts'
import { roundNumbers, roundSlug } from '#server/domain/terms/cap-rounds.ts'
import { href } from '#server/domain/terms/href.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { permissionNames, roundPermissions } from '#server/domain/terms/permissions.ts'
import {
  type CandidateRoute,
  candidateRoutes,
  cellRoutes,
  deskTakesFiles,
  permissionsFor,
  routeOfStep,
  stepOf,
  takesFiles,
} from '#server/domain/terms/routes.ts'

// rules §18.2 to §18.5, word for word; `{userId}` is written `:userId` in the table.
const publicPages = `home; login; sso; forgot-password; registration; registration-success; otp-verify;
  forgot-otp-verify; notifications; importantdate; news; faq; download; institute_wise_Allotment; fclist;
  application_Fee; institude-list; contactus; privacyandpolicy; institute-wise-vacancy; verification; file;
  allotment/round-one; allotment/round-two; allotment/round-three; allotment/round-print-form/{userId};
  meritstatus/final-merit; meritstatus/final-merit/print/{userId};
  meritstatus/provisional-merit; meritstatus/provisional-merit/print/{userId}`
const authenticatedPages = `dashboard, type-of-candidature, schedule, type-details, category-details,
  qualifications-details, personal-details, photo-details, documents-details, documents/view/{name}, payment,
  print-pdf, sms, message, singleMsg/{id}, forgot-password-auth, test, grievancy, option-form,
  option-form/select-course, option-form/select-institutes, option-form/select-prefrence,
  option-form/lisitng-confirm, option-form/print, option-form/print2, acknowledgement, provisional-merit, final-merit,
  convert-fee, graducation-marks-file, cancel-admission-request, cancel-admission-application-form-print,
  transactions-logs`
const listed = (text: string) => text.split(/[;,]\s*/).map((name) => name.replace(/\{(\w+)\}/g, ':$1'))
/** The pages that a route answers; the rounds share one route. */
const addressed = (route: string) =>
  route === 'allotment/:round' ? roundNumbers(mbale.rounds).map((round) => `allotment/${roundSlug(round)}`) : route

/**
 * Pages missing from the lists of rules §18. `message-viewall` is in its lock allow-list and `self-arc-home` in its
 * sidebar. The others are our decisions: the change of mobile, the feedback, the appointment at a centre, awaited
 * certificates, the candidate's allotment, the closing merit, the chances, the seat of a J&K migrant, seats outside the rounds, starred
 * courses, the way to the payment gateway and back, the page of an institute, the comparison of courses, late returns, the seat matrix, the merit lists, the document of
 * the API, and the pages about the site.
 */
const additions = {
  public: [
    'api/docs',
    'chances',
    'check-letter',
    'closing-merit',
    'compare',
    'allotment/:round/check',
    'institude-list/:code',
    'late-returns',
    'roll-call',
    'complaints',
    'merit-lists',
    'offline',
    'public-log',
    'seat-matrix',
    ...sitePages,
  ],
  candidate: [
    'message-viewall',
    'self-arc-home',
    'change-mobile',
    'feedback',
    'payment/checkout/:id',
    'payment/return',
    'appointment',
    'certificates',
    'allotment',
    'jk-seat',
    'my-data',
    'non-cap',
    'starred',
    'second-receiver',
  ],
}

const routes = Object.keys(candidateRoutes) as CandidateRoute[]
const of = (audience: 'public' | 'candidate') => routes.filter((route) => candidateRoutes[route].audience === audience)

test('the public pages are those of rules §18.2, and the named additions', () => {
  expect(listed(publicPages)).toHaveLength(30)
  expect(of('public').flatMap(addressed).sort()).toEqual([...listed(publicPages), ...additions.public].sort())
})

test('the authenticated pages are those of rules §18.5, and the named additions', () => {
  expect(listed(authenticatedPages)).toHaveLength(33)
  expect(of('candidate').sort()).toEqual([...listed(authenticatedPages), ...additions.candidate].sort())
})

test('every page of a candidate names existing permissions, and no page of a visitor names any', () => {
  for (const route of of('candidate')) {
    expect(permissionsFor(route).length, route).toBeGreaterThan(0)
    for (const permission of permissionsFor(route))
      expect([...permissionNames, ...roundPermissions], route).toContain(permission)
  }
  for (const route of of('public')) expect(permissionsFor(route), route).toEqual([])
})

test('every permission opens at least one page', () => {
  const used = new Set(routes.flatMap(permissionsFor))
  expect(permissionNames.filter((name) => !used.has(name))).toEqual([])
})

test('the nine steps are pages of the table in their order, and no other page is a step', () => {
  expect(steps.map((slug) => stepOf(slug))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  for (const step of [0, 1, 2, 3, 4, 5, 6, 7, 8] as const) expect(routeOfStep(step)).toBe(steps[step])
  const others = routes.filter((route) => !(steps as readonly string[]).includes(route))
  expect(others.filter((route) => stepOf(route) !== undefined)).toEqual([])
})

test('steps 0 to 7 need `form`, Print needs `print`', () => {
  expect(steps.map((slug) => permissionsFor(slug))).toEqual([...Array(8).fill(['form']), ['print']])
})

test('no two routes can answer the same address', () => {
  const shape = (route: string) => route.toLowerCase().replace(/:\w+/g, ':')
  expect(new Set(routes.map(shape)).size).toBe(routes.length)
  for (const route of [...routes, ...Object.keys(cellRoutes)]) expect(route).not.toMatch(/^\/|\/$|\/\/|\s|\*/)
})

describe('an address', () => {
  const base = '/mbale/candidate/'

  test("is the portal's base followed by the route as it is spelled", () => {
    expect(href(base, 'home')).toBe('/mbale/candidate/home')
    expect(href(base, 'option-form/lisitng-confirm')).toBe('/mbale/candidate/option-form/lisitng-confirm')
    expect(href('/mbale/cell/', 'login/:desk', { desk: 'fc' })).toBe('/mbale/cell/login/fc')
  })

  test('carries each parameter as one part of the path, whatever its characters', () => {
    expect(href(base, 'singleMsg/:id', { id: '7' })).toBe('/mbale/candidate/singleMsg/7')
    expect(href(base, 'documents/view/:name', { name: '../a b?c#d/é' })).toBe(
      '/mbale/candidate/documents/view/..%2Fa%20b%3Fc%23d%2F%C3%A9',
    )
    expect(href(base, 'documents/view/:name', { name: '$&:id' })).toBe('/mbale/candidate/documents/view/%24%26%3Aid')
  })

  test('carries a query without undefined values', () => {
    expect(href(base, 'home', undefined, { next: '/mbale/candidate/sms?a=1&b', page: 2, none: undefined })).toBe(
      '/mbale/candidate/home?next=%2Fmbale%2Fcandidate%2Fsms%3Fa%3D1%26b&page=2',
    )
    expect(href(base, 'home', undefined, {})).toBe('/mbale/candidate/home')
  })
})

describe('the address of a file', () => {
  test('contains the parameters, with any text around them', () => {
    const grievance = { grievance: 12, file: 3 }
    expect(href('/mbale/candidate/', 'grievancy/file/:grievance-:file', grievance)).toBe(
      '/mbale/candidate/grievancy/file/12-3',
    )
    expect(href('/mbale/candidate/', 'merit-lists/:name.csv', { name: 'final-1-state' })).toBe(
      '/mbale/candidate/merit-lists/final-1-state.csv',
    )
  })

  test('omits empty values from its query', () => {
    expect(href('/mbale/candidate/', 'closing-merit.csv', undefined, { round: null })).toBe(
      '/mbale/candidate/closing-merit.csv',
    )
    expect(
      href('/mbale/cell/', 'scrutiny/:userId/file/:name', { userId: 'ML24100001', name: 'photo' }, { at: 7 }),
    ).toBe('/mbale/cell/scrutiny/ML24100001/file/photo?at=7')
  })
})

test('files are taken where a page asks for one, and longer ones by the tables of the desk', () => {
  expect((['photo-details', 'documents-details', 'dashboard', 'home'] as const).map(takesFiles)).toEqual([
    ...[true, true, false, false],
  ])
  expect((['imports/:kind', 'settlements', 'audit'] as const).map(deskTakesFiles)).toEqual(['tables', true, false])
})
