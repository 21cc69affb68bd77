import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isOpenUnderLock, lockAllowList, lockAllowListAdditions, lockOf } from '#server/domain/terms/lock.ts'
import { type CandidateRoute, candidateRoutes } from '#server/domain/terms/routes.ts'

const routes = Object.keys(candidateRoutes) as CandidateRoute[]

test('the allow-list is that of rules §18.13, word for word: "print-pdf, dashboard, … and the two cancel-admission pages"', () => {
  expect([...lockAllowList]).toEqual([
    'print-pdf',
    'dashboard',
    'message-viewall',
    'forgot-password-auth',
    'option-form',
    'grievancy',
    'acknowledgement',
    'provisional-merit',
    'final-merit',
    'sms',
    'message',
    'singleMsg',
    'graducation-marks-file',
    'cancel-admission-request',
    'cancel-admission-application-form-print',
  ])
})

test('rules §6.2 lists our additions, each of them', () => {
  const chapter = /### 6\.2 [\s\S]*?### 6\.3/.exec(readFileSync('docs/rules.md', 'utf8'))![0]
  const listed = /`(convert-fee[^`]*)`/.exec(chapter)![1]!.split(/\s+/)
  expect(listed).toEqual([...lockAllowListAdditions])
})

test('our additions are listed separately: those of rules §6.2, awaited certificates, the result of a round, stars, and the change of mobile, which do not touch the application', () => {
  const decided = 'convert-fee self-arc-home transactions-logs schedule documents/view test feedback my-data'.split(' ')
  // A fee that is due after the lock is paid in the same way as any other.
  const more = [
    'payment/checkout',
    'payment/return',
    'change-mobile',
    'certificates',
    'allotment',
    'jk-seat',
    'non-cap',
    'starred',
    'second-receiver',
  ]
  expect([...lockAllowListAdditions].sort()).toEqual([...decided, ...more].sort())
  expect(lockAllowListAdditions.filter((entry) => (lockAllowList as readonly string[]).includes(entry))).toEqual([])
})

test('every entry names a page of the portal, or the pages below it', () => {
  for (const entry of [...lockAllowList, ...lockAllowListAdditions]) {
    expect(routes.filter((route) => route === entry || route.startsWith(`${entry}/`)).length, entry).toBeGreaterThan(0)
  }
})

describe("the candidate's pages under the lock", () => {
  const closed = [
    'type-of-candidature',
    'type-details',
    'category-details',
    'qualifications-details',
    'personal-details',
    'photo-details',
    'documents-details',
    'payment',
    'appointment',
  ]

  test('all stay open except the steps that change the application, and the appointment at a centre', () => {
    const candidates = routes.filter((route) => candidateRoutes[route].audience === 'candidate')
    expect(candidates.filter((route) => !isOpenUnderLock(route))).toEqual(closed)
  })

  test('"An entry covers its sub-pages (`option-form` = `option-form/*`)."', () => {
    for (const page of [
      'select-course',
      'select-institutes',
      'select-prefrence',
      'lisitng-confirm',
      'print',
      'print2',
    ]) {
      expect(isOpenUnderLock(`option-form/${page}`), page).toBe(true)
    }
    expect(isOpenUnderLock('singleMsg/:id')).toBe(true)
    expect(isOpenUnderLock('documents/view/:name')).toBe(true)
  })

  test('an entry covers neither names that merely begin with it, nor pages above it', () => {
    for (const route of [
      'option-forms',
      'dashboards',
      'documents-details',
      'documents',
      'print',
      'payment/print-pdf',
      '',
    ]) {
      expect(isOpenUnderLock(route), route).toBe(false)
    }
  })
})

describe('"In mode 1 with lock_form not 0, or in mode 2 with isarcconfirmed 1"', () => {
  test.each([
    { mode: 1, lockForm: 0, isArcConfirmed: 0, lock: null },
    { mode: 1, lockForm: 1, isArcConfirmed: 0, lock: 'locked' },
    { mode: 1, lockForm: 2, isArcConfirmed: 0, lock: 'locked' },
    { mode: 1, lockForm: -1, isArcConfirmed: 0, lock: 'locked' },
    { mode: 1, lockForm: 0, isArcConfirmed: 1, lock: null },
    { mode: 1, lockForm: 1, isArcConfirmed: 1, lock: 'locked' },
    { mode: 2, lockForm: 0, isArcConfirmed: 0, lock: null },
    { mode: 2, lockForm: 1, isArcConfirmed: 0, lock: null },
    { mode: 2, lockForm: 0, isArcConfirmed: 1, lock: 'confirmed-by-centre' },
    { mode: 2, lockForm: 1, isArcConfirmed: 1, lock: 'confirmed-by-centre' },
    { mode: 0, lockForm: 0, isArcConfirmed: 0, lock: null },
    { mode: 0, lockForm: 1, isArcConfirmed: 1, lock: null },
  ])('mode $mode, lock_form $lockForm, confirmed $isArcConfirmed: $lock', ({ lock, ...facts }) => {
    expect(lockOf(facts)).toBe(lock)
  })
})
