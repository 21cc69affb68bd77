import type { Page } from '@playwright/test'
import { restrictedText } from '#pages/ui/signed-in/restricted-text.ts'
import { candidateRoutes, type RouteRule } from '#server/domain/terms/routes.ts'
import { languages } from '#server/kernel/languages.ts'
import { inTurn } from '#tests/support/extent.ts'
import { become, personasOf } from './people'
import { desk, expect, type Setting, settingName, test } from './server'
import { mainRoad, sideRoad } from './settings'
import { type Visitor, visitorOn } from './visitor'

const rules = Object.entries(candidateRoutes) as [route: keyof typeof candidateRoutes, rule: RouteRule][]
const candidatesPages = rules.filter(([, rule]) => rule.audience === 'candidate')
/** Entries that do not exist, for the parameters of an address. */
const addressOf = (route: string) => route.replace(/:\w+/g, '999999')

for (const setting of mainRoad) {
  test(`a visitor is sent home, logs in, and returns to the page · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    const { userId } = (await personasOf(server)).find(({ key }) => key === 'half-filled')!
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t } = visitor
    // Given an address in the candidates' area, the visitor is sent home
    await visitor.open('personal-details?from=sms')
    await expect(page).toHaveURL(/\/home\?next=%2Fmbale%2Fcandidate%2Fpersonal-details%3Ffrom%3Dsms$/)
    // When they log in there, they reach the page
    await visitor
      .main()
      .getByRole('link', { name: t('home:login') })
      .first()
      .click()
    await visitor.logIn(userId, 'Demo1234')
    await expect(page).toHaveURL(/\/personal-details\?from=sms$/)
    await expect(visitor.title()).toHaveText(t('signedin:menu.personal-details'))
  })
}

test('every page for candidates sends a visitor home and remembers its address', async ({ server }) => {
  for (const [route] of candidatesPages) {
    const path = `/mbale/candidate/${addressOf(route)}`
    const answer = await fetch(server.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect(answer.status, path).toBe(303)
    expect(answer.headers.get('location')).toBe(`/mbale/candidate/home?next=${encodeURIComponent(path)}`)
  }
})

/** The personas with the lock's words (rules §18.13), their permissions, and the step they have reached. */
const personas = [
  { key: 'new', lock: null, permissions: ['form', 'scrutiny'], reached: 0 },
  { key: 'half-filled', lock: null, permissions: ['form', 'scrutiny'], reached: 4 },
  { key: 'reverted', lock: null, permissions: ['form', 'scrutiny'], reached: 8 },
  { key: 'locked', lock: 'Your Application is now Locked', permissions: [], reached: 8 },
  {
    key: 'fc-confirmed',
    lock: 'Your Application is confirmed by Facilitation centre',
    permissions: ['acknowledgement', 'grivancy'],
    reached: 8,
  },
] as const
const always = ['dashboard', 'print', 'message', 'password', 'feedback']

/** Pages open under the lock: the list of rules §18.13, followed by our additions (rules §6.2). */
const openUnderLock = [
  ...['print-pdf', 'dashboard', 'message-viewall', 'forgot-password-auth', 'option-form', 'grievancy'],
  ...['acknowledgement', 'provisional-merit', 'final-merit', 'sms', 'message', 'singleMsg', 'graducation-marks-file'],
  ...['cancel-admission-request', 'cancel-admission-application-form-print'],
  ...['convert-fee', 'self-arc-home', 'transactions-logs', 'schedule', 'documents/view', 'test', 'feedback'],
  ...['change-mobile', 'payment/checkout', 'payment/return', 'certificates', 'allotment', 'jk-seat', 'non-cap'],
  ...['my-data', 'starred', 'second-receiver'],
]
const steps = [
  ...['type-of-candidature', 'type-details', 'category-details', 'qualifications-details', 'personal-details'],
  ...['photo-details', 'documents-details', 'payment', 'print-pdf'],
]

type Expected = { banner: string; words: string } | { sentTo: string } | 'open'

/** The result for a persona at a route. */
function expected(
  { t, language }: Visitor,
  persona: (typeof personas)[number],
  route: string,
  rule: RouteRule,
): Expected {
  if (rule.audience === 'public') return 'open'
  const isOpenUnderLock = openUnderLock.some((entry) => route === entry || route.startsWith(`${entry}/`))
  if (persona.lock && !isOpenUnderLock) {
    const key = persona.key === 'locked' ? 'signedin:locked.locked' : 'signedin:locked.confirmed-by-centre'
    return {
      banner: language === 'en' ? persona.lock : t(key),
      words: t(persona.key === 'locked' ? 'signedin:locked.unlock' : 'signedin:locked.next'),
    }
  }
  const wanted = [rule.permission].flat()
  const held: readonly string[] = [...always, ...persona.permissions]
  if (!wanted.some((permission) => held.includes(permission))) {
    const title = language === 'en' ? 'You cannot open this page now' : t('signedin:restricted.title')
    return { banner: title, words: restrictedText(t, wanted[0]!) }
  }
  const step = steps.indexOf(route)
  return step > persona.reached ? { sentTo: steps[persona.reached]! } : 'open'
}

/** The server's answer without rendering: the text of its heading and of its main part. */
async function read(page: Page, path: string): Promise<{ status: number; at: string; title: string; main: string }> {
  const response = await page.request.get(path, { headers: { accept: 'text/html' } })
  const html = await response.text()
  const words = (part: string) =>
    part
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return {
    status: response.status(),
    at: new URL(response.url()).pathname,
    title: words(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? ''),
    main: words(main),
  }
}

for (const [turn, persona] of personas.entries()) {
  for (const language of inTurn(languages, turn)) {
    test(`every page is open, locked, restricted or too early according to the rules · ${persona.key} ${language}`, async ({
      visit,
    }) => {
      const setting: Setting = { javaScriptEnabled: false, language, viewport: desk }
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t } = visitor
      await become(page, persona.key)
      for (const [route, rule] of candidatesPages) {
        const meets = expected(visitor, persona, route, rule)
        const own = `/mbale/candidate/${addressOf(route)}`
        const { status, at, title, main } = await read(page, own)
        if (meets === 'open' && route.includes(':')) {
          // The parameter names an entry that does not exist.
          expect.soft([status, title], route).toEqual([404, t('error:heading-404')])
        } else if (meets === 'open') {
          expect.soft([status, at], route).toEqual([200, own])
          const refusals = [
            'signedin:restricted.title',
            'signedin:locked.locked',
            'signedin:locked.confirmed-by-centre',
          ] as const
          expect
            .soft(
              refusals.map((key) => t(key)),
              route,
            )
            .not.toContain(title)
        } else if ('sentTo' in meets) {
          expect.soft([status, at], route).toEqual([200, `/mbale/candidate/${meets.sentTo}`])
        } else {
          expect.soft([status, at, title], route).toEqual([200, own, meets.banner])
          expect.soft(main, route).toContain(meets.words)
        }
      }

      // A banner keeps the layout around it.
      const banner = candidatesPages.find(([route, rule]) => {
        const meets = expected(visitor, persona, route, rule)
        return meets !== 'open' && 'banner' in meets
      })!
      await visitor.open(addressOf(banner[0]))
      await expect(visitor.profile()).toHaveCount(1)
    })
  }
}

for (const setting of mainRoad) {
  test(`an unknown address leads home · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    for (const path of [
      '/',
      '/nowhere',
      '/mbale',
      '/mbale/candidate/',
      '/mbale/candidate/nowhere/at/all',
      '/mbale/x',
    ]) {
      await visitor.open(path)
      await expect(visitor.page).toHaveURL(/\/mbale\/candidate\/home$/)
    }
    await visitor.open('/scd/candidate/nowhere')
    await expect(visitor.page).toHaveURL(/\/scd\/candidate\/home$/)
  })
}

for (const setting of sideRoad(0)) {
  test(`an error has a page with its reason · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t } = visitor
    await become(page, 'new')

    /** Sends a form to an address, as an outdated page of ours would. */
    const send = async (action: string) => {
      await visitor.open('news')
      await page.evaluate((to) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = to
        document.body.append(form)
        form.submit()
      }, action)
    }

    // Given a page that accepts no form
    await send('/mbale/candidate/news')
    await expect(visitor.title()).toHaveText(t('error:heading-405'))
    await expect(page).toHaveTitle(new RegExp(`^${t('error:title')}`))
    await expect(visitor.main()).toContainText(t('error:405'))
    await expect(visitor.main()).toContainText(t('error:about-405'))
    await expect(visitor.main().getByRole('link', { name: t('shell:to-home') })).toBeVisible()

    // Given a form without the session's token
    await send('/mbale/candidate/change-mobile')
    await expect(visitor.title()).toHaveText(t('error:heading-403'))
    await expect(visitor.main()).toContainText(t('error:403'))

    // And the link home works
    await visitor.ready()
    await visitor
      .main()
      .getByRole('link', { name: t('shell:to-home') })
      .click()
    await expect(page).toHaveURL(/\/home$/)
  })
}

test('the error page has the words of rules §18.6', async ({ server }) => {
  const html = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${server.url}/mbale/candidate/${path}`, init)
    return { status: answer.status, text: await answer.text() }
  }
  const asked = {
    '404 Not Found': await html('nowhere', { headers: { accept: 'image/png' } }),
    '405 Method Not Allowed': await html('news', { method: 'POST' }),
    '400 Bad Request': await html('registration', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    }),
    '403 Forbidden': await html('registration', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }),
  }
  for (const [words, { status, text }] of Object.entries(asked)) {
    expect(`${status}`).toBe(words.slice(0, 3))
    expect(text).toContain('<title>Unexpected Application Error!')
    expect(text).toContain(words)
  }
})

test('the login of an unknown desk is not found', async ({ visit }) => {
  const setting: Setting = { javaScriptEnabled: false, language: 'en', viewport: desk }
  const visitor = visitorOn(await visit(setting), setting)
  const response = await visitor.page.goto('/mbale/cell/login/nobody')
  expect(response?.status()).toBe(404)
  await expect(visitor.title()).toHaveText('Page not found')
  await expect(visitor.main()).toContainText('404 Not Found')
})
