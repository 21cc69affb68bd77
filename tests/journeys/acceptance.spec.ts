import { expectSoundBooks } from './books'
import { expectAsked, formOf, prove, submit } from './deciding'
import { expectActInSight, lookAt } from './look'
import { become, moveClock } from './people'
import { expect, phone, settingName, test } from './server'
import { sideRoad } from './settings'
import { visitorOn } from './visitor'

for (const setting of sideRoad(0)) {
  test(`candidates verify their facts, decide and pay; a wrong fact blocks the seat · ${settingName(setting)}`, async ({
    visit,
    allottedServer,
  }) => {
    test.slow()
    const visitor = visitorOn(await visit(setting, { on: allottedServer }), setting)
    const { page, t } = visitor
    // One setting freezes the seat, the other keeps it for betterment.
    const [decision, other] = setting.javaScriptEnabled
      ? (['freeze', 'betterment'] as const)
      : (['betterment', 'freeze'] as const)
    const inWords = t('acceptance:prove.title', { decision: t(`acceptance:decision.${decision}`) })

    // When the allotment is out but acceptance has not begun, the page says when it begins
    await become(page, 'betterment')
    await visitor.open('self-arc-home')
    await expect(visitor.title()).toHaveText(t('signedin:menu.seat-acceptance'))
    await lookAt(visitor, 'before acceptance opens')

    // Then the facts are shown by paper, within three screens of a phone to the one act for all of them
    await moveClock(allottedServer, '2024-08-30T06:30:00Z')
    await visitor.open('self-arc-home')
    await expect(page.getByRole('heading', { name: t('signedin:seat.verify', { round: 1 }) })).toBeVisible()
    await lookAt(visitor, 'the facts')
    const all = formOf(page, 'verify').locator('.actions button').first()
    const papers = await formOf(page, 'verify').getByRole('heading', { level: 3 }).count()
    await expect(all).toHaveText(
      setting.javaScriptEnabled ? t('verification:rest-all', { count: papers }) : t('verification:rest-any'),
    )
    const end = await all.evaluate((button) => button.getBoundingClientRect().bottom + scrollY)
    if (setting.viewport === phone) expect(end / phone.height).toBeLessThanOrEqual(3)

    // And something that is wrong has to be named
    const marksheet = page.locator('input[name="paper-ssc-marksheet"]')
    const right = page.locator('[name="right-sscMarks"]')
    await expect(right).toBeHidden()
    await marksheet.check()
    await expect(page.getByText(t('verification:which')).first()).toBeVisible()
    await submit(page, 'verify')
    await expect(visitor.problems()).toContainText(t('verification:fault.wrong-not-named'))
    await page.locator('[name="wrong-ssc"]').check()
    await expect(right).toBeVisible()
    await expect(page.locator('[name="wrong-ssc"]')).toHaveAccessibleDescription(t('verification:benefit'))
    await lookAt(visitor, 'a fact called wrong')

    // When nothing is wrong after all, one act and the proof record the check
    await marksheet.uncheck()
    await submit(page, 'verify')
    await expectAsked(visitor)
    await lookAt(visitor, 'the proof of the check')
    await prove(visitor, allottedServer, 'verify')
    await expect(formOf(page, 'choose')).toBeVisible()

    // And the next thing in sight is the decision, which has the focus; on a later visit it begins in the second screen at most
    const heading = page.locator('#decide')
    await expect(heading).toBeInViewport()
    if (setting.javaScriptEnabled) await expect(heading).toBeFocused()
    else await expect(page).toHaveURL(/#decide$/)
    const top = await heading.evaluate((element) => element.getBoundingClientRect().top + scrollY)
    if (setting.viewport === phone) expect(top / phone.height).toBeLessThanOrEqual(1.25)
    await lookAt(visitor, 'the decisions')

    // When the candidate decides, they read the consequences once more, and may change their mind until they have paid
    await submit(page, 'choose')
    await expect(visitor.problems()).toContainText(t('acceptance:fault.seatDecision.required'))
    await formOf(page, 'choose').locator(`input[value="${decision}"]`).check()
    await submit(page, 'choose')
    await expect(visitor.main().getByRole('heading', { name: inWords })).toBeVisible()
    await expectAsked(visitor)
    await lookAt(visitor, 'the proof of a decision')
    await prove(visitor, allottedServer, 'decide')
    await expect(page.getByRole('heading', { name: t('signedin:seat.pay', { round: 1 }) })).toBeVisible()
    await expect(visitor.main().getByText(t('acceptance:fee.once'))).toBeVisible()
    await expect(formOf(page, other)).toBeVisible()
    await lookAt(visitor, 'the fee')
    await expectActInSight(visitor, formOf(page, 'pay').getByRole('button'), 'the fee')

    // And the fee completes the acceptance, with a letter
    await submit(page, 'pay')
    await visitor.throughCheckout()
    await visitor.button(t('payments:demo.succeed')).click()
    await visitor.open('self-arc-home')
    await expect(
      visitor
        .main()
        .getByText(t(decision === 'freeze' ? 'acceptance:state.to-report' : 'acceptance:state.held', { next: 2 })),
    ).toBeVisible()
    await lookAt(visitor, 'an accepted seat')
    const letter = await page.request.get('/mbale/candidate/allotment/letter-1.pdf')
    expect([letter.status(), letter.headers()['content-type']]).toEqual([200, 'application/pdf'])

    // When another candidate marks a fact with a benefit as wrong, a grievance blocks the seat
    await become(page, 'convert-fee')
    await visitor.open('self-arc-home')
    await page.locator('input[name="paper-degree-marksheet"][value="incorrect"]').check()
    await expect(page.locator('p:visible', { hasText: t('verification:benefit') })).toHaveCount(1)
    await page.locator('[name="right-degreeMarks"]').fill('1999')
    await submit(page, 'verify')
    await prove(visitor, allottedServer, 'verify')
    await expect(
      visitor
        .main()
        .getByText(t('signedin:seat.await-grievance', { round: 1 }))
        .first(),
    ).toBeVisible()
    await expect(formOf(page, 'freeze')).toHaveCount(0)
    await expect(page.locator('[aria-current="step"]')).toHaveCount(0)
    await lookAt(visitor, 'a grievance that blocks')

    // And the grievance still waits for the officer after acceptance has closed for everybody else
    await moveClock(allottedServer, '2024-09-01T09:30:00Z')
    await visitor.open('self-arc-home')
    await expect(
      visitor
        .main()
        .getByText(t('signedin:seat.await-grievance', { round: 1 }))
        .first(),
    ).toBeVisible()
    await expectSoundBooks(allottedServer)
  })
}
