import { expect, test } from 'vitest'
import { asha, openPortal, register, signIn } from '../support/portal'

test('a newcomer registers, proves the mobile and logs in', async () => {
  const portal = await openPortal()
  const userId = await register(portal)
  expect(userId).toBe('ML24000001')
  const me = await portal.api('POST', 'candidateLoginController/candidateLogin', { userId, password: asha.password })
  expect(me.status).toBe(200)
  const details = await portal.api('POST', 'candidateLoginController/getCandidateDetails', undefined, {
    token: me.body.data.token,
  })
  expect(details.body.data).toMatchObject({ user_id: userId, fill_status: 0, mode: 0, locked: null })
  await portal.close()
})

test('the dashboard knows its candidate', async () => {
  const portal = await openPortal()
  const { cookies } = await signIn(portal)
  const page = await portal.app.inject({ url: '/mbale/candidate/dashboard', cookies })
  expect(page.statusCode).toBe(200)
  await portal.close()
})
