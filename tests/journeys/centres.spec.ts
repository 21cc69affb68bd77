import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { asha } from './applicants'
import { uploads } from './application'
import { startAt } from './head-start'
import { lookAt } from './look'
import { become } from './people'
import { expect, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

const atCentre = { ...asha, answers: answersWith(ashasAnswers, { 'type-of-candidature': { mode: '2' } }) }
const withCgpa = {
  ...asha,
  answers: answersWith(ashasAnswers, {
    'qualifications-details': {
      degreeResult: 'cgpa',
      degreeMarks: undefined,
      degreeOutOf: undefined,
      cgpa: '7.25',
      cgpaScale: '10',
      cgpaPercentage: '68.5',
    },
  }),
}

for (const setting of sideRoad(0)) {
  test(`a candidate books an appointment, and the centre confirms the form · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    test.slow()
    // Given a candidate of mode 2 who has submitted
    const visitor = visitorOn(await visit(setting), setting)
    const { t } = visitor
    const { userId } = await startAt(visitor, server, atCentre, 'submitted')

    // When they follow the dashboard to the appointments and choose the first time of the last day
    await visitor.open('dashboard')
    await visitor.link(t('application:next.visit-centre.go')).click()
    await expect(visitor.title()).toHaveText(t('shell:title.appointment'))
    await visitor.main().locator('a[href*="day="]').last().click()
    await visitor.main().getByRole('radio').first().check()
    await lookAt(visitor, 'the times of a day')
    await visitor.button(t('centres:choose.book')).click()

    // Then it is theirs
    await expect(visitor.main()).toContainText(t('centres:current.title'))
    await expect(visitor.main()).toContainText(t('centres:current.bring'))
    await lookAt(visitor, 'an appointment')

    // When the centre finds them, marks their arrival, and has seen the originals
    const officer = visitorOn(await visit(setting), setting)
    await become(officer.page, 'fc')
    await officer.open('/mbale/cell/appointments')
    await officer.field(t('shell:application-id')).fill(userId)
    await officer.button(t('centres:desk.search')).click()
    await expect(officer.page).toHaveURL(new RegExp(`/centre/${userId}$`))
    await officer.button(t('centres:mark.arrived')).click()
    await expect(officer.button(t('scrutiny:finish'))).toBeVisible()
    for (const accepted of await officer
      .main()
      .getByRole('radio', { name: t('scrutiny:verdict.accepted') })
      .all()) {
      await accepted.check()
    }
    await lookAt(officer, 'a form at the centre')
    await officer.button(t('scrutiny:finish')).click()
    await officer.button(t('centres:confirm.go')).click()
    await expect(officer.main()).toContainText(t('centres:withdraw.about'))

    // Then the form is confirmed and locked
    await visitor.open('category-details')
    await expect(visitor.main()).toContainText(t('signedin:locked.confirmed-by-centre'))
  })
}

for (const setting of sideRoad(1)) {
  test(`a candidate hands in a CGPA certificate again after a rejection, and it is accepted · ${settingName(setting)}`, async ({
    visit,
    server,
  }) => {
    test.slow()
    const visitor = visitorOn(await visit(setting), setting)
    const { t } = visitor
    const { userId } = await startAt(visitor, server, withCgpa, 'submitted')
    const name = t('documents:kind.cgpa-conversion')
    const { scan } = await uploads

    // Given a certificate handed in while the form is locked
    async function handIn(button: string) {
      await visitor.open('graducation-marks-file')
      await visitor.main().locator('input[type=file]').first().setInputFiles(scan)
      await visitor.button(button).click()
      await expect(visitor.main()).toContainText(t('certificates:status.uploaded'))
    }
    await handIn(t('documents:upload.submit', { name }))
    await lookAt(visitor, 'a certificate handed in')

    // When an officer rejects it with a reason
    const officer = visitorOn(await visit(setting), setting)
    await become(officer.page, 'so')
    async function openCase() {
      await officer.open(`/mbale/cell/certificates?kind=cgpa-conversion&applicationId=${userId}`)
      await officer.main().locator('tbody a').click()
    }
    await openCase()
    await lookAt(officer, 'a certificate at the desk')
    await officer
      .main()
      .getByRole('radio', { name: t('certificates:case.reject') })
      .check()
    await officer.field(t('certificates:case.reason')).fill('2023')
    await officer.button(t('scrutiny:decide')).click()
    await officer.button(t('certificates:case.agree-go.rejected')).click()
    // The next case follows, or the list if none waits.
    await expect(officer.title()).not.toContainText(userId)

    // Then the candidate reads the reason and hands in another one, which is accepted
    await visitor.open('graducation-marks-file')
    await expect(visitor.main()).toContainText(t('certificates:status.rejected'))
    await lookAt(visitor, 'a certificate rejected')
    await handIn(t('documents:upload.replace', { name }))
    await openCase()
    await officer
      .main()
      .getByRole('radio', { name: t('certificates:case.accept') })
      .check()
    await officer.button(t('scrutiny:decide')).click()
    await officer.button(t('certificates:case.agree-go.verified')).click()
    await expect(officer.title()).not.toContainText(userId)
    await visitor.open('graducation-marks-file')
    await expect(visitor.main()).toContainText(t('certificates:status.verified'))
  })
}
