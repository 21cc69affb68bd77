import { personaPassword } from '#server/demo/personas.ts'
import { expectAccessible, expectNoSidewaysScroll } from './look'
import { become, personasOf } from './people'
import { expect, type Server, settingName, test } from './server'
import { sideRoad } from './settings'
import { type Visitor, visitorOn } from './visitor'
import { fillDay } from './words'

/** A persona in the final list, with the date of birth from their form. */
async function ranked(server: Server): Promise<{ userId: string; birthDate: string; fullName: string }> {
  const { userId } = (await personasOf(server)).find(({ key }) => key === 'fc-confirmed')!
  const api = `${server.url}/mbale/candidate/api`
  const login = await fetch(`${api}/candidateLoginController/candidateLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, password: personaPassword }),
  })
  const headers = { authorization: `Bearer ${(await login.json()).data.token}` }
  const { data } = await (await fetch(`${api}/application/steps/personal-details`, { headers })).json()
  const name = await (await fetch(`${api}/candidateRegistrationController/getCandidateName`, { headers })).json()
  return { userId, birthDate: data.values.dateOfBirth, fullName: name.data.full_name }
}

async function expectFit(visitor: Visitor, what: string): Promise<void> {
  await expectNoSidewaysScroll(visitor, what)
  await expectAccessible(visitor, what)
}

for (const setting of sideRoad(1)) {
  test(`a visitor looks up a merit number and finds it in the list, and the candidate reads the reasons · ${settingName(setting)}`, async ({
    visit,
    finalMeritServer: server,
  }) => {
    test.slow()
    const { userId, birthDate, fullName } = await ranked(server)
    const page = await visit(setting, { on: server })
    const visitor = visitorOn(page, setting)
    const { t } = visitor

    // Given a visitor without a session, a wrong date of birth reveals nothing
    await visitor.open('meritstatus/final-merit')
    await expectFit(visitor, 'the look-up')
    await visitor.field(t('lookup:user-id')).fill(userId)
    await fillDay(page, t('lookup:birth-date'), '1990-01-01')
    await visitor.button(t('lookup:submit')).click()
    await expect(visitor.main().getByText(t('lookup:refusal.look-up-wrong')).first()).toBeVisible()

    // When it is right, the numbers can be seen, printed, and closed again
    await visitor.field(t('lookup:user-id')).fill(userId)
    await fillDay(page, t('lookup:birth-date'), birthDate)
    await visitor.button(t('lookup:submit')).click()
    await expect(visitor.main().getByText(fullName)).toBeVisible()
    await expectFit(visitor, 'what a look-up found')
    await visitor.link(t('meritstatus:print')).click()
    await expect(page).toHaveURL(new RegExp(`/meritstatus/final-merit/print/${userId}$`))
    await expect(visitor.main().getByText(fullName)).toBeVisible()
    await expectFit(visitor, 'the page to print')
    await visitor.link(t('meritstatus:back')).click()
    await visitor.button(t('lookup:close')).click()
    await expect(visitor.field(t('lookup:user-id'))).toBeVisible()
    await visitor.open(`meritstatus/final-merit/print/${userId}`)
    await expect(page).toHaveURL(/\/meritstatus\/final-merit$/)

    // And the search of the whole list finds the name by the beginnings of its words
    await visitor.open('merit-lists')
    await expectFit(visitor, 'a merit list')
    const [first, , last] = fullName.split(' ')
    await visitor.field(t('meritlists:q')).fill(`${last!.slice(0, 4)} ${first}`)
    await visitor.button(t('shell:form.search')).click()
    await expect(visitor.main().getByRole('row').filter({ hasText: userId })).toBeVisible()

    // When the candidate logs in, the reasons are there
    await become(page, 'fc-confirmed')
    await visitor.open('final-merit')
    await expect(visitor.main().getByText(t('ownmerit:why'), { exact: true })).toBeVisible()
    await expect(visitor.main().getByText(t('meritpages:criterion.ssc'), { exact: true })).toBeVisible()
    if (visitor.hasScript) await expect(visitor.button(t('meritstatus:print-now'))).toBeVisible()
    await expectFit(visitor, 'the candidate’s own merit')
  })
}
