import { lookAt } from './look'
import { become } from './people'
import { desk, expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'
import { fillDay } from './words'

for (const setting of sideRoad(0)) {
  test(`a candidate reads the result of a round, and visitors look it up and read the lists · ${settingName(setting)}`, async ({
    visit,
    allottedServer,
  }) => {
    test.slow()
    const visitor = visitorOn(await visit(setting, { on: allottedServer }), setting)
    const { page, t } = visitor

    // When a visitor reads the lists of the first round, institutes link to candidates and courses to closing merits
    await visitor.open('institute_wise_Allotment')
    await lookAt(visitor, 'institutes')
    await page.locator('.tasks a').first().click()
    await expect(page.getByRole('table').first()).toBeVisible()
    await visitor.ready()
    await lookAt(visitor, 'an institute')
    await visitor.link(t('allotted:closing')).click()
    await expect(visitor.title()).toHaveText(t('shell:menu.closing-merit'))
    await visitor.ready()
    await lookAt(visitor, 'closing merit')

    // And a look-up with a wrong date of birth reveals nothing
    await visitor.open('allotment/round-one')
    await visitor.field(t('lookup:user-id')).fill('ML24100008')
    await fillDay(page, t('lookup:birth-date'), '1999-01-01')
    await visitor.button(t('lookup:submit')).click()
    await expect(visitor.problems()).toContainText(t('lookup:refusal.look-up-wrong'))
    await lookAt(visitor, 'a look-up that found nobody')

    // Then the dashboard leads a candidate with a seat to it, and they print the letter
    await become(page, 'betterment')
    await visitor.open('dashboard')
    await visitor.link(t('application:allotment.go')).click()
    await expect(visitor.title()).toHaveText(t('results:page.title'))
    await visitor.ready()
    await expect(visitor.main()).toContainText(t('results:seat.preference'))
    await expect(visitor.link(t('outcome:letter.pdf'))).toBeVisible()
    await lookAt(visitor, 'a seat')
    const letter = await page.request.get('/mbale/candidate/allotment/letter-1.pdf')
    expect([letter.status(), letter.headers()['content-type']]).toEqual([200, 'application/pdf'])

    // And one without a seat reads the reason
    await become(page, 'fc-confirmed')
    await visitor.open('allotment')
    await expect(visitor.main().getByRole('heading', { name: t('results:why.title-none') })).toBeVisible()
    await lookAt(visitor, 'no seat')
  })
}

test('a visitor checks a published round in their own browser, which sends nothing, and an altered dossier is reported', async ({
  visit,
  allottedServer,
}) => {
  const setting = { javaScriptEnabled: true, language: 'mr', viewport: desk } as const
  const visitor = visitorOn(await visit(setting, { on: allottedServer }), setting)
  const { page, t } = visitor
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await visitor.open('allotment/round-one')
  await visitor.link(t('outcome:check')).click()
  await expect(page.getByRole('heading', { name: t('checking:check-title') })).toBeVisible()
  await visitor.ready()
  // Where no script has run, nobody sees a button that would do nothing, whatever the browser knows of `scripting`.
  const unscripted = await visit(setting, { on: allottedServer, mayLog: /ERR_FAILED/ })
  await unscripted.route(/\.js$/, (route) => route.abort())
  await unscripted.goto(page.url())
  await expect(unscripted.getByRole('heading', { name: t('checking:check-title') })).toBeVisible()
  for (const text of [t('checking:check'), t('checking:choose')])
    await expect(unscripted.getByText(text, { exact: true }).first()).toBeHidden()
  await unscripted.close()
  const files = ['input', 'result', 'manifest'].map(
    (name) => `/mbale/candidate/allotment/round-one/dossier/${name}.json`,
  )
  const [input, result, manifest] = await Promise.all(files.map(async (path) => (await page.request.get(path)).text()))
  sent.length = 0
  await visitor.button(t('checking:check')).click()
  await expect(visitor.main()).toContainText(t('checking:holds'))
  const { candidates } = JSON.parse(input!) as { candidates: { allIndiaMerit: number }[] }
  await visitor.field(t('checking:own-number')).fill(String(candidates[0]!.allIndiaMerit))
  await visitor.button(t('checking:own-go')).click()
  await expect(visitor.main()).toContainText(t('checking:own-fact.types'))
  await lookAt(visitor, 'the check of a round')
  const others = sent.filter((request) => !request.includes('/assets/'))
  expect(others.sort()).toEqual(files.map((path) => `GET ${path}`).sort())

  const altered = JSON.parse(result!) as { allotments: { id: string }[] }
  const { id } = altered.allotments.shift()!
  const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  await page
    .locator('summary')
    .filter({ hasText: t('checking:choose') })
    .click()
  await visitor
    .field(t('checking:choose'))
    .setInputFiles([
      file('input.json', input!),
      file('result.json', JSON.stringify(altered)),
      file('manifest.json', manifest!),
    ])
  await visitor.button(t('checking:choose-go')).click()
  await expect(visitor.main()).toContainText(t('checking:broken'))
  await expect(visitor.main()).toContainText(`went to a weaker candidate than ${id}`)
  await lookAt(visitor, 'an altered dossier')
})
