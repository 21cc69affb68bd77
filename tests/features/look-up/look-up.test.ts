import { expect, test } from 'vitest'
import { minutes } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { openPortal } from '#tests/support/portal.ts'

const birthDate = ashasAnswers['personal-details'].dateOfBirth

async function withAsha() {
  const portal = await openPortal()
  const asha = await applicant(portal)
  await asha.answer()
  const { lookUp } = portal.services
  let network = 0
  return {
    portal,
    asha,
    /** A look-up from a network that has not asked before, unless the test names one. */
    ask: (userId: string, born: string, ip = `10.0.${++network >> 8}.${network & 255}`) =>
      lookUp.lookUp({ userId, birthDate: born }, { ip }),
    holder: (grant: string) => lookUp.holder(grant),
  }
}

test('the Application ID and the date of birth find the candidate, for 15 minutes', async () => {
  const { portal, asha, ask, holder } = await withAsha()
  const found = await ask(asha.userId.toLowerCase(), birthDate)
  expect(found).toMatchObject({ ok: true, value: { candidateId: asha.id, userId: asha.userId } })
  const { grant } = (found as { value: { grant: string } }).value
  portal.clock.advance(minutes(15) - 1)
  expect(holder(grant)).toEqual({ candidateId: asha.id, userId: asha.userId })
  portal.clock.advance(1)
  expect(holder(grant)).toBeNull()
})

test("nobody else can forge or alter the browser's cookie", async () => {
  const { asha, ask, holder } = await withAsha()
  const found = await ask(asha.userId, birthDate)
  const { grant } = (found as { value: { grant: string } }).value
  const other = grant[0] === 'A' ? 'B' : 'A'
  for (const forged of ['', 'x', grant.slice(0, 20), `${other}${grant.slice(1)}`, `${grant}AAAA`])
    expect(holder(forged)).toBeNull()
})

test('case 5: an unknown Application ID and a wrong date of birth get the same answer, count and delay', async () => {
  const { portal, asha, ask } = await withAsha()
  const answers: unknown[] = []
  for (const userId of [asha.userId, 'ML24999999']) {
    portal.pauses.length = 0
    const tries = []
    for (let n = 0; n < 7; n++) tries.push(await ask(userId, '2001-06-01', '10.9.9.9'))
    answers.push([tries, portal.pauses.slice()])
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject([
    [...Array(5).fill({ refusal: { code: 'look-up-wrong', status: 422 } }), { refusal: { status: 429 } }, {}],
    Array(7).fill(250),
  ])
})

test('case 5: trying many networks of one carrier does not reveal a date of birth', async () => {
  const { portal, asha, ask } = await withAsha()
  let answered = 0
  for (let quarter = 0; quarter < 4 * 23; quarter++) {
    for (let n = 0; n < 10; n++) {
      const tried = await ask(asha.userId, '1999-01-01')
      if (!tried.ok && tried.refusal.code === 'look-up-wrong') answered++
    }
    portal.clock.advance(minutes(15))
  }
  expect(answered).toBeLessThan(80)
})

test('case 5: a network that keeps failing is served one request at a time, and still finds the right candidate', async () => {
  const { portal, asha, ask } = await withAsha()
  for (let n = 0; n < 300; n++) await ask(`ML24${200_000 + (n % 60)}`, birthDate, '10.1.1.1')
  portal.pauses.length = 0
  const asked = await Promise.all(Array.from({ length: 22 }, () => ask(asha.userId, birthDate, '10.1.1.1')))
  expect(asked.filter(({ ok }) => ok)).toHaveLength(20)
  expect(asked.at(-1)).toMatchObject({ refusal: { code: 'look-up-later', retryAfter: 20 } })
  expect(portal.pauses.filter((pause) => pause === 1000)).toHaveLength(20)
  portal.pauses.length = 0
  expect((await ask(asha.userId, birthDate, '10.1.1.2')).ok).toBe(true)
  expect(portal.pauses).toEqual([250])
})

test('nobody can find a candidate whose form has no date of birth yet', async () => {
  const portal = await openPortal()
  const { userId } = await applicant(portal)
  for (const born of ['', 'null', '2001-05-31'])
    expect(await portal.services.lookUp.lookUp({ userId, birthDate: born }, { ip: '10.0.0.1' })).toMatchObject({
      ok: false,
    })
})
