import { describe, expect, test } from 'vitest'
import type { View } from '../../../pages/ui/view'
import { marksOf, mostSharing } from '../../../server/domain/application/duplicates'
import { answersWith, ashasAnswers } from '../../support/answers'
import { applicant } from '../../support/applicant'
import { atDesk } from '../../support/desk'
import { asha, openPortal, ravi, type TestPortal, viewOf } from '../../support/portal'

type Listed = { list: { rows: { kind: string; userIds: string }[] } }

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
