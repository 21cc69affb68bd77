import { describe, expect, test } from 'vitest'
import { likenessOf, marksOf, mostSharing, piecesOf } from '#server/domain/application/duplicates.ts'
import type { View } from '#server/domain/site/view.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asha, faultsOf, openPortal, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

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

test.each([
  ['Asha Ramesh Patil', 'Asha Ramesh Patil', 'same'],
  ['Sneha Prakash Kulkarni', 'Sneha P. Kulkarni', 'similar'],
  ['Kulkarni', 'Kulkarnii', 'similar'],
  ['SDO/2019/77', 'sdo 2019 77', 'similar'],
  ['14 Mar 1999', '15 Mar 1999', 'similar'],
  ['402 / 650', '420 / 650', 'different'],
  ['314', '315', 'different'],
  ['State Board, Nagpur Division', 'State Board, Nashik Division', 'different'],
  ['A', 'B', 'different'],
  ['कुऱ्हाडेकर', 'कुर्\u200Dहाडेकर', 'similar'],
  ['A', null, 'alone'],
] as const)('%s and %s are %s', (one, other, likeness) => {
  expect(likenessOf(one, other)).toBe(likeness)
  expect(likenessOf(other, one)).toBe(likeness)
})

test('what differs is cut out of two values, and the pieces make the values again', () => {
  expect(piecesOf('Kulkarni', 'Kulkarnii')).toEqual([
    ['Kulkarni', '', ''],
    ['Kulkarni', 'i', ''],
  ])
  for (const [one, other] of [
    ['12 Nadi Road', '12A Nadi Rd'],
    ['aaa', 'aa'],
    ['', 'x'],
    ['कुऱ्हाड', 'कऱ्हाड'],
  ] as const)
    expect(piecesOf(one, other).map((pieces) => pieces.join(''))).toEqual([one, other])
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
    for (const words of [one.userId, other.userId, 'The same person', 'Different persons', 'Same certificate number'])
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
      "SELECT count(*) FROM audit_log WHERE act IN ('duplicates.dismissed', 'duplicates.reopened') AND candidate_id > 0",
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
    const judged = await first.post(`duplicates?suspicion=${suspicion}`, {
      intent: 'same',
      suspicion: decodeURIComponent(suspicion),
      kept: one.userId,
    })
    expect([judged.status, String(judged.headers.location)]).toEqual([
      303,
      `/mbale/cell/orders?kind=cancel-application&applicationId=${other.userId}&kept=${one.userId}`,
    ])
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

  test('a verdict needs the form that goes on, or how one knows; and an order is for admins', async () => {
    const portal = await openPortal()
    const one = await submitted(portal, asha, 'SDO/2019/77', '2001-05-05')
    const other = await submitted(portal, ravi, 'SDO/2019/77', '2000-01-01')
    portal.services.duplicates.lookForDuplicates()
    const admin = await atDesk(portal, 'admin')
    const suspicion = viewOf<View<Listed>>(await admin.get('duplicates')).data.list.rows[0]!.mark
    const judge = (fields: Record<string, string>, by = admin) => by.post('duplicates', { suspicion, ...fields })
    expect(Object.keys(faultsOf(await judge({})))).toEqual(['intent'])
    expect(Object.keys(faultsOf(await judge({ intent: 'dismiss' })))).toEqual(['remark'])
    expect(Object.keys(faultsOf(await judge({ intent: 'same' })))).toEqual(['kept'])
    expect(Object.keys(faultsOf(await judge({ intent: 'same', kept: 'ML24999999' })))).toEqual(['kept'])
    const ro = await atDesk(portal, 'ro')
    expect((await judge({ intent: 'same', kept: one.userId }, ro)).status).toBe(403)
    expect(await listFor(portal, 'admin', 'still')).not.toEqual([])
    expect(other.userId).not.toBe(one.userId)
  })

  test('two forms stand side by side, fact by fact, and the record names the other candidate once with every sign', async () => {
    const portal = await openPortal()
    const one = await submitted(portal, asha, 'SDO/2019/77', '2001-05-05')
    const named = { ...ravi, fullName: 'ASHA R PATIL' }
    const other = await submitted(portal, named, 'sdo 2019 77', '2001-05-05')
    portal.services.duplicates.lookForDuplicates()
    const admin = await atDesk(portal, 'admin')
    const suspicion = viewOf<View<Listed>>(await admin.get('duplicates')).data.list.rows[0]!.mark
    type Fact = { label: string; values: (string[] | null)[]; likeness: string }
    const at = `duplicates?suspicion=${encodeURIComponent(suspicion)}`
    const { opened } = viewOf<View<{ opened: { compared: { ids: string[]; facts: Fact[]; signs: string[] } } }>>(
      await admin.get(at),
    ).data
    const fact = (label: string) => opened.compared.facts.find((one) => one.label.includes(label))!
    expect(opened.compared.ids).toEqual([one.userId, other.userId])
    expect(opened.compared.facts[0]!.likeness, 'the name').toBe('similar')
    expect(opened.compared.facts[1]).toMatchObject({
      likeness: 'same',
      values: [
        ['5 May 2001', '', ''],
        ['5 May 2001', '', ''],
      ],
    })
    expect(fact('Gender').likeness).toBe('same')
    expect(fact('aste certificate').likeness).toBe('similar')
    const record = viewOf<View<{ suspicions: { userId: string; signs: string[] }[] }>>(
      await admin.get(`help-desk/${one.userId}`),
    ).data
    expect(record.suspicions.map(({ userId }) => userId)).toEqual([other.userId])
    expect(record.suspicions[0]!.signs.join()).toContain('ertificate')
    const marathi = await admin.get(`${at}&lang=mr`)
    expect(marathi.text).toContain('हे दोन अर्ज एकाच व्यक्तीचे आहेत का?')
  })

  test('a document is shown only to those who see a suspicion about its candidate', async () => {
    const portal = await openPortal()
    const one = await submitted(portal, asha, 'SDO/2019/77', '2001-05-05')
    await submitted(portal, { ...ravi, district: 'MH-nagpur' }, 'SDO/2019/77', '2000-01-01')
    const admin = await atDesk(portal, 'admin')
    const { documents, db, duplicates } = portal.services
    const kept = await portal.services.fileStorage.keep(Buffer.from('a certificate'))
    db.sqlite.prepare('UPDATE documents SET bytes = 13, hash = ?').run(kept.ok ? kept.value : '')
    const at = `duplicates/${one.userId}/file/${documents.held(one.actor.candidateId)[0]!.name}`
    expect((await admin.get(at)).status, 'nobody suspects them yet').toBe(404)
    duplicates.lookForDuplicates()
    expect((await admin.get(at)).status).toBe(200)
    for (const other of [`${at}-no-such`, `${at}/99`]) expect((await admin.get(other)).status).toBe(404)
    expect((await admin.get(at.replace(one.userId, 'ML24999999'))).status).toBe(404)
    expect((await (await atDesk(portal, 'ro')).get(at)).status, 'one of the two is of another region').toBe(404)
    expect((await (await atDesk(portal, 'institute', 'clerk')).get(at)).status).toBe(403)
    const seen = db.sqlite.prepare("SELECT count(*) FROM audit_log WHERE act = 'duplicates.document-seen'").pluck()
    expect(seen.get()).toBe(1)
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
