import { formatDateTime } from '#server/i18n/format.ts'
import { ist } from '#server/kernel/time.ts'
import { become } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'
import { wordsOf } from './words'

const reason = {
  en: 'Heavy rain in Konkan kept candidates from their documents.',
  mr: 'कोकणातील अतिवृष्टीमुळे उमेदवारांना कागदपत्रे मिळू शकली नाहीत.',
}
const notice = {
  title: { en: 'Bring the original certificates', mr: 'मूळ प्रमाणपत्रे सोबत आणा' },
  body: { en: 'Copies alone are not enough.', mr: 'फक्त प्रती पुरेशा नाहीत.' },
}

for (const setting of sideRoad(0)) {
  const { language } = setting
  const other = language === 'en' ? 'mr' : 'en'

  test(`an admin extends registration, a second one releases it with one notice, and a visitor reads it · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    const page = await visit(setting, { on: ownServer })
    const admin = visitorOn(page, setting)
    const { t } = admin
    await become(page, 'admin')
    await admin.open('/mbale/cell/schedule')
    const registration = admin.main().locator('input[name=closes-registration]')
    await registration.fill('2024-08-18T17:00')
    await admin.button(t('content:schedule.preview')).click()
    // It would end after scrutiny: the row of scrutiny says so.
    await expect(admin.main().getByText(t('content:schedule.faulty'))).toBeVisible()
    await expect(admin.main().locator('#f-closes-scrutiny-error')).toBeVisible()
    await registration.fill('2024-08-15T17:00')
    await admin.button(t('content:schedule.preview')).click()
    const closes = formatDateTime(ist('2024-08-15 17:00'), language)
    await expect(admin.main()).toContainText(t('content:schedule.one-notice'))
    await expect(admin.main()).toContainText(closes)
    await admin.field(t('content:schedule.reason-en')).fill(reason.en)
    await admin.field(t('content:schedule.reason-mr')).fill(reason.mr)
    await admin.button(t('content:schedule.hand-over')).click()
    await expect(admin.main()).toContainText(t('staff:refusal.second-person'))

    await become(page, 'admin-2')
    await admin.open('/mbale/cell/schedule')
    await admin.button(t('content:schedule.release')).click()
    await expect(admin.main().getByText(reason[language])).toBeVisible()

    const visitor = visitorOn(await visit(setting, { on: ownServer }), setting)
    await visitor.open('importantdate')
    await expect(visitor.main().getByRole('row').filter({ hasText: reason[language] })).toBeVisible()
    await expect(visitor.main().getByRole('row').filter({ hasText: closes })).toBeVisible()
    await visitor.open('home')
    await expect(visitor.main()).toContainText(closes)
  })

  test(`an editor previews and publishes a notice, and a visitor reads it in the other language · ${settingName(setting)}`, async ({
    visit,
    ownServer,
  }) => {
    const page = await visit(setting, { on: ownServer })
    const admin = visitorOn(page, setting)
    const { t } = admin
    await become(page, 'admin')
    await admin.open('/mbale/cell/notices')
    await admin.field(t('content:notices.title-en')).fill(notice.title.en)
    await admin.field(t('content:notices.title-mr')).fill(notice.title.mr)
    await admin.field(t('content:notices.body-en')).fill(notice.body.en)
    await admin.button(t('content:notices.preview')).click()
    // The Marathi text is missing: the page says so and keeps the typed text.
    await expect(admin.problems()).toContainText(t('content:fault.noticeBody.required'))
    await expect(admin.field(t('content:notices.title-mr'))).toHaveValue(notice.title.mr)
    await admin.field(t('content:notices.body-mr')).fill(notice.body.mr)
    await admin.button(t('content:notices.preview')).click()
    for (const spoken of ['en', 'mr'] as const) {
      await expect(admin.main().getByRole('heading', { name: notice.title[spoken] })).toBeVisible()
    }

    const reader = visitorOn(await visit({ ...setting, language: other }, { on: ownServer }), {
      ...setting,
      language: other,
    })
    await reader.open('notifications')
    await expect(reader.main()).not.toContainText(notice.title[other])
    await admin.button(t('content:notices.confirm')).click()
    await expect(admin.main().locator('tr').filter({ hasText: notice.title[language] })).toContainText(
      t('content:notices.state.out'),
    )
    await reader.open('notifications')
    await expect(reader.title()).toHaveText(wordsOf(other)('shell:menu.notifications'))
    await expect(reader.main().getByRole('heading', { name: notice.title[other] })).toBeVisible()
    await expect(reader.main()).toContainText(notice.body[other])
  })
}
