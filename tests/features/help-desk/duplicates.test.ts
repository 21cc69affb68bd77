import { describe, expect, test } from 'vitest'
import { marksOf, mostSharing } from '#server/domain/application/duplicates.ts'
import type { View } from '#server/domain/site/view.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asha, openPortal, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

type Listed = { list: { rows: { kind: string; userIds: string; mark: string }[] } }

const listFor = async (
  portal: TestPortal,
  role: 'admin' | 'ro' | 'fc',
  name: string = role,
): Promise<Listed['list']['rows']> => {
  const page = await (await atDesk(portal, role, name)).get('duplicates')
  return viewOf<View<Listed>>(page).data.list.rows
}

/** A submitted form with this caste certificate `number` and date of birth (`born`). */
async function submitted(portal: TestPortal, person: typeof asha, number: string, born: string) {
  const one = await applicant(portal, person)
  await one.complete(
    answersWith(ashasAnswers, {
      'category-details': { casteCertificateNumber: number },
      'personal-details': { dateOfBirth: born },
    }),
  )
  const done = await one.submit()
  if (done.status !== 200) throw new Error(JSON.stringify(done.body))
  return one
}

describe('signs that two forms belong to one person', () => {
  const answers = answersWith(ashasAnswers, { 'category-details': { casteCertificateNumber: 'SDO / 2019-77' } })

  test('a name with a birth date, however it is spelled; a certificate number; a file', () => {
    const one = marksOf({ fullName: 'Asha  Ramesh Patil', answers, documents: [{ hash: 'aa' }] })
    const other = answersWith(ashasAnswers, { 'category-details': { casteCertificateNumber: 'sdo/201977' } })
    expect(marksOf({ fullName: 'ASHA RAMESH PATIL', answers: other, documents: [{ hash: 'aa' }] })).toEqual(one)
    expect(new Set(one.map(({ kind }) => kind))).toEqual(new Set(['name-and-birth', 'certificate', 'document']))
  })

  test('a short number may be shared by chance', () => {
    const short = answersWith(ashasAnswers, { 'category-details': { casteCertificateNumber: '12/3' } })
    const eyelash = ['कुऱ्हाडेकर सविता', 'कुर्\u200Dहाडेकर  सविता'].map((fullName) =>
      marksOf({ fullName, answers, documents: [] }),
    )
    expect(eyelash[1], 'two ways to write eyelash ra').toEqual(eyelash[0])
    expect(marksOf({ fullName: 'A B', answers: short, documents: [] }).map(({ value }) => value)).not.toContain(
      'casteCertificateNumber 123',
    )
  })
})

describe('the list', () => {
  test('names candidates with a sign in common after the job has run, and lists them once', async () => {
    const portal = await openPortal()
    const her = await submitted(portal, asha, 'SDO/2019/77', '2001-05-05')
    const again = await submitted(portal, { ...ravi, fullName: 'ASHA RAMESH PATIL' }, 'SDO/2019/77', '2001-05-05')
    expect(await listFor(portal, 'admin')).toEqual([])
    expect(portal.services.duplicates.lookForDuplicates()).toBe(2)
    expect(portal.services.duplicates.lookForDuplicates()).toBe(0)
    const found = await listFor(portal, 'admin', 'other-admin')
    const kinds = found.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['certificate', 'name-and-birth']))
    for (const { userIds } of found) expect(userIds).toBe(`${her.userId}; ${again.userId}`)
    const kept = JSON.stringify(portal.services.db.sqlite.prepare('SELECT * FROM person_marks').all())
    expect(kept).not.toMatch(/SDO|asha|2001-05-05/i)
  })

  test('case 18: a regional office and a centre see no suspected duplicate that involves another region or centre', async () => {
    const portal = await openPortal()
    await submitted(portal, asha, 'SDO/2019/77', '2001-05-05')
    await submitted(portal, { ...ravi, district: 'MH-nagpur' }, 'SDO/2019/77', '2000-01-01')
    portal.services.duplicates.lookForDuplicates()
    expect(await listFor(portal, 'admin')).not.toEqual([])
    expect(await listFor(portal, 'ro')).toEqual([])
    expect(await listFor(portal, 'fc')).toEqual([])
  })

  test('persons who differ leave the list, with who says so, until it is taken back or another form shares the sign', async () => {
    const portal = await openPortal()
    const one = await submitted(portal, asha, 'SDO/2019/77', '2001-05-05')
    const other = await submitted(portal, ravi, 'SDO/2019/77', '2000-01-01')
    portal.services.duplicates.lookForDuplicates()
    const desk = await atDesk(portal, 'admin')
    const found = viewOf<View<Listed>>(await desk.get('duplicates')).data.list.rows
    expect(found.length).toBeGreaterThan(1)
    const suspicion = found[0]!.mark
    const name = encodeURIComponent(suspicion)
    const opened = await desk.get(`duplicates?suspicion=${name}`)
    for (const words of [one.userId, other.userId, 'Keep', 'They are different persons'])
      expect(opened.text).toContain(words)
    expect((await desk.get(`help-desk/${one.userId}`)).text).toContain('May be the same person as')
    const dismiss = (by: typeof desk, remark: string) => by.post('duplicates', { intent: 'dismiss', suspicion, remark })
    expect((await dismiss(desk, 'no')).status).toBe(422)
    const elsewhere = await dismiss(await atDesk(portal, 'fc'), 'Twins, seen on both certificates.')
    expect(elsewhere.status).toBe(404)
    expect((await dismiss(desk, 'Twins, seen on both certificates.')).status).toBe(303)
    expect((await dismiss(desk, 'Twins, seen on both certificates.')).status).toBe(409)
    expect(await listFor(portal, 'admin', 'second')).toEqual([])
    expect((await desk.get(`duplicates?suspicion=${name}`)).text).toContain('Twins, seen on both certificates.')
    expect((await desk.post('duplicates', { intent: 'reopen', suspicion })).status).toBe(303)
    expect(await listFor(portal, 'admin', 'third')).toHaveLength(1)
    expect((await dismiss(desk, 'Twins, seen on both certificates.')).status).toBe(303)
    const third = { ...ravi, fullName: 'Rohan Kale', mobile: '9800000077', email: 'rohan@example.org' }
    await submitted(portal, third, 'SDO/2019/77', '1999-09-09')
    portal.services.duplicates.lookForDuplicates()
    expect(await listFor(portal, 'admin', 'fourth')).not.toEqual([])
    const acts = portal.services.db.sqlite.prepare(
      "SELECT count(*) FROM audit_log WHERE act LIKE 'duplicates.%ed' AND candidate_id > 0",
    )
    expect(acts.pluck().get()).toBe(6)
  })

  test('two forms of one person are merged by order: one goes on, the candidate is told which, and the suspicion is settled', async () => {
    const portal = await openPortal()
    const one = await submitted(portal, asha, 'SDO/2019/77', '2001-05-05')
    const other = await submitted(portal, ravi, 'SDO/2019/77', '2000-01-01')
    portal.services.duplicates.lookForDuplicates()
    const [first, second] = [await atDesk(portal, 'admin', 'first'), await atDesk(portal, 'admin', 'second')]
    const suspicion = encodeURIComponent(viewOf<View<Listed>>(await first.get('duplicates')).data.list.rows[0]!.mark)
    expect((await first.get(`duplicates?suspicion=${suspicion}`)).text).toContain(
      `applicationId=${other.userId}&amp;kept=${one.userId}`,
    )
    const order = { orderNumber: 'CELL/2024/77', authority: 'The cell', reason: 'Two forms of one person.' }
    const merge = { intent: 'cancel-application', applicationId: other.userId, kept: one.userId, ...order }
    expect((await first.post('orders?kind=cancel-application', { ...merge, agreed: 'true' })).status).toBe(303)
    expect((await second.post('orders', { intent: 'release', order: '1' })).status).toBe(303)
    await portal.sentTo(ravi.mobile, 'candidature-order')
    expect(portal.box.sent.findLast(({ template }) => template === 'candidature-order')?.text).toContain(one.userId)
    expect(await listFor(portal, 'admin', 'third')).toEqual([])
    expect((await first.get(`duplicates?suspicion=${suspicion}`)).text).toContain('have cancelled the other')
    expect(portal.services.ordersInForce.exclusion(one.actor.candidateId)).toBeNull()
  })

  test('a sign that many candidates share is ignored', async () => {
    const portal = await openPortal()
    const { db, duplicates } = portal.services
    const versions = db.sqlite.prepare('INSERT INTO application_versions VALUES (?, 1, 1, ?, ?)')
    const add = db.sqlite.prepare(`INSERT INTO candidates
      (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
      VALUES (?, ?, ?, ?, 'MH', 'MH-pune', 'en', 1, 1)`)
    for (let n = 1; n <= mostSharing + 1; n++) {
      add.run(`ML2490000${n}`, `Person ${n}`, `p${n}@example.org`, `900000000${n}`)
      versions.run(n, JSON.stringify({ fullName: `Person ${n}`, answers: {}, documents: [{ hash: 'blank' }] }), 'x')
      duplicates.lookForDuplicates()
      expect(portal.rows().shared_marks, `${n} share it`).toBe(n > 1 && n <= mostSharing ? 1 : 0)
    }
  })
})
