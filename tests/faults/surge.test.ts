import { expect, test } from 'vitest'
import { ist } from '../../server/kernel/time'
import { asha, browser, calls, openPortal } from '../support/portal'

const visitors = 100
const registrants = 20

test('case 70: at the opening of registration a crowd is served, and everybody who was told so is registered', {
  timeout: 120_000,
}, async () => {
  // Given the last moment before registration opens
  const portal = await openPortal({ at: ist('2024-07-12 09:59') })
  const early = await portal.api('POST', calls.register, asha)
  expect(early.status).toBe(422)
  portal.clock.advance(60_000)

  // When a crowd comes at once, from many addresses
  const from = (n: number) => `10.0.${n >> 8}.${n & 255}`
  const pages = Array.from({ length: visitors }, (_, n) =>
    browser(portal, {}, from(n)).get(n % 2 ? 'registration' : 'home'),
  )
  const people = Array.from({ length: registrants }, (_, n) => {
    const number = String(n).padStart(2, '0')
    return { ...asha, mobile: `91000000${number}`, email: `person${number}@example.org` }
  })
  const asked = people.map((person, n) => portal.api('POST', calls.register, person, { ip: from(1000 + n) }))

  // Then every page is served, and every registration is answered
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(Array(visitors).fill(200))
  const told = await Promise.all(asked)
  expect(told.map(({ status }) => status)).toEqual(Array(registrants).fill(200))

  // And everybody who proves the number has an account of their own
  const otps = await Promise.all(people.map(({ mobile }) => portal.otpFor(mobile)))
  const proved = await Promise.all(
    told.map(({ body }, n) =>
      portal.api(
        'POST',
        calls.verify,
        { registrationId: body.data.registrationId, otp: otps[n] },
        { ip: from(1000 + n) },
      ),
    ),
  )
  const userIds = proved.map(({ body }) => body.data.userId as string)
  expect(new Set(userIds).size).toBe(registrants)
  const kept = portal.services.db.sqlite.prepare('SELECT user_id FROM candidates ORDER BY user_id').pluck().all()
  expect(kept).toEqual([...userIds].sort())
})
