import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mbale, scd } from '#server/courses/courses.ts'
import { candidateMenu, isItemVisible, visibleMenu } from '#server/domain/site/candidate-menu.ts'
import { loginLinks, type MenuGroup, type MenuItem, publicMenu } from '#server/domain/site/menu.ts'
import { sitePages } from '#server/domain/site/site-pages.ts'
import { type Permission, type Permissions, permissionNames } from '#server/domain/terms/permissions.ts'
import { publicPdfs } from '#server/domain/terms/public-pdfs.ts'
import { type CandidateRoute, candidateRoutes, permissionsFor } from '#server/domain/terms/routes.ts'
import { textFiles } from '#server/i18n/texts.ts'

fc.configureGlobal({ seed: 2024 })

const only = (...granted: Permission[]) =>
  Object.fromEntries(
    [...permissionNames, ...granted].map((name) => [name, granted.includes(name)] as const),
  ) as Permissions
const all = only(...permissionNames)
const anyPermissions = fc
  .tuple(...permissionNames.map(() => fc.boolean()))
  .map((flags) => Object.fromEntries(permissionNames.map((name, place) => [name, flags[place]])) as Permissions)

const addresses = Object.fromEntries(loginLinks.map((link) => [link, `https://${link}.example.org/`])) as Record<
  (typeof loginLinks)[number],
  string
>
/** The pages of `allotment/:round`. */
const lookUps = ['allotment/round-one', 'allotment/round-two', 'allotment/round-three']
const visitors = publicMenu(addresses, mbale.firstLines, [1, 2, 3], true)
const groupOf = (groups: readonly MenuGroup[], title: string) => groups.find((group) => group.title === title)
const candidateSees = (fillStatus: number, permissions: Permissions) =>
  visibleMenu(candidateMenu(permissions), fillStatus, permissions)
const everyItem = [...candidateMenu(all), ...visitors].flatMap((group) => group.items)

/** The texts of a language by full key. */
const textsOf = (language: string): Record<string, string> =>
  Object.fromEntries(
    textFiles
      .filter((file) => file.language === language)
      .flatMap(({ namespace, texts }) => Object.entries(texts).map(([key, text]) => [`${namespace}:${key}`, text])),
  )
const english = textsOf('en')
/** A group as a person reads it: the title and its lines. */
const asRead = (groups: readonly MenuGroup[]) =>
  groups.map(({ title, items }) => [
    title && english[title],
    items.map((item) => english[item.title]?.replace(/\{\{(\w+)\}\}/g, (_, name) => String(item.info[name]))),
  ])

describe("the candidate's sidebar", () => {
  test('has the groups and lines of rules §18.8, in its order', () => {
    expect(asRead(candidateSees(8, only(...permissionNames.filter((name) => !/^cap(Two|Three)$/.test(name)))))).toEqual(
      [
        [
          'Application steps',
          [
            'Dashboard',
            'Type of Candidature',
            'Type Details',
            'Category Details',
            'Qualification Details',
            'Personal Details',
            'Photo Details',
            'Documents Details',
            'Payment',
            'Print Form',
          ],
        ],
        ['Print', ['Acknowledgment Receipt', 'Provisional Merit', 'Final Merit']],
        ['Option Form', ['CAP Round 1', 'Select Courses', 'Select Institutes', 'Select Preference', 'My Allotment']],
        ['Graduation Marks', ['CGPA to Marks Conversion Certificate']],
        ['Convert Fees', ['Convert Fees']],
        ['Seat Acceptance', ['CAP Round 1']],
        ['Cancel Admission', ['Request', 'Print']],
        ['Important Links', ['SMS Logs', 'Transaction Logs', 'Message Box', 'Change Password']],
      ],
    )
  })

  test('links to the pages of rules §18.8', () => {
    const paths = candidateMenu(only('capOne')).map((group) => group.items.map((item) => item.path))
    expect(paths).toEqual([
      [
        'dashboard',
        'type-of-candidature',
        'type-details',
        'category-details',
        'qualifications-details',
        'personal-details',
        'photo-details',
        'documents-details',
        'payment',
        'print-pdf',
      ],
      ['acknowledgement', 'provisional-merit', 'final-merit'],
      [
        'option-form',
        'option-form/select-course',
        'option-form/select-institutes',
        'option-form/select-prefrence',
        'allotment',
      ],
      ['graducation-marks-file'],
      ['convert-fee'],
      ['self-arc-home'],
      ['cancel-admission-request', 'cancel-admission-application-form-print'],
      ['sms', 'transactions-logs', 'message', 'forgot-password-auth'],
    ])
  })

  test('"steps numbered 0 to 8 after the dashboard", counted from 1 for people', () => {
    const [dashboard, ...steps] = candidateMenu(all)[0]!.items
    expect(dashboard).toMatchObject({ chip: '', status: -1 })
    expect(steps.map((item) => [item.chip, item.status])).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((step) => [String(step + 1), step]),
    )
  })

  test('"Menu names. Steps 0–7 `form`, status 0–7; Print Form `print`, status 8; SMS Logs, Transaction Logs, Message Box `message`; Change Password `password`; every other item status −1."', () => {
    const lines = candidateMenu(all).flatMap((group) => group.items)
    const nameOf = (path: string) => lines.find((item) => item.path === path)?.name
    const steps = lines.filter((item) => item.status >= 0)
    expect(steps.map((item) => item.name)).toEqual([...Array(8).fill('form'), 'print'])
    expect(steps).toHaveLength(9)
    expect(['sms', 'transactions-logs', 'message'].map(nameOf)).toEqual(['message', 'message', 'message'])
    expect(nameOf('forgot-password-auth')).toBe('password')
    for (const item of lines.filter((line) => !steps.includes(line))) expect(item.status, item.path).toBe(-1)
  })

  test('has inner lines only, each with a permission that its page accepts', () => {
    for (const permissions of [all, only('capOne'), only('capTwo'), only('capThree')]) {
      for (const item of candidateMenu(permissions).flatMap((group) => group.items)) {
        expect(item).toMatchObject({ type: 'inner', external: false, windowopen: false })
        expect(permissionsFor(item.path as CandidateRoute), item.path).toContain(item.name)
      }
    }
  })

  const rounds: Permission[] = ['capOne', 'capTwo', 'capThree', 'capFour']
  const subsets = Array.from({ length: 16 }, (_, bits) => bits).map((bits) =>
    rounds.filter((_, place) => bits & (1 << place)),
  )

  test.each(subsets.map((granted) => ({ granted })))(
    '"one CAP Round N per permitted round": $granted',
    ({ granted }) => {
      const numbers = granted.map((name) => rounds.indexOf(name) + 1)
      const menu = candidateSees(8, only(...granted, 'seat'))
      const roundsIn = (title: string) =>
        groupOf(menu, title)
          ?.items.filter((item) => item.title === 'signedin:menu.cap-round')
          .map((item) => item.info.round) ?? []
      expect(roundsIn('signedin:menu.option-form')).toEqual(numbers)
      expect(roundsIn('signedin:menu.seat-acceptance')).toEqual(numbers)
    },
  )

  test('shows the Select pages once if any round is permitted', () => {
    for (const granted of subsets) {
      const lines = groupOf(candidateSees(8, only(...granted)), 'signedin:menu.option-form')?.items ?? []
      const paths = lines.map((item) => item.path).filter((path) => path !== 'option-form')
      expect(paths).toEqual(
        granted.length
          ? ['option-form/select-course', 'option-form/select-institutes', 'option-form/select-prefrence', 'allotment']
          : [],
      )
    }
  })

  test('has no Seat Acceptance without `seat`, even if rounds are permitted', () => {
    expect(groupOf(candidateSees(8, only(...rounds)), 'signedin:menu.seat-acceptance')).toBeUndefined()
  })

  test('"A group with a condition flag shows only if at least one of its items is permitted."', () => {
    const conditional: [string, Permission[]][] = [
      ['signedin:menu.print', ['acknowledgement', 'pMerit', 'fMerit']],
      ['signedin:menu.option-form', rounds],
      ['signedin:menu.graduation-marks', ['gradMarks']],
      ['signedin:menu.convert-fees', ['convertFee']],
      ['signedin:menu.cancel-admission', ['cancelAdmission', 'cancelPrint']],
    ]
    for (const [title, names] of conditional) {
      expect(groupOf(candidateSees(8, only()), title), title).toBeUndefined()
      for (const name of names) {
        const group = groupOf(candidateSees(8, only(name)), title)
        expect(group?.items.length, `${title} by ${name}`).toBeGreaterThan(0)
      }
    }
    const lone = groupOf(candidateSees(0, only('pMerit')), 'signedin:menu.print')?.items
    expect(lone?.map((item) => item.path)).toEqual(['provisional-merit'])
  })

  test('shows the application steps and the important links to every candidate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), anyPermissions, (fillStatus, permissions) => {
        const titles = candidateSees(fillStatus, permissions).map((group) => group.title)
        expect(titles[0]).toBe('signedin:menu.application')
        expect(titles.at(-1)).toBe('shell:menu.important-links')
      }),
    )
  })

  test('shows a new candidate the dashboard, the first step and the important links', () => {
    const newcomer = only('dashboard', 'print', 'message', 'password', 'feedback', 'form', 'scrutiny')
    expect(asRead(candidateSees(0, newcomer))).toEqual([
      ['Application steps', ['Dashboard', 'Type of Candidature']],
      ['Important Links', ['SMS Logs', 'Transaction Logs', 'Message Box', 'Change Password']],
    ])
  })
})

describe("\"Items of type inner show only if the item's status is less than or equal to the candidate's fillStatus and the permission for the item's name is true; items of type outer always show.\"", () => {
  test.each([
    [-1, 0, true],
    [0, 0, true],
    [1, 0, false],
    [4, 3, false],
    [4, 4, true],
    [4, 5, true],
    [8, 7, false],
    [8, 8, true],
  ])('an inner item of status %i with fillStatus %i: %s', (status, fillStatus, expected) => {
    const line = { type: 'inner', status, name: 'form' } as const
    expect(isItemVisible(line, fillStatus, only('form'))).toBe(expected)
    expect(isItemVisible(line, fillStatus, only(...permissionNames.filter((name) => name !== 'form')))).toBe(false)
  })

  test('shows an outer item to a candidate without progress or permissions', () => {
    expect(isItemVisible({ type: 'outer', status: 8, name: 'seat' }, 0, only())).toBe(true)
    expect(isItemVisible({ type: 'outer', status: -1, name: '' }, 0, only())).toBe(true)
  })

  test('keeps exactly the visible lines, in their order, for every candidate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), anyPermissions, (fillStatus, permissions) => {
        const seen = candidateSees(fillStatus, permissions).flatMap((group) => group.items)
        const allowed = candidateMenu(permissions)
          .flatMap((group) => group.items)
          .filter((item) => item.status <= fillStatus && item.name !== '' && permissions[item.name])
        expect(seen).toEqual(allowed)
      }),
    )
  })
})

describe("the visitor's sidebar", () => {
  test('has the groups of rules §18.7, those for candidates first and the logins of the staff last', () => {
    expect(asRead(visitors).map(([title]) => title)).toEqual([
      '',
      'Important Links',
      'Provisional Vacancy Position',
      'Information Brochure & GR {{year}}',
      'Login Links',
    ])
  })

  test('"(untitled) Home" and "Provisional Vacancy Position" hold one page each', () => {
    expect(visitors[0]!.items.map((item) => item.path)).toEqual(['home'])
    expect(groupOf(visitors, 'shell:menu.vacancy')!.items.map((item) => item.path)).toEqual(['institute-wise-vacancy'])
  })

  test('"Login Links (ARA home, ARA courses, FC/SubFC login, Institute login, Regional Office/ARA login, SO login, Admin login …)"', () => {
    const { items } = groupOf(visitors, 'shell:menu.login-links')!
    expect(items.map((item) => english[item.title]!.toLowerCase())).toEqual([
      'ara home',
      'ara courses',
      'fc/subfc login',
      'institute login',
      'regional office/ara login',
      'so login',
      'admin login',
    ])
    expect(items.map((item) => item.path)).toEqual(loginLinks.map((link) => addresses[link]))
  })

  test('"the last five are external login pages opened in the same window"', () => {
    const lastFive = groupOf(visitors, 'shell:menu.login-links')!.items.slice(-5)
    for (const item of lastFive) expect(item).toMatchObject({ external: true, windowopen: false })
  })

  test('"Public \\"Important Links\\" holds the public routes that no other group names, New Registration and Login first"', () => {
    const paths = groupOf(visitors, 'shell:menu.important-links')!.items.map((item) => item.path)
    expect(paths.slice(0, 2)).toEqual(['registration', 'login'])
    expect(new Set(paths).size).toBe(paths.length)
    const named = new Set(
      visitors
        .filter((group) => group.title !== 'shell:menu.important-links')
        .flatMap((g) => g.items.map((item) => item.path)),
    )
    // Pages reached from within another one or from the footer, and the API's document, which is our addition.
    const inside: string[] = [
      'registration-success',
      'otp-verify',
      'forgot-otp-verify',
      'file',
      'offline',
      'api/docs',
      'compare',
      // Lists, rounds and the verification lead to it.
      'public-log',
      // Messages and the dashboard lead to it.
      'roll-call',
      // Contact Us leads to it.
      'complaints',
      // The codes of letters lead to it.
      'check-letter',
      ...sitePages,
    ]
    const expected = (Object.keys(candidateRoutes) as CandidateRoute[]).filter(
      (route) =>
        candidateRoutes[route].audience === 'public' &&
        !route.includes(':') &&
        !named.has(route) &&
        !inside.includes(route),
    )
    expect([...paths].sort()).toEqual([...expected, ...lookUps].sort())
  })

  test('the diploma course begins with its own navigation, in the order of rules §18.16', () => {
    const [first, ...others] = asRead(publicMenu(addresses, scd.firstLines, [1, 2, 3], true))
    expect(first).toEqual([
      '',
      [
        'Dashboard',
        'Home',
        'New Registration',
        'Notifications',
        'Important Date',
        'Admin Login',
        'News',
        'FAQ',
        'Download',
        'FC List',
        'Contact Us',
        'Privacy And Policy',
      ],
    ])
    // No name occurs twice, and nothing that visitors of the other course find is missing.
    const lines = [first!, ...others].flatMap(([, titles]) => titles as string[])
    const ofOther = asRead(visitors).flatMap(([, titles]) => titles as string[])
    expect([...lines].sort()).toEqual([...ofOther, 'Dashboard'].sort())
    expect(others[0]![1]![0]).toBe('Login')
  })

  test('"\\"Information Brochure & GR 2024-25\\" the ten PDFs in new tabs"', () => {
    expect([...publicPdfs]).toEqual([
      'user_manual.pdf',
      'MBA_new_schdule.pdf',
      'ruleA.pdf',
      'ruleB.pdf',
      'ruleC.pdf',
      'rule2022.pdf',
      'rule2021.pdf',
      'rule2020.pdf',
      'rule2019.pdf',
      'principleRule.pdf',
    ])
    const { items } = groupOf(visitors, 'shell:menu.brochure')!
    expect(items.map((item) => item.path)).toEqual([...publicPdfs])
    for (const item of items) expect(item).toMatchObject({ windowopen: true, external: false })
  })

  test('every line is outer, so that every visitor sees all of them', () => {
    for (const item of visitors.flatMap((group) => group.items)) expect(item.type, item.path).toBe('outer')
    expect(visibleMenu(visitors, 0, only())).toEqual(visitors)
  })
})

test('"Menu item fields: title, path, icon, external, status …, type …, name, windowopen, children, chip, info"', () => {
  const fields: (keyof MenuItem)[] = [
    'title',
    'path',
    'icon',
    'external',
    'status',
    'type',
    'name',
    'windowopen',
    'children',
    'chip',
    'info',
  ]
  for (const item of everyItem) expect(Object.keys(item).sort(), item.path).toEqual([...fields].sort())
})

test('every path is a page of the portal, one of its PDFs or a login link', () => {
  const known = new Set<string>([
    ...Object.keys(candidateRoutes),
    ...lookUps,
    ...publicPdfs,
    ...Object.values(addresses),
  ])
  expect(everyItem.filter((item) => !known.has(item.path)).map((item) => item.path)).toEqual([])
  for (const item of everyItem) expect(item.external, item.path).toBe(Object.values(addresses).includes(item.path))
})

test('every title has a text in both languages', () => {
  const titles = [...candidateMenu(all), ...visitors].flatMap((group) => [
    group.title,
    ...group.items.map((item) => item.title),
  ])
  for (const language of ['en', 'mr']) {
    const texts = textsOf(language)
    expect(titles.filter((title) => title !== '' && !texts[title])).toEqual([])
  }
})
