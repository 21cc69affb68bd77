import { readFileSync } from 'node:fs'
import { unzipped } from '#tests/support/zip.ts'
import { lookAt } from './look'
import { become, moveClock, personasOf } from './people'
import { desk, expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

/** More than 72 hours after the demo begins: an erasure may be carried out. */
const reconsidered = '2024-08-16T10:00:00+05:30'

for (const setting of sideRoad(0)) {
  test(`a candidate takes their data along, takes a consent back, and gets answers about their data · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    const person = (await personasOf(ownServer)).find(({ key }) => key === 'fc-confirmed')!
    const candidate = visitorOn(await visit(setting, { on: ownServer }), setting)
    const officer = visitorOn(await visit({ ...setting, viewport: desk }, { on: ownServer }), setting)
    const { page, t, main, button, link } = candidate

    /** Sends a request; answers its number. */
    async function ask(kind: 'correction' | 'erasure', text: string): Promise<string> {
      await page.getByRole('radio', { name: t(`mydata:kind.${kind}`), exact: true }).check()
      await candidate.field(t('mydata:requests.text')).fill(text)
      await button(t('mydata:requests.submit')).click()
      const sent = main().getByRole('listitem').filter({ hasText: text })
      await expect(sent).toContainText(t('mydata:state.open'))
      await candidate.ready()
      return /D-\d+/.exec(await sent.innerText())![0]
    }

    async function answer(number: string, outcome: 'done' | 'erase', text: string): Promise<void> {
      await officer.open(`/mbale/cell/data-requests?applicationId=${person.userId}`)
      await officer.link(number).click()
      await expect(officer.title()).toHaveText(number)
      await officer.ready()
      await officer.field(t('dataoffice:request.text')).fill(text)
      await officer.page.getByRole('radio', { name: t(`dataoffice:outcome.${outcome}`), exact: true }).check()
      await officer.button(t('dataoffice:request.submit')).click()
      await expect(officer.page).toHaveURL(/\/cell\/data-requests$/)
    }

    // Given a candidate with a submitted form, who downloads what is held about them
    await become(page, 'fc-confirmed')
    await candidate.open('my-data')
    const address = (await link(t('mydata:download.pdf')).getAttribute('href'))!
    const sheet = await page.request.get(address, { timeout: 30_000 })
    expect((await sheet.body()).subarray(0, 5).toString()).toBe('%PDF-')
    const [archive] = await Promise.all([
      page.waitForEvent('download', { timeout: 30_000 }),
      link(t('mydata:download.zip')).click(),
    ])
    expect(archive.suggestedFilename()).toBe(`${person.userId}-my-data.zip`)
    const files = unzipped(readFileSync(await archive.path()))
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['data.json', 'my-data.pdf', expect.stringMatching(/^files\/documents-\d+-photo\.jpg$/)]),
    )
    expect(JSON.parse(files['data.json']!.toString()).candidates).toMatchObject([{ userId: person.userId }])

    // When they agree to messages on WhatsApp and take it back, the page keeps both acts
    await button(t('mydata:whatsapp.start')).click()
    await button(t('mydata:whatsapp.stop')).click()
    await expect(button(t('mydata:whatsapp.start'))).toBeVisible()
    const acts = main()
      .getByRole('row')
      .filter({ hasText: t('mydata:subject.whatsapp') })
    await expect(acts).toHaveCount(2)
    await expect(acts.first()).toContainText(t('mydata:act.withdrawn'))

    // When they ask for a correction and for erasure, the officer corrects at once, and erases only after three days
    const correction = await ask('correction', 'My mother is called Sunita.')
    const erasure = await ask('erasure', 'Please erase my account.')
    await become(officer.page, 'admin')
    await answer(correction, 'done', 'The name is corrected.')
    await officer.open(`/mbale/cell/data-requests/${erasure.slice(2)}`)
    await expect(officer.main().getByText(t('dataoffice:outcome.erase'), { exact: true })).toHaveCount(0)
    await moveClock(ownServer, reconsidered)
    await become(officer.page, 'admin')
    await answer(erasure, 'erase', 'We erased what the law lets us erase.')

    // Then the candidate reads both answers, what stays and why, and who has opened the requests
    await become(page, 'fc-confirmed')
    await candidate.open('my-data')
    const request = (words: string) => main().getByRole('listitem').filter({ hasText: words })
    await expect(request('Sunita')).toContainText('The name is corrected.')
    await expect(request('Please erase')).toContainText('We erased what the law lets us erase.')
    await expect(request('Please erase')).toContainText(t('mydata:keep.record'))
    await expect(
      main()
        .getByRole('row')
        .filter({ hasText: t('staff:act.privacy.request-read') })
        .first(),
    ).toBeVisible()
    await lookAt(candidate, 'my-data, with answers')
  })
}
