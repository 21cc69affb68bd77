import type { Page, Request } from '@playwright/test'
import { expectToastsClear } from './look'
import { become, newMobile, register, signIn } from './people'
import { desk, expect, phone, type Setting, settingName, test } from './server'
import { mainRoad, scripted, sideRoad } from './settings'
import { type Visitor, visitorOn } from './visitor'

/**
 * The behaviour that the script adds, checked in one setting each; other journeys go through the pages in all settings.
 */
const onDesk: Setting = { javaScriptEnabled: true, language: 'en', viewport: desk }
const onPhone: Setting = { javaScriptEnabled: true, language: 'mr', viewport: phone }

/** Counts the documents that a page loads from now on. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 }
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.count++
  })
  return loads
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** What a page notices when somebody looks at another tab or another app. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })
  })

/** A mark that a reload removes. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

test.describe('the client keeps itself up to date', () => {
  test('the first visit loads once, and is refreshed once the page is hidden', async ({ visit }) => {
    // Given a browser that has never been here
    const visitor = visitorOn(await visit(onDesk), onDesk)
    const { page } = visitor
    const loads = countLoads(page)
    const checked = page.waitForResponse(/\/mbale\/candidate\/version\.json\?timestamp=\d{13}$/)

    // When it opens a page, the page is loaded once and its version is stored
    const before = Date.now()
    await visitor.open('home')
    const { version } = (await (await checked).json()) as { version: string }
    expect(version, 'the version of the build that is running').toMatch(/^[\w-]{12}$/)
    await expect.poll(() => stored(page, 'appVersion')).toBe(version)
    expect(loads.count).toBe(1)
    expect(await stored(page, 'appTime')).toBeNull()

    // When somebody looks at something else, the page is loaded again, and the time is stored
    await hide(page)
    await expect.poll(() => loads.count).toBe(2)
    await visitor.ready()
    expect(Number(await stored(page, 'appTime'))).toBeGreaterThanOrEqual(before)

    // And neither the next page nor the next look at something else loads anything again
    await visitor.open('faq')
    await hide(page)
    await page.waitForTimeout(300)
    expect(loads.count).toBe(3)
  })

  test('a hidden page is not refreshed while a field, a choice of files or a list is being filled in', async ({
    visit,
  }) => {
    const visitor = visitorOn(await visit(onPhone), onPhone)
    const { page } = visitor
    await visitor.open('registration')
    await expect.poll(() => stored(page, 'appVersion')).not.toBeNull()
    const loads = countLoads(page)
    const state = page.locator('[name=state]')
    await state.evaluate((list: HTMLSelectElement) => {
      list.selectedIndex = 3
    })
    await hide(page)
    await state.evaluate((list: HTMLSelectElement) => {
      list.selectedIndex = 0
    })
    await page.locator('[name=fullName]').focus()
    await hide(page)
    await page.locator('[name=fullName]').blur()
    // The camera is in front of the page.
    await page.evaluate(() => {
      const input = Object.assign(document.createElement('input'), { type: 'file' })
      input.addEventListener('click', (event) => event.preventDefault())
      document.body.append(input)
      input.click()
    })
    await hide(page)
    await page.waitForTimeout(300)
    expect(loads.count).toBe(0)
    await page.locator('h1').click()
    await hide(page)
    await expect.poll(() => loads.count).toBe(1)
  })

  test('a new version clears the caches and reloads once', async ({ visit }) => {
    // Given a page that has been open for a while, with something in the browser's caches
    const visitor = visitorOn(await visit(onDesk), onDesk)
    const { page } = visitor
    await page.clock.install()
    await visitor.open('home')
    await expect.poll(() => stored(page, 'appVersion')).not.toBeNull()
    await page.evaluate(() => caches.open('of an older version'))
    await mark(page)
    const loads = countLoads(page)

    // When the server has the same version after five minutes, nothing happens
    const same = page.waitForResponse(/version\.json/)
    await page.clock.fastForward('05:01')
    await (await same).finished()
    expect(await isMarked(page)).toBe(true)

    // When it has another one after ten minutes
    await page.route('**/version.json*', (route) => route.fulfill({ json: { version: 'another' } }))
    await page.clock.fastForward('05:01')

    // Then the caches are cleared, and the page is reloaded and stays
    await expect.poll(() => loads.count).toBe(1)
    await visitor.ready()
    await expect.poll(() => stored(page, 'appVersion')).toBe('another')
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    const again = page.waitForResponse(/version\.json/)
    await page.clock.fastForward('05:01')
    await (await again).finished()
    expect(loads.count).toBe(1)
  })

  test('an older version in the storage causes a reload at the first check', async ({ visit }) => {
    const visitor = visitorOn(await visit(onPhone), onPhone)
    const { page } = visitor
    await visitor.open('home')
    await expect.poll(() => stored(page, 'appVersion')).not.toBeNull()
    await page.evaluate(() => localStorage.setItem('appVersion', 'older'))
    const loads = countLoads(page)
    await page.goto('/mbale/candidate/faq')
    await expect.poll(() => loads.count).toBe(2)
    await visitor.ready()
    await expect.poll(() => stored(page, 'appVersion')).not.toBe('older')
    expect(loads.count).toBe(2)
  })

  test('a failed version check is logged and ignored', async ({ visit }) => {
    const visitor = visitorOn(await visit(onDesk, { mayLog: /^Failed to fetch version:/ }), onDesk)
    const { page } = visitor
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Failed to fetch version:'))
    await page.route('**/version.json*', (route) => route.abort())
    await visitor.open('home')
    await logged
    expect(await stored(page, 'appVersion')).toBeNull()
    await visitor.follow(visitor.t('shell:menu.faq'))
    await expect(visitor.title()).toHaveText(visitor.t('shell:menu.faq'))
  })

  test('caches that cannot be cleared are logged, and the refresh continues', async ({ visit }) => {
    const visitor = visitorOn(await visit(onDesk, { mayLog: /^Failed to clear caches:/ }), onDesk)
    const { page } = visitor
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Failed to clear caches:'))
    await page.addInitScript(() => {
      CacheStorage.prototype.keys = () => Promise.reject(new Error('no cache here'))
    })
    const loads = countLoads(page)
    await visitor.open('home')
    await expect.poll(() => stored(page, 'appVersion')).not.toBeNull()
    await hide(page)
    await logged
    await expect.poll(() => loads.count).toBe(2)
  })

  for (const setting of scripted(mainRoad)) {
    test(`the hourly refresh waits for an unsent form · ${settingName(setting)}`, async ({ visit }) => {
      // Given a candidate who is filling in a form
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t, field } = visitor
      await page.clock.install()
      await visitor.open('registration')
      await field(t('registration:full-name')).fill('Vaishali Jadhav')
      await mark(page)

      // When more than an hour passes, their text remains
      const checked = page.waitForResponse(/version\.json/)
      await page.clock.fastForward('01:01:00')
      await (await checked).finished()
      await page.clock.runFor(1000)
      expect(await isMarked(page)).toBe(true)
      await expect(field(t('registration:full-name'))).toHaveValue('Vaishali Jadhav')

      // When they have gone to another page, the next check refreshes it
      await visitor.follow(t('shell:menu.faq'))
      await expect(visitor.title()).toHaveText(t('shell:menu.faq'))
      expect(await isMarked(page)).toBe(true)
      const before = await stored(page, 'appTime')
      await page.clock.fastForward('05:01')
      await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
      await visitor.ready()
      expect(Number(await stored(page, 'appTime'))).toBeGreaterThan(Number(before) + 3_600_000)
    })
  }
})

/** The calls that a page makes to the API from now on: name and status. */
function listen(page: Page): [name: string, status: number][] {
  const calls: [string, number][] = []
  page.on('response', (response) => {
    const name = /\/api\/(?:\w+\/)?(\w+)$/.exec(response.url())?.[1]
    if (name) calls.push([name, response.status()])
  })
  return calls
}

const isLogout = (request: Request) => request.method() === 'POST' && request.url().endsWith('/candidate/logout')

test.describe('the session in the browser', () => {
  test('a page with a script gets a bearer after pages without one', async ({ visit, server }) => {
    const visitor = visitorOn(await visit(onDesk), onDesk)
    const { page } = visitor
    await signIn(page, await register(server, 'en'))
    const calls = listen(page)
    await visitor.open('dashboard')
    await expect
      .poll(() => calls)
      .toEqual([
        ['refreshToken', 200],
        ['getUserDetails', 200],
      ])
    expect(await stored(page, 'token')).toMatch(/^[\w-]{20,}$/)
  })

  test('an expired bearer is renewed once, and the call is repeated', async ({ visit, server }) => {
    // Given a page whose bearer has expired
    const visitor = visitorOn(await visit(onPhone), onPhone)
    const { page, t } = visitor
    await signIn(page, await register(server, 'mr'))
    const startUp = page.waitForResponse(/\/getUserDetails$/)
    await visitor.open('dashboard')
    await startUp
    const expired = 'a-bearer-whose-time-is-over-1'
    await page.evaluate((token) => localStorage.setItem('token', token), expired)

    // When it makes a call, the call is refused, the bearer renewed, and the repeated call succeeds
    const calls = listen(page)
    await visitor.unfold(t('application:contact.title'))
    await visitor.button(t('application:contact.whatsapp-go')).click()
    await expect(visitor.toast(t('accounts:api.whatsapp-on'))).toBeVisible()
    expect(calls.slice(0, 3)).toEqual([
      ['smsOnWhatsapp', 401],
      ['refreshToken', 200],
      ['smsOnWhatsapp', 200],
    ])
    expect(await stored(page, 'token')).not.toBe(expired)
    await expect(visitor.profile()).toHaveCount(1)
  })

  test('a bearer that cannot be renewed is dropped, and the candidate logged out', async ({ visit, server }) => {
    // Given a page with an expired bearer and no refresh cookie
    const visitor = visitorOn(await visit(onDesk), onDesk)
    const { page, t } = visitor
    await signIn(page, await register(server, 'en'))
    const startUp = page.waitForResponse(/\/getUserDetails$/)
    await visitor.open('dashboard')
    await startUp
    await page.evaluate(() => localStorage.setItem('token', 'a-bearer-whose-time-is-over-2'))
    await page.context().clearCookies({ name: 'mbale_refresh' })

    // When it makes a call, the candidate is logged out and sent home
    const calls = listen(page)
    const ended = page.waitForRequest(isLogout)
    await visitor.unfold(t('application:contact.title'))
    await visitor.button(t('application:contact.whatsapp-go')).click()
    await ended
    await expect(page).toHaveURL(/\/home$/)
    expect(calls).toEqual([
      ['smsOnWhatsapp', 401],
      ['refreshToken', 401],
    ])
    expect(await stored(page, 'token')).toBeNull()
    await visitor.open('dashboard')
    await expect(page).toHaveURL(/\/home\?next=/)
  })

  test('whoever is refused for now keeps the page with what was typed, and reads when to come back', async ({
    visit,
  }) => {
    const visitor = visitorOn(await visit(onPhone, { mayLog: /503|403/ }), onPhone)
    const { page } = visitor
    await become(page, 'half-filled')
    await visitor.open('personal-details')
    const town = page.locator('main input[name="town"]')
    await town.fill('Wagholi')
    const loads = countLoads(page)
    const save = page.locator('main form button.btn').last()
    let turns = 0

    // Given a full portal, which refuses the form, and then one that refuses the look at the page after a fault
    await page.route('**/personal-details', async (route) => {
      const isPost = route.request().method() === 'POST'
      if (isPost && turns++ === 0)
        return route.fulfill({ status: 503, json: { message: 'Try again in 17 seconds.', code: 'overloaded' } })
      if (!isPost) return route.fulfill({ status: 503, contentType: 'text/html', body: 'There is no room' })
      const headers = { ...route.request().headers(), 'sec-fetch-site': 'cross-site' }
      return route.fulfill({ response: await route.fetch({ headers }) })
    })
    await save.click()
    await expect(page.getByText('Try again in 17 seconds.').first()).toBeVisible()
    await expect(town).toHaveValue('Wagholi')
    const rechecked = page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.status() === 503,
    )
    await save.click()
    await rechecked
    await expect(page.getByText(visitor.t('shell:error.about-403')).first()).toBeVisible()

    // Then the page is the same, with what was typed
    await expect(town).toHaveValue('Wagholi')
    expect(loads.count).toBe(0)
  })

  test('details that fail to load at the start are ignored silently', async ({ visit }) => {
    const visitor = visitorOn(await visit(onDesk), onDesk)
    const { page } = visitor
    await become(page, 'half-filled')
    await page.route('**/getUserDetails', (route) => route.abort())
    const asked = page.waitForRequest('**/getUserDetails')
    await visitor.open('dashboard')
    await asked
    await expect(visitor.profile()).toHaveCount(1)
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  })

  for (const setting of scripted(mainRoad)) {
    test(`a logout notifies the surrounding mobile application, and drops the bearer · ${settingName(setting)}`, async ({
      visit,
      server,
    }) => {
      const visitor = visitorOn(await visit(setting), setting)
      const { page } = visitor
      await page.addInitScript(() => {
        const postMessage = (message: string) => sessionStorage.setItem('posted', message)
        Object.assign(window, { ReactNativeWebView: { postMessage } })
      })
      await signIn(page, await register(server, setting.language))
      await visitor.open('dashboard')
      await expect.poll(() => stored(page, 'token')).not.toBeNull()
      await visitor.logOut()
      await expect(page).toHaveURL(/\/home$/)
      expect(await page.evaluate(() => sessionStorage.getItem('posted'))).toBe('executeLogout')
      expect(await stored(page, 'token')).toBeNull()
    })

    test(`a failed logout says so, and changes nothing · ${settingName(setting)}`, async ({ visit }) => {
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t } = visitor
      await become(page, 'half-filled')
      await visitor.open('dashboard')
      await page.route('**/candidate/logout', (route) => route.abort())
      await visitor.pressLogOut()
      const words = setting.language === 'en' ? 'Unable to logout.' : t('shell:toast.logout-failed')
      await expect(visitor.toast(words)).toBeVisible()
      await expect(page).toHaveURL(/\/dashboard$/)
      await expect(visitor.profile()).toHaveCount(1)
    })
  }

  for (const setting of mainRoad) {
    test(`"back" shows nothing of a candidate who has logged out · ${settingName(setting)}`, async ({ visit }) => {
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t } = visitor
      await become(page, 'half-filled')
      await visitor.open('dashboard')
      // His own state; a visitor's home has other words.
      const own = await visitor.title().innerText()
      await visitor.open('change-mobile')
      await expect(visitor.title()).toHaveText(t('signedin:title.change-mobile'))
      await visitor.logOut()
      await expect(page).toHaveURL(/\/home$/)
      for (const _ of ['change-mobile', 'dashboard']) {
        await page.goBack()
        await expect(page).toHaveURL(/\/home(\?next=.*)?$/)
        await expect(visitor.title()).not.toHaveText(t('signedin:title.change-mobile'))
        await expect(visitor.main()).not.toContainText(own)
        await expect(visitor.profile()).toHaveCount(0)
      }
    })
  }

  test('a logout in one tab ends the session in all', async ({ visit, server }) => {
    const visitor = visitorOn(await visit(onDesk), onDesk)
    await signIn(visitor.page, await register(server, 'en'))
    await visitor.open('dashboard')
    await expect.poll(() => stored(visitor.page, 'token')).not.toBeNull()
    const second = visitorOn(await visitor.page.context().newPage(), onDesk)
    await second.open('schedule')
    await second.logOut()
    await expect(visitor.page).toHaveURL(/\/home\?next=/)
    await expect(visitor.profile()).toHaveCount(0)
  })
})

test.describe('toasts', () => {
  /** Leaves a message for the next page, as the server does. */
  async function leave(visitor: Visitor, type: string, key = 'accounts:flash.otp-sent'): Promise<void> {
    const flash = Buffer.from(JSON.stringify({ type, key })).toString('base64url')
    const url = new URL('/mbale/', visitor.page.url()).href
    await visitor.page.context().addCookies([{ name: 'mbale_flash', value: flash, url }])
  }

  for (const setting of [...scripted(mainRoad), onPhone]) {
    test(`good news appears at the top, and disappears after a while · ${settingName(setting)}`, async ({ visit }) => {
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t } = visitor
      await visitor.open('home')
      for (const [type, to] of [
        ['success', 'news'],
        ['info', 'faq'],
        ['default', 'news'],
      ] as const) {
        await leave(visitor, type)
        await visitor.follow(t(`shell:menu.${to}`))
        await expect(visitor.title()).toHaveText(t(`shell:menu.${to}`))
        const toast = visitor.toast(t('accounts:flash.otp-sent')).and(page.locator(`.Toastify__toast--${type}`))
        await expect(toast).toBeInViewport({ ratio: 1 })
        await expect(toast.getByRole('button')).toHaveAccessibleName(t('shell:close'))
        const { x, y, width, height } = (await toast.boundingBox())!
        expect(x + width).toBeGreaterThan(setting.viewport.width - 40)
        // It hides nothing of the top bar; on a phone it lies over it, and hides nothing of the page.
        const bar = (await page.locator('.bar').boundingBox())!
        if (visitor.isOnPhone) {
          expect(y).toBeGreaterThanOrEqual(bar.y)
          expect(y + height).toBeLessThanOrEqual(bar.y + bar.height)
        } else {
          expect(y).toBeGreaterThanOrEqual(bar.y + bar.height)
          expect(y).toBeLessThan(setting.viewport.height / 2)
        }
      }
      // Each stays for five seconds.
      await expect(page.locator('.Toastify__toast')).toHaveCount(0)
    })
  }

  test('on a phone no toast lies over an act or a field in use', async ({ visit }) => {
    const visitor = visitorOn(await visit(onPhone), onPhone)
    const { page, t } = visitor
    await visitor.open('home')
    // One that reaches below the top bar, and one of a line.
    for (const [key, to] of [
      ['accounts:flash.mobile-change-stopped-by-link', 'registration'],
      ['accounts:flash.otp-sent', 'login'],
    ] as const) {
      await leave(visitor, 'success', key)
      await visitor.follow(t(`shell:menu.${to}`))
      await expect(visitor.toast(t(key))).toBeInViewport({ ratio: 1 })
      const acts = page.locator('main :is(a, button, input, summary):visible')
      for (const act of await acts.all()) {
        // A toast waits while its window has not the focus; one that has just come in goes on by itself.
        await page.evaluate(() => dispatchEvent(new Event('blur')))
        await act.evaluate((element) => element.matches('.btn:not(.quiet)') || (element as HTMLElement).focus())
        // Just below the bar, in the middle, at the foot.
        for (const share of [0.1, 0.16, 0.5, 0.93]) {
          await act.evaluate((element, share) => {
            const top = scrollY + element.getBoundingClientRect().top - share * innerHeight
            scrollTo({ top, behavior: 'instant' })
          }, share)
          await expectToastsClear(page, `${key} at ${share}`)
        }
      }
      await expect(page.locator('.Toastify__toast')).not.toHaveCount(0)
      // It goes again, and gives back the menu below it.
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(page.locator('.Toastify__toast')).toHaveCount(0, { timeout: 15_000 })
    }
  })

  for (const setting of scripted(mainRoad)) {
    test(`warnings and errors stay on the page · ${settingName(setting)}`, async ({ visit }) => {
      const visitor = visitorOn(await visit(setting), setting)
      const { t } = visitor
      await visitor.open('home')
      for (const [type, role, to] of [
        ['warning', 'status', 'news'],
        ['error', 'alert', 'faq'],
      ] as const) {
        await leave(visitor, type)
        await visitor.follow(t(`shell:menu.${to}`))
        await expect(visitor.title()).toHaveText(t(`shell:menu.${to}`))
        await expect(
          visitor
            .main()
            .getByRole(role)
            .filter({ hasText: t('accounts:flash.otp-sent') }),
        ).toBeVisible()
      }
    })

    test(`a warning stays at the top of the page, and is no toast that goes · ${settingName(setting)}`, async ({
      visit,
    }) => {
      // Given a visitor whose request for a new password has expired
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t, field, button } = visitor
      await visitor.open('forgot-password')
      await field(t('login:user-id.label')).fill(newMobile())
      await button(t('login:forgot.submit')).click()
      await expect(visitor.title()).toHaveText(t('shell:title.forgot-otp-verify'))
      await page.context().clearCookies({ name: 'mbale_recovery' })

      // When they send it, they are back at the start, with the reason
      await button(t('login:recover.submit')).click()
      await expect(visitor.title()).toHaveText(t('shell:menu.forgot-password'))
      const words = t('accounts:flash.recovery-unknown')
      await expect(visitor.main().getByRole('status').filter({ hasText: words })).toBeInViewport()
      await expect(page.locator('.Toastify__toast--warning')).toHaveCount(0)
    })

    test(`a visitor can drag a toast away · ${settingName(setting)}`, async ({ visit }) => {
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t } = visitor
      await visitor.open('home')
      await leave(visitor, 'success')
      await visitor.follow(t('shell:menu.news'))
      const toast = visitor.toast(t('accounts:flash.otp-sent'))
      await expect(toast).toBeInViewport({ ratio: 1 })
      // It swings a little as it comes in.
      let seenAt = Number.NaN
      const movedBy = async () => {
        const before = seenAt
        seenAt = (await toast.boundingBox())!.x
        return seenAt - before
      }
      await expect.poll(movedBy).toBe(0)
      const { x, y, width, height } = (await toast.boundingBox())!
      const drag = async (part: number) => {
        await page.mouse.move(x + 10, y + height / 2)
        await page.mouse.down()
        await page.mouse.move(x + 10 + width * part, y + height / 2, { steps: 8 })
        await page.mouse.up()
      }
      // Dragged by half of its width it returns; dragged by more than four fifths it disappears.
      await drag(0.5)
      const away = async () => Math.abs(((await toast.boundingBox())?.x ?? -1) - x)
      await expect.poll(away, 'back to the pixel').toBeLessThan(1.5)
      await drag(0.9)
      await expect(toast).toHaveCount(0, { timeout: 3000 })
    })

    test(`a toast shows the progress of a form that is being sent · ${settingName(setting)}`, async ({ visit }) => {
      // Given a form with a slow answer
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t, button } = visitor
      let answer = () => {}
      const isDue = new Promise<void>((done) => {
        answer = done
      })
      await visitor.open('forgot-password')
      await page.route('**/forgot-password', async (route) => {
        if (route.request().method() === 'POST') await isDue
        await route.continue()
      })
      const posts: Request[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(request)
      })

      // When its button is pressed twice, it is sent once, and a toast says that it is being sent
      await button(t('login:forgot.submit')).click()
      await button(t('login:forgot.submit')).click()
      await expect(visitor.toast(t('shell:form.pending'))).toBeVisible()

      // And the toast disappears: the summary of faults says the outcome
      answer()
      await expect(visitor.problems()).toBeVisible()
      await expect(page.locator('.Toastify__toast')).toHaveCount(0)
      expect(posts).toHaveLength(1)
    })

    test(`without a network the form stays, with its text · ${settingName(setting)}`, async ({ visit }) => {
      const visitor = visitorOn(await visit(setting), setting)
      const { page, t, field, button } = visitor
      await visitor.open('forgot-password')
      await field(t('login:user-id.label')).fill('ML24100001')
      await page.route('**/forgot-password', (route) => route.abort())
      await button(t('login:forgot.submit')).click()
      await expect(visitor.problems()).toContainText(t('shell:form.unanswered'))
      await expect(visitor.problems()).toBeFocused()
      await expect(page.locator('.Toastify__toast')).toHaveCount(0)
      await expect(field(t('login:user-id.label'))).toHaveValue('ML24100001')
    })
  }
})

for (const setting of scripted(sideRoad(0))) {
  test(`pages follow each other without a load, and "back" returns · ${settingName(setting)}`, async ({ visit }) => {
    const visitor = visitorOn(await visit(setting), setting)
    const { page, t } = visitor
    await visitor.open('home')
    await mark(page)
    await visitor.follow(t('shell:menu.faq'))
    await expect(visitor.title()).toHaveText(t('shell:menu.faq'))
    await expect(page).toHaveTitle(new RegExp(`^${t('shell:menu.faq')}`))
    await expect(visitor.main()).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL(/\/home$/)
    await expect(visitor.main().getByRole('heading', { name: t('home:stages') })).toBeVisible()
    expect(await isMarked(page)).toBe(true)
  })
}

test('a page looks the same after a click as when it is opened by its address', async ({ visit }) => {
  const visitor = visitorOn(await visit(onDesk), onDesk)
  const { page, t } = visitor
  /** The styles of all elements on the page. */
  const looks = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll('main *'), (element) => {
        const { display, marginTop, paddingTop, color, fontSize, maxWidth } = getComputedStyle(element)
        return [element.tagName, display, marginTop, paddingTop, color, fontSize, maxWidth].join(' ')
      }),
    )
  for (const [address, title] of [
    ['importantdate', t('shell:menu.importantdate')],
    ['faq', t('shell:menu.faq')],
  ] as const) {
    // Given the look of a page that is opened directly
    await visitor.open(address)
    const opened = await looks()

    // When it is reached from the home page, whose styles remain in the document, it looks the same
    await visitor.open('home')
    await visitor.follow(title)
    await page.waitForURL(`**/${address}`)
    await expect.poll(looks).toEqual(opened)
  }
})
