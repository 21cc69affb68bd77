import { asha } from './applicants'
import { startAt } from './head-start'
import { expectToastsClear, lookAt } from './look'
import { expect, phone, type Setting, test } from './server'
import { visitorOn } from './visitor'

/** The foot of a step on a phone: always in sight, never over the field that is being filled in. */

const onPhone: Setting = { javaScriptEnabled: true, language: 'mr', viewport: phone, hasTouch: true }

test('the act, the way back and the state of the draft stay in sight, and cover no focused field', async ({
  visit,
  server,
}) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  const { page, t, field, button, link, main } = visitor
  await startAt(visitor, server, asha, 'answered')
  await visitor.open('personal-details')
  const dock = main().locator('.dock')
  const save = button(t('steps:save-and-proceed'))
  await expect(save).toBeInViewport({ ratio: 1 })
  await expect(link(t('steps:dock.back'))).toHaveAttribute('href', /\/qualifications-details$/)

  // When every control gets the focus in turn, the foot covers none of them
  const covered = await main().evaluate((content) => {
    const foot = content.querySelector('.dock')!
    return Array.from(content.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea'))
      .filter((control) => control.offsetParent)
      .flatMap((control) => {
        control.focus()
        const { top, bottom } = control.getBoundingClientRect()
        const edge = foot.getBoundingClientRect().top
        return bottom > edge + 1 || top < 0 ? [`${control.id}: ${top} to ${bottom}, foot at ${edge}`] : []
      })
  })
  expect(covered).toEqual([])

  // When something is typed, the foot says that it is kept, also without a network, and that it is not saved
  await field(t('form:personal-details.town')).fill('Lohegaon')
  await expect(dock.getByRole('status')).toContainText(/या उपकरणावर तात्पुरते ठेवले आहे \(\d\d:\d\d\)/)
  await page.context().setOffline(true)
  await expect(dock.getByRole('status')).toContainText(t('steps:dock.offline'))
  await lookAt(visitor, 'typing without a network')
  await page.context().setOffline(false)
  await expect(dock.getByRole('status')).not.toContainText(t('steps:dock.offline'))

  // And above a keyboard, or with text twice as large, the form has the room
  await page.setViewportSize({ width: 320, height: phone.height })
  await expect(dock).toHaveCSS('position', 'sticky')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  for (const viewport of [
    { width: 320, height: 400 },
    { width: 180, height: 370 },
  ]) {
    await page.setViewportSize(viewport)
    await expect(dock).toHaveCSS('position', 'static')
  }
  await page.setViewportSize(phone)
  await save.click()
  await expect(visitor.title()).toHaveText(t('signedin:menu.photo-details'))

  // And the toast that the step is saved hides neither the foot of the next one nor its act
  await expect(visitor.toast(/./)).toBeVisible()
  await expectToastsClear(page, 'a step is saved')
  await link(t('steps:dock.back')).click()
  await expect(save).toBeInViewport({ ratio: 1 })
  await expectToastsClear(page, 'back at the step')
})

test('without a script a saved category rules out what cannot apply, until another one is sent', async ({
  visit,
  server,
}) => {
  const setting: Setting = { ...onPhone, javaScriptEnabled: false, language: 'en' }
  const visitor = visitorOn(await visit(setting), setting)
  const { t, field, button, main } = visitor
  await startAt(visitor, server, asha, 'answered')
  await visitor.open('category-details')
  const ews = main().getByRole('group', { name: t('form:category-details.ews'), exact: true })
  const number = field(t('form:category-details.validityNumber'))
  await expect(number).toBeVisible()
  await expect(ews).toBeHidden()
  await lookAt(visitor, 'a saved category without a script')

  // When Open is chosen, the server asks what Open candidates are asked, and no longer about a caste
  await main()
    .getByRole('combobox', { name: t('form:category-details.category'), exact: true })
    .selectOption('OPEN')
  await button(t('steps:save-and-proceed')).click()
  await expect(visitor.problems()).toContainText(t('form:category-details.ews'))
  await expect(ews).toBeVisible()
  await expect(number).toBeHidden()
})

test('the head of each step says how far it is', async ({ visit, server }) => {
  const visitor = visitorOn(await visit(onPhone), onPhone)
  await startAt(visitor, server, asha, 'answered')
  for (const [slug, step] of [
    ['category-details', 3],
    ['photo-details', 6],
  ] as const) {
    await visitor.open(slug)
    const place = visitor.main().getByRole('progressbar', { name: visitor.t('signedin:step', { step }) })
    await expect(place).toHaveAttribute('value', String(step))
  }
})
