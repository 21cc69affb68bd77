import type { Page } from '@playwright/test'
import { personaPassword } from '#server/demo/personas.ts'
import { expectAccessible, lookAt } from './look'
import { become, moveClock } from './people'
import { expect, phone, type Server, settingName, test } from './server'
import { mainRoad, onScreen, scripted, sideRoad } from './settings'
import { type Visitor, visitorOn } from './visitor'

/** Within the window of the first round's option form. */
const open = '2024-08-25T11:00:00+05:30'
/** A persona with a confirmed form in the final merit list. */
const chooser = 'fc-confirmed'

/** From here on, counts how often the page writes its language, the same one included. */
const countWritingsOfLanguage = (page: Page) =>
  page.evaluate(() => {
    const counted = Object.assign(window, { writings: 0 })
    new MutationObserver((changes) => (counted.writings += changes.length)).observe(document.documentElement, {
      attributeFilter: ['lang'],
    })
  })
/** From here on, counts how often a row is put somewhere else. */
const countMovesOfRows = (page: Page) =>
  page.evaluate(() => {
    const counted = Object.assign(window, { moves: 0 })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) counted.moves += addedNodes.length
    }).observe(document.querySelector('ol:has([data-row])')!, { childList: true })
  })
const movesOfRows = (page: Page) => page.evaluate(() => (window as unknown as { moves: number }).moves)
const writingsOfLanguage = (page: Page) => page.evaluate(() => (window as unknown as { writings: number }).writings)
const listOf = (page: Page) => page.locator('[data-row]').evaluateAll((rows) => rows.map((row) => row.dataset.row!))

/** Opens the overflow menu of a row; another one that is open might cover it. */
async function openMenu({ page, hasScript }: Visitor, code: string): Promise<void> {
  if (hasScript) await page.keyboard.press('Escape')
  await page.locator(`[data-row="${code}"] summary`).click()
}

/** Moves the clock to a day on which the option form is open, and logs the candidate in. */
async function begin(visitor: Visitor, server: Server): Promise<void> {
  await moveClock(server, open)
  await become(visitor.page, chooser)
}

/** Ticks the first `count` institutes of a search. */
async function choose(visitor: Visitor, count: number): Promise<void> {
  const { page, t } = visitor
  await visitor.open('option-form/select-institutes')
  const boxes = page.locator('li input[type=checkbox]')
  for (let place = 0; place < count; place++) await boxes.nth(place).check()
  await visitor.button(t('options:found.add')).click()
  await expect(page.getByText(t('options:found.in-list', { place: count })).first()).toBeVisible()
}

/** Waits for the automatic save, or saves by the button without a script. */
const saved = (visitor: Visitor) =>
  visitor.hasScript
    ? expect(visitor.main().getByText(visitor.t('options:saved.now'))).toBeVisible()
    : visitor.page.waitForLoadState()

for (const setting of mainRoad) {
  test(`a candidate chooses, orders, confirms and unlocks options · ${settingName(setting)}`, async ({
    visit,
    finalMeritServer,
  }) => {
    test.slow()
    const visitor = visitorOn(await visit(setting, { on: finalMeritServer }), setting)
    const { page, t } = visitor
    await begin(visitor, finalMeritServer)

    // Given an empty list, the dashboard leads to it, and each page on the way is sound
    await visitor.open('dashboard')
    await visitor.link(t('application:options.empty-go')).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.option-form'))
    await visitor.ready()
    await lookAt(visitor, 'the round at a glance')
    await visitor.open('option-form/select-course')
    await lookAt(visitor, 'courses')
    await choose(visitor, 4)
    await lookAt(visitor, 'institutes')

    // When the candidate reorders the list by a button and by a number, the new order is saved
    await visitor.open('option-form/select-prefrence')
    await lookAt(visitor, 'the order')
    const [first, second, third, fourth] = await listOf(page)
    await openMenu(visitor, first!)
    await visitor.button(t('options:order.down-of', { code: first! })).click()
    await saved(visitor)
    await expect.poll(() => listOf(page)).toEqual([second, first, third, fourth])
    await page.getByLabel(t('options:order.number-of', { code: fourth! })).fill('1')
    await page.getByLabel(t('options:order.number-of', { code: fourth! })).press('Enter')
    await expect.poll(() => listOf(page)).toEqual([fourth, second, first, third])
    await saved(visitor)
    await openMenu(visitor, first!)
    await visitor.button(t('options:order.remove-of', { code: first! })).click()
    await expect.poll(() => listOf(page)).toEqual([fourth, second, third])
    await saved(visitor)

    // A removed choice can be put back where it was, and removed again
    await lookAt(visitor, 'a choice removed')
    await visitor.button(t('options:order.undo')).click()
    await expect.poll(() => listOf(page)).toEqual([fourth, second, first, third])
    await saved(visitor)
    await openMenu(visitor, first!)
    await lookAt(visitor, 'the menu of a choice')
    await visitor.button(t('options:order.remove-of', { code: first! })).click()
    await expect.poll(() => listOf(page)).toEqual([fourth, second, third])
    await saved(visitor)

    // A code already in the list is refused at its field; a removed one can be inserted at its place
    const code = visitor.field(t('options:insert.code')).and(page.locator('input'))
    await code.fill(third!)
    await visitor.button(t('options:insert.go')).click()
    await expect(visitor.problems()).toContainText(t('options:fault.choice-twice' as never, { code: third! }))
    await code.fill(first!)
    await visitor.field(t('options:insert.place')).fill('2')
    await visitor.button(t('options:insert.go')).click()
    await expect.poll(() => listOf(page)).toEqual([fourth, first, second, third])

    // Then every page says that the list is not confirmed, until it is
    await visitor.open('message')
    const banner = page.getByText(t('signedin:options.not-confirmed', { round: 1 }))
    await expect(banner).toBeVisible()
    await visitor.link(t('signedin:options.confirm')).click()
    await expect(visitor.title()).toHaveText(t('options:confirm.page'))
    await visitor.ready()
    await lookAt(visitor, 'before confirming')
    const prove = async (send: string, go: string) => {
      await visitor.button(send).click()
      await expect(visitor.field(t('otp:label'))).toBeVisible()
      await visitor.field(t('proof:password.label')).fill(personaPassword)
      await visitor.field(t('otp:label')).fill(await finalMeritServer.otp(''))
      await visitor.button(go).click()
    }
    await prove(t('options:confirm.send-otp'), t('options:confirm.go'))
    await expect(page.getByText(t('options:standing.confirmed'), { exact: true })).toBeVisible()
    await expect(visitor.title()).toHaveText(t('options:confirm.page-confirmed'))
    await expect(banner).toHaveCount(0)
    await lookAt(visitor, 'confirmed')
    await visitor.open('option-form/print')
    await lookAt(visitor, 'print')
    const pdf = await page.request.get('/mbale/candidate/option-form/print.pdf?round=1')
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await visitor.open('option-form/select-prefrence')
    await expect(visitor.button(t('options:order.save'))).toHaveCount(0)
    await visitor.open('option-form/print2')
    await lookAt(visitor, 'the working list')
    await visitor.open('option-form')
    const acts = visitor.main().getByRole('listitem')
    await expect(acts.filter({ hasText: t('options:act.confirmed') }).first()).toBeVisible()
    await lookAt(visitor, 'the history')
  })
}

for (const setting of scripted(mainRoad)) {
  test(`a candidate reorders the list by mouse and keyboard, and it is saved across two tabs · ${settingName(setting)}`, async ({
    visit,
    finalMeritServer,
  }) => {
    const visitor = visitorOn(await visit(setting, { on: finalMeritServer }), setting)
    const { page, t } = visitor
    await begin(visitor, finalMeritServer)
    await choose(visitor, 3)
    await visitor.open('option-form/select-prefrence')
    const [first, second, third] = (await listOf(page)) as [string, string, string]

    // By keyboard, one row moves and the focus stays, and the new place is announced
    const handle = (code: string) => page.locator(`#handle-${code}`)
    const places = () =>
      page.locator('[data-row] input').evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))
    await countWritingsOfLanguage(page)
    await countMovesOfRows(page)
    await handle(third).focus()
    await page.keyboard.press('Home')
    await expect.poll(() => listOf(page)).toEqual([third, first, second])
    expect(await places()).toEqual(['1', '2', '3'])
    await expect(handle(third)).toBeFocused()
    await expect(page.getByText(t('options:order.moved', { code: third, place: 1, count: 3 }))).toBeAttached()
    await saved(visitor)
    expect(await movesOfRows(page), 'a key moves one row').toBe(1)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => listOf(page)).toEqual([first, third, second])
    expect(await movesOfRows(page)).toBe(2)
    expect(await places()).toEqual(['1', '2', '3'])
    await expect(handle(third)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => listOf(page)).toEqual([third, first, second])
    await saved(visitor)
    expect(await writingsOfLanguage(page), 'each would style every element anew').toBe(0)
    await expect(page.locator('form:has([data-row]) [name=choices]')).toHaveCount(1)

    // Who sends the form before the picture of a key posts the list as it is by then
    const posted = await handle(third).evaluate((element) => {
      const form = element.closest('form')!
      const sent = new Promise<FormDataEntryValue | null>((resolve) => {
        const read = (event: Event) => {
          event.preventDefault()
          event.stopPropagation()
          resolve(new FormData(form).get('choices'))
        }
        form.addEventListener('submit', read, { once: true })
      })
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
      form.requestSubmit()
      return sent
    })
    expect(posted).toBe([first, third, second].join())
    await handle(third).press('ArrowUp')
    await saved(visitor)

    // A place that is no number is refused in words that everybody sees
    const place = page.getByLabel(t('options:order.number-of', { code: second }))
    await place.fill('x')
    await place.press('Enter')
    await expect(page.getByText(t('options:fault.choice-place' as never, { typed: 'x' }))).toBeInViewport({ ratio: 1 })
    expect(await listOf(page)).toEqual([third, first, second])

    // By mouse, nothing moves before the row is dropped
    await handle(second).scrollIntoViewIfNeeded()
    const from = (await handle(second).boundingBox())!
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, 100, { steps: 5 })
    await expect(page.locator('[class*=dropBefore]')).toHaveAttribute('data-row', third, { timeout: 15_000 })
    expect(await listOf(page)).toEqual([third, first, second])
    await page.mouse.up()
    await expect.poll(() => listOf(page)).toEqual([second, third, first])
    await saved(visitor)
    await page.reload()
    await visitor.ready()
    expect(await listOf(page)).toEqual([second, third, first])

    // A list that cannot be sent stays on the device, and is saved as soon as the network returns
    await page.context().setOffline(true)
    await openMenu(visitor, second)
    await visitor.button(t('options:order.down-of', { code: second })).click()
    await expect(page.getByText(t('options:saved.unanswered'))).toBeVisible()
    await page.context().setOffline(false)
    await saved(visitor)

    // An outdated tab shows the difference, and saves its list only after a confirmation
    const other = await page.context().newPage()
    const overtaken = visitorOn(other, setting)
    await overtaken.open('option-form/select-prefrence')
    expect(await listOf(other)).toEqual([third, second, first])
    await openMenu(visitor, first)
    await visitor.button(t('options:order.remove-of', { code: first })).click()
    await saved(visitor)
    await openMenu(overtaken, second)
    await overtaken.button(t('options:order.up-of', { code: second })).click()
    const told = other.getByRole('alert').filter({ hasText: t('options:stale.title') })
    await expect(told).toContainText(t('options:stale.added', { codes: first }))
    await expectAccessible(overtaken, 'overtaken')
    await overtaken.button(t('options:stale.keep')).click()
    await saved(overtaken)
    await visitor.open('option-form/select-prefrence')
    expect(await listOf(page)).toEqual([second, third, first])
  })
}

for (const setting of scripted(mainRoad)) {
  test(`a candidate searches, stars, opens and compares courses at once · ${settingName(setting)}`, async ({
    visit,
    finalMeritServer,
  }) => {
    const visitor = visitorOn(await visit(setting, { on: finalMeritServer }), setting)
    const { page, t } = visitor
    await begin(visitor, finalMeritServer)

    // The first institute is near the top of either screen
    for (const [width, height, most] of [
      [360, 740, 420],
      [1280, 800, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await visitor.open('option-form/select-institutes')
      const { y } = (await page.locator('main ul[id] li').first().boundingBox())!
      expect(y, `the first institute at ${width}`).toBeLessThanOrEqual(most)
    }

    // Every key narrows the list; the address keeps the search, and the server finds the same without script
    const rows = page.locator('main ul[id] > li')
    const names = () => rows.locator('a').allTextContents()
    await page.locator('main input[type=search]').pressSequentially('nashik')
    await expect.poll(async () => (await names()).every((name) => /nashik|नाशिक/i.test(name))).toBe(true)
    await expect(page).toHaveURL(/q=nashik/)
    const found = await names()
    await page.reload()
    await visitor.ready()
    expect(await names()).toEqual(found)
    await visitor.link(t('options:search.clear')).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(found.length)

    // Filters and the order apply as they are chosen
    await visitor
      .main()
      .getByRole('link', { name: t('options:search.filters') })
      .click()
    await visitor.field(t('options:order-by.label')).selectOption('fee')
    const fees = async () =>
      (await rows.locator('b.num').allTextContents())
        .filter((text) => text.startsWith('₹'))
        .map((text) => Number(text.replace(/\D/g, '')))
    const isSorted = (numbers: number[]) =>
      numbers.every((number, place) => place === 0 || numbers[place - 1]! <= number)
    await expect.poll(async () => isSorted(await fees())).toBe(true)
    await lookAt(visitor, 'the filters')
    await visitor
      .main()
      .getByRole('link', { name: t('options:search.filters') })
      .click()

    // A course opens with its figures, fee and institute, and without another request
    await rows.first().locator('a').click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await rows.nth(1).locator('a').click()
    await expect(sheet).toBeVisible()
    await sheet.getByRole('tab', { name: t('options:sheet.closings') }).press('ArrowRight')
    await expect(sheet.getByText(t('options:sheet.fee-about'))).toBeVisible()
    await sheet.getByRole('tab', { name: t('options:sheet.institute') }).click()
    await expect(sheet.getByRole('link', { name: t('options:line.institute') })).toBeVisible()
    await lookAt(visitor, 'a course beside the list')
    expect(
      requests.filter((address) => !/\/assets\//.test(address)),
      'nobody learns which course was looked up',
    ).toEqual([])
    await sheet.getByRole('button', { name: t('options:sheet.tick'), exact: true }).click()
    await expect(page.getByText(t('options:found.ticked', { count: 1 }))).toBeVisible()
    await page.keyboard.press('Escape')

    // A star is kept, and narrows the list
    const star = page.locator('main button[name=star]')
    await star.nth(2).click()
    await expect(star.nth(2)).toHaveAttribute('aria-pressed', 'true')
    await visitor
      .main()
      .getByRole('link', { name: t('options:search.starred', { count: 1 }) })
      .click()
    await expect.poll(() => rows.count()).toBe(1)
    await visitor.link(t('options:search.clear')).click()

    // Two ticked courses stand side by side; "back" and the page's own way back find the ticks and the search again
    await page.locator('main input[type=search]').pressSequentially('pune')
    await expect(page).toHaveURL(/q=pune/)
    await page.locator('main li input[type=checkbox]:not(:checked)').first().check()
    await expect(page).toHaveURL(/q=pune.*ticked=/)
    const compare = async () => {
      await visitor.button(t('options:found.compare')).click()
      await expect(visitor.title()).toHaveText(t('compare:title'))
      await visitor.ready()
      await expect(page.locator('main thead th')).toHaveCount(2)
    }
    const isKept = async () => {
      await expect(visitor.title()).toHaveText(t('signedin:menu.select-institutes'))
      await expect(page.getByText(t('options:found.ticked', { count: 2 }))).toBeVisible()
      await expect(page.locator('main input[type=search]')).toHaveValue('pune')
    }
    await compare()
    await page.goBack()
    await isKept()
    await compare()
    await visitor.link(t('compare:another')).click()
    await isKept()
    await compare()
    await lookAt(visitor, 'a comparison')

    // They go into the list from there
    await page.locator('main input[type=checkbox]').first().check()
    await visitor.button(t('compare:add')).click()
    await expect(visitor.title()).toHaveText(t('signedin:menu.select-institutes'))

    // The starred course is offered to the list, and added by one press
    await visitor.open('option-form/select-prefrence')
    await visitor.button(t('options:import.go', { count: 1 })).click()
    await expect.poll(() => listOf(page)).toHaveLength(2)
    await lookAt(visitor, 'the list with a starred course')
    await visitor.open('starred')
    await lookAt(visitor, 'the stars')
  })
}

/** The height of a list of 24 choices, in pixels: at most, by the width of the screen. */
const mostHeight = { 360: 2400, 1024: 1600 } as const

for (const setting of sideRoad(1)) {
  test(`ticks last from page to page of a search, and 24 choices make a short list · ${settingName(setting)}`, async ({
    visit,
    finalMeritServer,
  }) => {
    const visitor = visitorOn(await visit(setting, { on: finalMeritServer }), setting)
    const { page, t } = visitor
    await begin(visitor, finalMeritServer)

    // Given two ticks on the first page of the result, the rest is ticked on the second
    await visitor.open('option-form/select-institutes')
    const boxes = page.locator('main li input[type=checkbox]')
    const unticked = page.locator('main li input[type=checkbox]:not(:checked)')
    for (const place of [0, 1]) await boxes.nth(place).check()
    if (visitor.hasScript) {
      const before = await boxes.count()
      await visitor.button(t('options:found.more')).click()
      await expect.poll(() => boxes.count()).toBeGreaterThan(before)
    } else {
      await visitor.button(t('shell:pager.next')).click()
      await expect(page).toHaveURL(/page=2/)
    }
    await expect(page.getByText(t('options:found.ticked', { count: 2 }))).toBeVisible()
    for (let place = 0; place < 15; place++) await unticked.first().check()
    await visitor.button(t('options:found.add')).click()
    await expect(page.getByText(t('options:found.in-list', { place: 17 })).first()).toBeVisible()
    // The page stays where it was, although the ticks have left its address
    expect(page.url()).not.toContain('ticked')
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await visitor.open('option-form/select-institutes')
    for (let place = 0; place < 7; place++) await boxes.nth(place).check()
    await visitor.button(t('options:found.add')).click()
    await expect(page.getByText(t('options:found.in-list', { place: 24 })).first()).toBeVisible()

    // Then all 24 choices are a short list on either screen
    await visitor.open('option-form/select-prefrence')
    expect(await listOf(page)).toHaveLength(24)
    // With a script the list saves itself, so there is no button for it
    await expect(visitor.button(t('options:order.save'))).toHaveCount(visitor.hasScript ? 0 : 1)
    // Rows out of sight have only a likely height until they are drawn.
    await page.locator('[data-row]').evaluateAll((rows) => {
      for (const row of rows) row.style.contentVisibility = 'visible'
    })
    for (const width of [360, 1024] as const) {
      await page.setViewportSize({ width, height: setting.viewport.height })
      const { height } = (await page.getByRole('main').locator('ol:has([data-row])').boundingBox())!
      expect(height, `the list at ${width}`).toBeLessThanOrEqual(mostHeight[width])
    }
  })
}

for (const setting of onScreen(phone, scripted(mainRoad))) {
  test(`a candidate drags a choice with a finger · ${settingName(setting)}`, async ({ visit, finalMeritServer }) => {
    const touch = { ...setting, hasTouch: true }
    const visitor = visitorOn(await visit(touch, { on: finalMeritServer }), touch)
    const { page } = visitor
    await begin(visitor, finalMeritServer)
    await choose(visitor, 3)
    await visitor.open('option-form/select-prefrence')
    const [first, second, third] = (await listOf(page)) as [string, string, string]

    await page.locator(`#handle-${first}`).scrollIntoViewIfNeeded()
    const devTools = await page.context().newCDPSession(page)
    const from = (await page.locator(`#handle-${first}`).boundingBox())!
    const to = (await page.locator(`[data-row="${third}"]`).boundingBox())!
    const x = from.x + from.width / 2
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      devTools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })

    // The page does not scroll under the finger; a line shows where the choice will go
    await finger('touchStart', from.y + from.height / 2)
    // Past the middle of the row, which its handle may just reach
    const end = to.y + to.height + 16
    for (let step = 1; step <= 5; step++) await finger('touchMove', from.y + ((end - from.y) * step) / 5)
    await expect(page.locator('[class*=dropAfter]')).toHaveAttribute('data-row', third)
    expect(await listOf(page)).toEqual([first, second, third])
    await finger('touchEnd', 0)
    await expect.poll(() => listOf(page)).toEqual([second, third, first])
    await saved(visitor)
  })
}
