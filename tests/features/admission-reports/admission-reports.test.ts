import { beforeEach, describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { askedOf } from '#server/kernel/lists.ts'
import { hours, plus } from '#server/kernel/time.ts'
import { textOf } from '#tests/documents/paper.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asPictures } from '#tests/support/files.ts'
import { viewOf } from '#tests/support/portal.ts'
import { everySeen, otherInstitute, ownInstitute, reportingRound } from '#tests/support/reporting.ts'

type Round = Awaited<ReturnType<typeof reportingRound>>
let round: Round
beforeEach(async () => {
  round = await reportingRound()
})

const reports = () => round.portal.services.admissionReports
const office = { id: 1, loginName: 'ro', role: 'ro', centre: null, region: 'pune', institute: null } as const
const admit = (userId: string, by = round.desk) => {
  const done = round.portal.services.reporting.admit(
    by,
    userId,
    everySeen(round.portal, by, userId),
    round.portal.clock.portal(),
  )
  if (!done.ok) throw new Error(done.refusal.code)
}
const officeAtDesk = () => atDesk(round.portal, 'ro')
const lineOf = async (code: string) => {
  const found = (await reports().report(office, null)).institutes.find((line) => line.code === code)
  const { name: _name, region: _region, ...numbers } = found!
  return numbers
}

describe('the report', () => {
  test('counts each candidate once per step, and the seats that nobody keeps', async () => {
    admit(round.asha.userId)
    expect(await lineOf(ownInstitute)).toMatchObject({
      intake: 4,
      allotted: 4,
      accepted: 3,
      reported: 1,
      admitted: 1,
      cancelled: 0,
      kept: 3,
      vacant: 1,
    })
    const { categories, institutes } = await reports().report(office, null)
    expect(institutes.map(({ code }) => code)).toEqual([ownInstitute, otherInstitute])
    expect(categories).toMatchObject([{ category: 'OPEN', allotted: 5, admitted: 1 }])
  })

  test('follows a cancellation, and the deadline that passes without a report', async () => {
    admit(round.asha.userId)
    const { sqlite } = round.portal.services.db
    sqlite
      .prepare(
        `INSERT INTO cancellations (candidate_id, case_number, round, choice_code, institute_code, reason, requested_at)
         VALUES (?, 1, 1, ?, ?, 'Another course', ?)`,
      )
      .run(round.asha.id, round.own, ownInstitute, round.portal.clock.portal())
    round.portal.clock.advance(hours(24 * 10))
    expect(await lineOf(ownInstitute)).toMatchObject({
      allotted: 4,
      accepted: 3,
      admitted: 0,
      cancelled: 1,
      kept: 0,
      vacant: 4,
    })
  })

  test('counts a candidate by the seat of the newest round', async () => {
    const { runOf } = await import('#tests/features/allotment/published-round.ts')
    const { own, other, ravi, portal } = round
    portal.clock.set(plus(portal.clock.portal(), hours(24 * 5)))
    runOf(portal, {
      round: 2,
      courses: [
        { choiceCode: own, seats: { GOPENS: 4 } },
        { choiceCode: other, instituteCode: otherInstitute, institute: 'Kaveri College', seats: { GOPENS: 2 } },
      ],
      placed: [
        {
          ...ravi,
          state: 11,
          allIndia: 11,
          category: 'SC',
          seat: { choiceCode: other, seatType: 'GOPENS', preference: 1 },
        },
      ],
    })
    const { round: newest, institutes, categories } = await reports().report(office, null)
    expect(newest).toBe(2)
    expect(institutes.map(({ code, allotted }) => [code, allotted])).toEqual([
      [ownInstitute, 3],
      [otherInstitute, 2],
    ])
    expect(categories.map(({ category, allotted }) => [category, allotted])).toEqual([
      ['OPEN', 4],
      ['SC', 1],
    ])
  })

  test('shows a regional office its own region alone, and the cell any region', async () => {
    const nagpur = { ...office, region: 'nagpur' as const }
    expect((await reports().report(nagpur, null)).institutes).toEqual([])
    expect((await reports().report(nagpur, 'pune')).institutes).toEqual([])
    const cell = { ...office, role: 'admin' as const, region: null }
    expect((await reports().report(cell, 'nagpur')).institutes).toEqual([])
    expect((await reports().report(cell, 'pune')).institutes).toHaveLength(2)
    const institute = { ...office, role: 'institute' as const, region: null, institute: ownInstitute }
    expect((await reports().report(institute, null)).institutes).toEqual([])
  })

  test('is on a page and in two tables for a spreadsheet', async () => {
    admit(round.asha.userId)
    const desk = await officeAtDesk()
    const page = await desk.get('reports')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Sahyadri Institute')
    const institutes = await desk.post('reports.csv', { table: 'institutes' })
    expect(institutes.text).toContain(`pune,${ownInstitute},Sahyadri Institute,4,4,3,1,1,0,`)
    const categories = await desk.post('reports.csv', { table: 'categories' })
    expect(categories.text).toContain(`pune,${ownInstitute},Sahyadri Institute,OPEN,4,3,1,1,0,`)
    expect((await desk.post('reports.csv', { table: 'people' })).status).toBe(422)
  })
})

describe('the second check', () => {
  const idOf = (userId: string) => {
    const list = reports().approvalList(office, ownInstitute)
    return list.ok ? list.value.lines.find((line) => line.userId === userId)!.id : 0
  }

  const approvals = async (query: Record<string, string> = {}) => {
    const { shape, ready, piece } = reports().approvalsList
    await ready()
    return piece(office, askedOf(shape, query)).rows
  }

  test('a regional office checks an admission, objects to another with a reason, and the list shows it', async () => {
    admit(round.asha.userId)
    admit(round.ravi.userId)
    const desk = await officeAtDesk()
    const address = `approvals/${ownInstitute}`
    expect((await desk.get('approvals')).text).toContain('Sahyadri Institute')
    const admission = String(idOf(round.asha.userId))
    expect((await desk.post(address, {})).text).toContain('Tick the admissions that are in order')
    expect((await desk.post(address, { [`ordered-${admission}`]: 'true', 'ordered-999': 'true' })).status).toBe(404)
    expect(await approvals()).toMatchObject([{ checked: 0 }])
    expect((await desk.post(address, { [`ordered-${admission}`]: 'true' })).status).toBe(303)
    const other = String(idOf(round.ravi.userId))
    const reason = 'The caste validity certificate is of another person.'
    const objection = { admission: other, verdict: 'objected', reason }
    expect((await desk.post(address, objection)).status, 'without its documents').toBe(422)
    const one = `${address}/${round.ravi.userId}`
    const bare = await desk.post(one, { admission: other, verdict: 'objected' })
    expect(bare.status).toBe(422)
    expect(bare.text).toContain('Write why you object')
    expect((await desk.post(one, objection)).status, 'before the office has agreed').toBe(409)
    expect((await desk.post(one, { ...objection, agreed: 'objected' })).status).toBe(303)

    const page = await desk.get(address)
    expect(page.text).toContain(reason)
    expect(await approvals()).toMatchObject([{ code: ownInstitute, admitted: 2, checked: 1, objected: 1, waiting: 0 }])
    expect(await approvals({ name: 'no such institute' })).toEqual([])
    const csv = await desk.post('approval-list.csv', { institute: ownInstitute })
    expect(csv.text).toContain(`${round.asha.userId},`)
    expect(csv.text).toContain(',checked,')
    const pdf = await desk.get(`${address}/list.pdf`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    const printed = await reports().printList(office, ownInstitute, 'en')
    for (const words of ['In order', 'Objections', reason, 'Signature and seal'])
      expect(textOf(printed!)).toContain(words)
    const acts = round.portal.services.db.sqlite
      .prepare("SELECT act FROM audit_log WHERE act IN ('approval.checked', 'approval.objected') ORDER BY id")
      .pluck()
      .all()
    expect(acts).toEqual(['approval.checked', 'approval.objected'])
  })

  test('is made on the facts, the documents and the originals of each admission, which nobody else reads there', async () => {
    admit(round.asha.userId)
    admit(round.ravi.userId)
    const desk = await officeAtDesk()
    const list = `approvals/${ownInstitute}`
    const own = `${list}/${round.asha.userId}`
    expect((await desk.get(list)).text).toContain(`href="/mbale/cell/${own}"`)
    const page = await desk.get(own)
    for (const words of [
      'What the institute recorded',
      'Originals that the institute saw',
      'data-fact="name"',
      `/mbale/cell/${own}/file/`,
      `/mbale/cell/help-desk/${round.asha.userId}`,
    ])
      expect(page.text).toContain(words)
    const file = /[^"]*\/file\/[a-z-]+/.exec(page.text)![0]
    await asPictures(round.portal)
    const pictured = (await desk.get(`${own}/file/photo/1`)).headers['content-type']
    expect(pictured).toBe('image/jpeg')
    const admission = String(idOf(round.asha.userId))
    expect((await desk.post(own, { admission, verdict: 'objected', onward: 'true' })).status, 'without a reason').toBe(
      422,
    )
    const asked = await desk.post(own, { admission, verdict: 'objected', reply: 'scan-unclear' })
    expect([asked.status, await approvals()]).toMatchObject([409, [{ objected: 0 }]])
    const went = await desk.post(own, {
      admission,
      verdict: 'objected',
      reply: 'scan-unclear',
      onward: 'true',
      agreed: 'objected',
    })
    expect(went.headers.location).toBe(`/mbale/cell/${list}/${round.ravi.userId}`)
    expect(await approvals()).toMatchObject([{ checked: 0, waiting: 1 }])
    expect((await desk.post(own, { admission, verdict: 'checked', agreed: 'checked' })).headers.location).toBe(
      `/mbale/cell/${list}`,
    )
    expect(await approvals()).toMatchObject([{ checked: 1, waiting: 1 }])
    const acts = round.portal.services.db.sqlite.prepare("SELECT act FROM audit_log WHERE act LIKE 'approval.%'")
    expect(acts.pluck().all()).toContain('approval.candidate-read')

    const beyond = await atDesk(round.portal, 'ro', 'far', { region: 'nagpur' })
    for (const [who, path] of [
      [beyond, own],
      [beyond, file],
      [beyond, `${own}/file/photo/1`],
      [desk, `${own}/file/photo/2`],
      [desk, `${list}/${round.sunita.userId}`],
      [desk, `${list}/${round.sunita.userId}/file/photo`],
    ] as const)
      expect((await who.get(path)).status, path).toBe(404)
  })

  test('one tick marks all that the page shows', async () => {
    admit(round.asha.userId)
    admit(round.ravi.userId)
    const desk = await officeAtDesk()
    const address = `approvals/${ownInstitute}`
    const page = (await desk.get(address)).text
    expect(page).toContain('All 2 on this page that are not checked')
    const all = /name="all" value="([\d.]+)"/.exec(page)![1]!
    admit(round.sunita.userId)
    expect((await desk.post(address, { all })).status).toBe(303)
    expect(await approvals()).toMatchObject([{ checked: 2, waiting: 1 }])
    expect((await desk.post(address, { all: `${all}.999` })).status).toBe(404)
  })

  test('a certificate awaited at the admission is listed with the verdict that it got since', async () => {
    admit(round.asha.userId)
    const { sqlite } = round.portal.services.db
    sqlite.prepare('UPDATE admissions SET awaited = \'["caste-validity","degree-certificate"]\'').run()
    const awaited = () => {
      const list = reports().approvalList(office, ownInstitute)
      return list.ok ? list.value.lines.flatMap((line) => line.awaited) : []
    }
    const degree = { kind: 'degree-certificate', status: null }
    expect(awaited()).toEqual([{ kind: 'caste-validity', status: 'wanted' }, degree])
    sqlite
      .prepare(
        `INSERT INTO certificates (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
         VALUES (?, 'caste-validity', 'x', 'application/pdf', 1, 1, 'a.pdf', 1)`,
      )
      .run(round.asha.id)
    expect(awaited()).toEqual([{ kind: 'caste-validity', status: 'uploaded' }, degree])
    sqlite.prepare("UPDATE certificates SET verdict = 'rejected'").run()
    expect(awaited()).toEqual([{ kind: 'caste-validity', status: 'rejected' }, degree])
    const desk = await officeAtDesk()
    expect((await desk.get(`approvals/${ownInstitute}`)).text).toContain('Rejected')
    const csv = await desk.post('approval-list.csv', { institute: ownInstitute })
    expect(csv.text).toContain(',caste-validity (rejected) degree-certificate,')
    expect(textOf((await reports().printList(office, ownInstitute, 'en'))!)).toContain('(Rejected)')
  })

  test('the home of a regional office counts what it has to check, and only in its region', () => {
    const waiting = (officer: typeof office) =>
      reports()
        .waiting(officer)
        .filter(({ kind }) => kind === 'approval')
        .map(({ count }) => count)
    expect(waiting(office)).toEqual([0])
    admit(round.asha.userId)
    admit(round.ravi.userId)
    expect(waiting(office)).toEqual([2])
    const officer = { ...office, id: round.admin.id }
    reports().check(officer, ownInstitute, { admission: idOf(round.asha.userId), verdict: 'checked' })
    expect(waiting(office)).toEqual([1])
    expect(waiting({ ...office, region: 'nagpur' as never })).toEqual([0])
    expect(reports().waiting({ ...office, role: 'admin' as never })).toEqual([])
    round.portal.services.db.sqlite.prepare('UPDATE admissions SET undone_at = 1').run()
    expect(waiting(office)).toEqual([0])
  })

  test('a later verdict replaces an earlier one', () => {
    admit(round.asha.userId)
    const admission = idOf(round.asha.userId)
    const officer = { ...office, id: round.admin.id }
    reports().check(officer, ownInstitute, { admission, verdict: 'objected', reason: 'No original was seen.' })
    expect(reports().check(officer, ownInstitute, { admission, verdict: 'checked' })).toMatchObject({ ok: true })
    const list = reports().approvalList(officer, ownInstitute)
    expect(list).toMatchObject({ value: { lines: [{ verdict: 'checked', reason: null }] } })
  })

  test('the desk of the institute shows an objection until it is answered; no other desk does', async () => {
    const { portal, asha, admin } = round
    admit(asha.userId)
    const admission = idOf(asha.userId)
    const officer = { ...office, id: admin.id }
    const reason = 'The caste certificate is of another person.'
    reports().check(officer, ownInstitute, { admission, verdict: 'objected', reason })
    const desk = await atDesk(portal, 'institute', 'institute.other-person', { institute: ownInstitute })
    const shown = await desk.get('reporting')
    expect(shown.text).toContain('The regional office objects to 1 admission')
    expect(shown.text).toContain(reason)
    expect((await desk.get(`reporting/${asha.userId}`)).text).toContain(reason)
    const elsewhere = await atDesk(portal, 'institute', 'institute.elsewhere', { institute: otherInstitute })
    expect((await elsewhere.get('reporting')).text).not.toContain(reason)

    // It waits on the home page of this institute alone, and once it is answered, on that of the regional office.
    const waits = async (who: typeof desk, kind: string) =>
      viewOf<View<{ work: { kind: string; count: number }[] }>>(await who.get('home')).data.work.find(
        (line) => line.kind === kind,
      )?.count
    const ro = await officeAtDesk()
    expect([await waits(desk, 'objection'), await waits(elsewhere, 'objection')]).toEqual([1, undefined])
    const page = `reporting/${asha.userId}`
    const intent = 'answer-objection'
    expect((await desk.post(page, { intent, answer: 'No.' })).status, 'too short to say anything').toBe(422)
    expect((await desk.post(page, { intent, answer: 'x'.repeat(501) })).status).toBe(422)
    expect((await elsewhere.post(page, { intent, answer: 'It is ours, we say.' })).status).toBe(404)
    for (const role of ['ro', 'admin'] as const)
      expect(
        reports().answerObjection({ ...officer, role } as never, asha.userId, 'It is in order.'),
        role,
      ).toMatchObject({
        ok: false,
      })
    const answer = 'We looked again: <b>it is hers</b>, under her name before marriage.'
    expect((await desk.post(page, { intent, answer })).status).toBe(303)
    expect([await waits(desk, 'objection'), await waits(ro, 'objection-answered')]).toEqual([undefined, 1])
    const beyond = await atDesk(portal, 'ro', 'beyond', { region: 'nagpur' })
    expect(await waits(beyond, 'objection-answered'), 'of another region').toBeUndefined()
    expect(await approvals()).toMatchObject([{ objected: 0, answered: 1, waiting: 0 }])
    // Somebody of the institute finds a better answer; the office reads that one.
    const better = `${answer} The deed is with us.`
    expect((await desk.post(page, { intent, answer: better })).status).toBe(303)
    expect((await ro.get(`approvals/${ownInstitute}`)).text).toContain('The deed is with us.')
    expect((await ro.post('approval-list.csv', { institute: ownInstitute })).text).toContain('The deed is with us.')
    expect(textOf((await reports().printList(office, ownInstitute, 'en'))!)).toContain('The deed is with us.')
    const read = (await ro.get(`approvals/${ownInstitute}/${asha.userId}`)).text
    expect(read).toContain('Answer of the institute')
    expect(read).toContain('We looked again: &lt;b&gt;it is hers&lt;/b&gt;')
    // Objected to once more: that answer is not one to this objection.
    reports().check(officer, ownInstitute, { admission, verdict: 'objected', reason: 'Send the deed of marriage.' })
    expect([await waits(desk, 'objection'), await waits(ro, 'objection-answered')]).toEqual([1, undefined])

    reports().check(officer, ownInstitute, { admission, verdict: 'checked' })
    expect((await desk.get('reporting')).text).not.toContain(reason)
    expect(await waits(desk, 'objection')).toBeUndefined()
    expect((await desk.post(page, { intent, answer })).status, 'nothing to answer').toBe(404)
  })

  test('case 18: neither another region, nor the cell, nor an institute checks an admission', async () => {
    admit(round.asha.userId)
    const admission = idOf(round.asha.userId)
    const verdict = { admission, verdict: 'checked' } as const
    const nagpur = { ...office, region: 'nagpur' as const }
    expect(reports().check(nagpur, ownInstitute, verdict)).toMatchObject({ refusal: { status: 404 } })
    expect(reports().approvalList(nagpur, ownInstitute)).toMatchObject({ refusal: { status: 404 } })
    for (const role of ['admin', 'institute'] as const) {
      const officer = { ...office, role, institute: ownInstitute }
      expect(reports().check(officer, ownInstitute, verdict)).toMatchObject({
        refusal: { code: 'approval-only-region' },
      })
    }
    expect(reports().check(office, otherInstitute, verdict)).toMatchObject({ refusal: { status: 404 } })
    const desk = await atDesk(round.portal, 'institute')
    expect((await desk.get(`approvals/${ownInstitute}`)).status).toBe(403)
  })

  test('an admission that was undone or cancelled is off the list, and cannot be checked', () => {
    admit(round.asha.userId)
    const admission = idOf(round.asha.userId)
    round.portal.services.db.sqlite.prepare('UPDATE admissions SET undone_at = 1').run()
    expect(reports().approvalList(office, ownInstitute)).toMatchObject({ value: { lines: [] } })
    expect(reports().check(office, ownInstitute, { admission, verdict: 'checked' })).toMatchObject({
      refusal: { code: 'unknown-admission' },
    })
  })
})
