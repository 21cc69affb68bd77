import { beforeAll, describe, expect, test } from 'vitest'
import type { CourseSeats } from '#server/domain/seats/seat-matrix.ts'
import type { View } from '#server/domain/site/view.ts'
import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import { atDesk } from '#tests/support/desk.ts'
import { multipart } from '#tests/support/files.ts'
import {
  type Answer,
  asData,
  browser,
  type Fields,
  openPortal,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'

const fileOf = (courses: Iterable<CourseSeats>) => [...seatMatrixCsv(courses)].join('')
const sample = fileOf(sampleCourses)
/** The sample with one wrong number. */
const disagreeing = sample.replace(',EWS,6', ',EWS,5')

/** An admin who uploads files as a browser does. */
async function admin(portal: TestPortal, name: string) {
  const desk = await atDesk(portal, 'admin', name)
  const { csrf } = viewOf<View>(await desk.get('account')).staff!
  return {
    ...desk,
    /** Posts what a page sends; the edition's page says what the officer has seen of it. */
    post(path: string, fields: Fields = {}) {
      const id = /^seat-matrix\/(\d+)$/.exec(path)?.[1]
      const isOfEdition = id && ['publish', 'discard', 'override'].includes(String(fields.intent))
      const seen: Fields = isOfEdition ? { seen: portal.services.seatMatrix.seen(Number(id)) ?? '0-0-0' } : {}
      return desk.post(path, { ...seen, ...fields })
    },
    bring(content: string | Buffer, fields: Record<string, string> = { intent: 'import' }, name = 'seats.csv') {
      const { body, headers } = multipart({ _csrf: csrf, ...fields }, [{ name, content: Buffer.from(content) }])
      return portal.ask('POST', `${desk.base}seat-matrix`, {
        cookies: { ...desk.jar },
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
        body,
      })
    },
  }
}
const twoAdmins = async (portal: TestPortal) => [await admin(portal, 'first'), await admin(portal, 'second')] as const
const formOf = (answer: Answer) => viewOf<View>(answer).form
const acts = (portal: TestPortal) =>
  (
    portal.services.db.sqlite.prepare("SELECT act FROM audit_log WHERE act LIKE 'seat-matrix.%' ORDER BY id").all() as {
      act: string
    }[]
  ).map(({ act }) => act)

/** Imports and publishes a file without the pages. */
function published(portal: TestPortal, courses: Iterable<CourseSeats> = sampleCourses) {
  const by = (id: number) => ({ id, loginName: `person-${id}`, role: 'admin' as const })
  const people = portal.services.db.sqlite.prepare('SELECT id FROM staff ORDER BY id LIMIT 2').pluck().all() as number[]
  const taken = portal.services.seatMatrix.importText(by(people[0]!), 'seats.csv', fileOf(courses))
  if (!taken.ok) throw new Error(JSON.stringify(taken.refusal))
  const { seatMatrix } = portal.services
  const id = taken.value
  const reason = 'Letter 114 of the council'
  for (const choiceCode of new Set(seatMatrix.edition(by(people[0]!), id)!.findings.map((one) => one.choiceCode)))
    seatMatrix.override(by(people[0]!), id, { intent: 'override', choiceCode, reason, seen: seatMatrix.seen(id)! })
  const done = portal.services.seatMatrix.publish(
    by(people[1]!),
    taken.value,
    portal.services.seatMatrix.seen(taken.value)!,
  )
  if (!done.ok) throw new Error(JSON.stringify(done.refusal))
}

/** An allotment run in this state, with its vacancies. */
function runOf(portal: TestPortal, round: number, state: 'published' | 'released', vacant: [string, string, number][]) {
  const { sqlite } = portal.services.db
  const person = sqlite.prepare('SELECT id FROM staff LIMIT 1').pluck().get() as number
  const merit = sqlite
    .prepare(
      `INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, fingerprint, report)
       VALUES ('final', (SELECT count(*) + 1 FROM merit_editions), 'published', 1, ?, '', '{}') RETURNING id`,
    )
    .pluck()
    .get(person) as number
  const run = sqlite
    .prepare(
      `INSERT INTO allotment_runs (round, state, merit_edition_id, seat_matrix_edition_id, prepared_at, prepared_by, published_at)
       VALUES (?, ?, ?, (SELECT max(id) FROM seat_matrix_editions WHERE state = 'published'), 1, ?, ?) RETURNING id`,
    )
    .pluck()
    .get(round, state, merit, person, state === 'published' ? portal.clock.portal() : null) as number
  for (const row of vacant) sqlite.prepare('INSERT INTO allotment_vacancies VALUES (?, ?, ?, ?)').run(run, ...row)
  return run
}

describe('at the desk', () => {
  test('an admin imports and checks a file, another one publishes it, and then everybody reads it', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    const taken = await first.bring(sample)
    expect([taken.status, taken.headers.location]).toEqual([303, '/mbale/cell/seat-matrix/1'])
    const page = await second.get('seat-matrix/1')
    expect(page.text).toContain('All numbers agree')
    expect(page.text).toContain('Sample Minority Institute of Management')
    expect((await browser(portal).get('seat-matrix')).text).toContain('The seat matrix is not published yet')
    expect((await second.post('seat-matrix/1', { intent: 'publish' })).status).toBe(303)
    const shown = await browser(portal).get('seat-matrix')
    expect(shown.text).toContain('Edition 1')
    expect(shown.text).toContain('900110110T')
    expect(acts(portal)).toEqual(['seat-matrix.imported', 'seat-matrix.published'])
  })

  test('case 18: an admin who imported the file, or gave a reason for a number, cannot publish it', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    const third = await admin(portal, 'third')
    await first.bring(disagreeing)
    const own = await first.post('seat-matrix/1', { intent: 'publish' })
    expect([own.status, formOf(own)?.message]).toEqual([
      403,
      expect.stringContaining('Another person has to release this.'),
    ])
    const reason = 'Letter 114 of the council, 2024'
    await second.post('seat-matrix/1', { intent: 'override', choiceCode: '900110110', reason })
    expect((await second.post('seat-matrix/1', { intent: 'publish' })).status).toBe(403)
    expect((await third.post('seat-matrix/1', { intent: 'publish' })).status).toBe(303)
    expect(acts(portal)).toEqual(['seat-matrix.imported', 'seat-matrix.overridden', 'seat-matrix.published'])
  })

  test('a number that does not add up is reported with its line and choice code, and needs a reason', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    await first.bring(disagreeing)
    const line = disagreeing.split('\r\n').findIndex((text) => text.includes(',EWS,')) + 1
    const page = (await second.get('seat-matrix/1')).text
    for (const words of [`Line ${line}`, 'EWS seats: 10 % of the intake', 'Expected 6, found 5'])
      expect(page).toContain(words)
    const early = await second.post('seat-matrix/1', { intent: 'publish' })
    expect([early.status, formOf(early)?.message]).toEqual([409, 'Some entries of the report have no reason yet.'])
    const short = await first.post('seat-matrix/1', { intent: 'override', choiceCode: '900110110', reason: 'ok' })
    expect([short.status, formOf(short)?.errors.map(({ field }) => field)]).toEqual([422, ['reason']])
    const other = { intent: 'override', choiceCode: '900210110', reason: 'Letter 114 of the council' }
    expect((await first.post('seat-matrix/1', other)).status).toBe(404)
    expect((await first.post('seat-matrix/1', { ...other, choiceCode: '900110110' })).status).toBe(303)
    expect((await second.get('seat-matrix/1')).text).toMatch(/Reason: <span[^>]*>Letter 114 of the council</)
    expect((await second.post('seat-matrix/1', { intent: 'publish' })).status).toBe(303)
  })

  test('a file with unreadable lines leaves no trace, and each of them is reported', async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    const before = await portal.contents()
    const answer = await first.bring(sample.replace(',EWS,6', ',EWS,many').replace(',GOPENS,13', ',GOPEN,13'))
    expect(answer.status).toBe(422)
    expect(formOf(answer)?.errors.map(({ message }) => message)).toEqual([
      'Line 11, 900110110: there is no seat type “GOPEN”. Did you mean GOPENS?',
      expect.stringMatching(/^Line \d+, 900110110: the count must be a whole number from 0 to 99999, not “many”$/),
    ])
    expect(await portal.contents()).toBe(before)
  })

  test('every fault of a line is reported at once, each with its value, and hides none of another line', async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    const lines = sample.split('\r\n')
    lines[7] = lines[7]!.replace('pool,', 'pol,').replace(',1', ',')
    lines[10] = lines[10]!.replace('MH-pune', 'Nagpurr').replace('GOPENS,13', 'GOPNS,½')
    lines[11] = lines[10]!.replace('Nagpurr', 'Belagavi')
    const answer = await first.bring(lines.join('\r\n'))
    expect(formOf(answer)?.errors.map(({ message }) => message)).toEqual([
      'Line 8, 900110110: “pol” is no kind. It must be total or pool. Did you mean pool?',
      'Line 8, 900110110: the count must be a whole number from 0 to 99999, not “–”',
      'Line 11, 900110110: there is no seat type “GOPNS”. Did you mean GOPENS?',
      'Line 11, 900110110: the count must be a whole number from 0 to 99999, not “½”',
      'Line 11, 900110110: no district of Maharashtra has the name or code “Nagpurr”. Did you mean Nagpur?',
      'Line 12, 900110110: there is no seat type “GOPNS”. Did you mean GOPENS?',
      'Line 12, 900110110: the count must be a whole number from 0 to 99999, not “½”',
      'Line 12, 900110110: no district of Maharashtra has the name or code “Belagavi”',
      'Line 12, 900110110: the same kind and seat type are in line 11 already',
    ])
  })

  test('a reason that two people have accepted is not asked for again while the numbers are the same', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    const publish = async (id: number, by = second) =>
      (await by.post(`seat-matrix/${id}`, { intent: 'publish' })).status
    await first.bring(disagreeing)
    await first.post('seat-matrix/1', {
      intent: 'override',
      choiceCode: '900110110',
      reason: 'Letter 114 of the council',
    })
    expect(await publish(1)).toBe(303)
    // The one who gave it may publish a later edition.
    const corrected = disagreeing.replaceAll('Sample Minority Institute', 'Another Name')
    for (const id of [2, 3]) {
      await second.bring(id === 2 ? corrected : disagreeing)
      const page = (await first.get(`seat-matrix/${id}`)).text
      expect(page).toContain('Accepted with the edition in force')
      expect(page).toContain('/mbale/candidate/seat-matrix.csv')
      expect(await publish(id, first)).toBe(303)
    }
    // Other numbers need a reason of their own.
    await first.bring(sample.replace(',EWS,6', ',EWS,4'))
    expect(await publish(4)).toBe(409)
  })

  test('if very many lines are wrong, the first hundred are reported with the number of the others', async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    const header = sample.split('\r\n')[0]
    const answer = await first.bring(`${header}\r\n${'x\r\n'.repeat(250)}`)
    const told = formOf(answer)!.errors.map(({ message }) => message)
    expect([told.length, told.at(-1)]).toEqual([101, '150 more lines are wrong'])
  })

  test.each([
    ['another encoding', Buffer.from(sample.replace('\uFEFF', ''), 'utf16le'), 'UTF-8'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), 'UTF-8'],
    ['a text about something else', Buffer.from('S\xe9minaire', 'latin1'), 'Line 1: this is not the header'],
    ['nothing', Buffer.alloc(0), 'Choose one file|has no seats'],
  ])('case 31: %s is no seat matrix', async (_, content, words) => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    const answer = await first.bring(content)
    expect([answer.status, formOf(answer)?.errors[0]?.message]).toEqual([422, expect.stringMatching(words)])
    expect(portal.rows().seat_matrix_editions).toBe(0)
  })

  test('case 21: the name of a file appears as text, and its folder is not stored', async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    await first.bring(sample, { intent: 'import' }, 'C:\\secret\\<img src=x onerror=alert(1)>.csv')
    const { text } = await first.get('seat-matrix')
    expect(text).not.toContain('<img')
    expect(text).not.toContain('secret')
  })

  test('case 23: SQL in a file is treated as words', async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    const name = "Robert'); DROP TABLE seat_matrix_editions;--"
    await first.bring(sample.replaceAll('Sample Course', name))
    expect((await first.get('seat-matrix/1')).text).toContain('DROP TABLE')
    expect(portal.rows().seat_matrix_editions).toBe(1)
  })

  test("case 20: a file without the session's token is refused unread", async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    expect((await first.bring(sample, { _csrf: 'wrong', intent: 'import' })).status).toBe(403)
    expect(portal.rows().seat_matrix_editions).toBe(0)
  })

  test('a published edition cannot be published again, discarded, or given more reasons', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    await first.bring(disagreeing)
    const reason = { intent: 'override', choiceCode: '900110110', reason: 'Letter 114 of the council' }
    await first.post('seat-matrix/1', reason)
    await second.post('seat-matrix/1', { intent: 'publish' })
    const before = portal.services.db.sqlite.prepare('SELECT * FROM seat_matrix_editions').all()
    for (const act of [{ intent: 'publish' }, { intent: 'discard' }, reason])
      expect((await second.post('seat-matrix/1', act)).status, act.intent).toBe(409)
    expect(portal.services.db.sqlite.prepare('SELECT * FROM seat_matrix_editions').all()).toEqual(before)
  })

  test('a correction is a new edition that lists its changes, and an older edition cannot follow it', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    await first.bring(sample)
    await second.post('seat-matrix/1', { intent: 'publish' })
    await first.bring(fileOf(sampleCourses.slice(0, 2)))
    await first.bring(sample.replace(',GOPENS,13', ',GOPENS,12').replace(',LOPENS,5', ',LOPENS,6'))
    const page = (await second.get('seat-matrix/2')).text
    expect(page).toContain('1 choice code is no longer there')
    expect((await second.get('seat-matrix/3')).text).toContain('1 choice code changes')
    expect((await second.post('seat-matrix/3', { intent: 'publish' })).status).toBe(303)
    const late = await second.post('seat-matrix/2', { intent: 'publish' })
    expect([late.status, formOf(late)?.message]).toEqual([409, expect.stringContaining('A later edition is in force')])
    expect((await second.post('seat-matrix/2', { intent: 'discard' })).status).toBe(303)
    expect((await browser(portal).get('seat-matrix')).text).toContain('Edition 3')
    expect((await second.get('seat-matrix')).text).toContain('Replaced')
  })

  test('the sample file can be imported unchanged', async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    const csv = await first.post('seat-matrix-sample.csv')
    expect(csv.headers['content-disposition']).toBe('attachment; filename="seat-matrix-sample.csv"')
    expect((await first.bring(csv.text)).status).toBe(303)
  })

  test('an institute sees its own seats and their vacancies after each round, and no other institute', async () => {
    const portal = await openPortal()
    await twoAdmins(portal)
    const own = await atDesk(portal, 'institute', 'institute-1', { institute: '9001' })
    expect((await own.get('institute-seats')).text).toContain('No seat matrix has been published yet')
    published(portal)
    runOf(portal, 1, 'published', [['900110110', 'LSTS', 1]])
    const page = await own.get('institute-seats')
    expect(page.text).toContain('Sample Institute of Management')
    expect(page.text).toContain('Vacant after CAP Round 1')
    expect(page.text).not.toContain('Sample Minority Institute')
    const elsewhere = await atDesk(portal, 'institute', 'institute-2', { institute: '9777' })
    const unknown = (await elsewhere.get('institute-seats')).text
    expect(unknown).toContain('does not name an institute with the code 9777')
    expect(unknown).not.toContain('Sample Institute of Management')
  })
})

describe('the public pages', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openPortal({ shared: true })
    await twoAdmins(portal)
    published(portal)
    return () => portal.close()
  })
  const page = async (path: string) => (await browser(portal).get(path)).text
  const dataOf = async (path: string) =>
    viewOf<View<Record<string, never>>>(await portal.ask('GET', `${portal.base}${path}`, { headers: asData })).data

  test('the search finds institutes by name, code, course and district, and by nothing else', async () => {
    for (const q of ['minority', '9002', '900210110', 'SAMPLE nagpur', 'नागपूर'])
      expect(await dataOf(`institude-list?q=${encodeURIComponent(q)}`), q).toMatchObject({ count: 1 })
    expect(await dataOf('institude-list?q=sample')).toMatchObject({ count: 2 })
    // The digits of the one stand in the choice codes of the other.
    expect(await dataOf('institude-list?q=9001')).toMatchObject({ count: 1 })
    expect(await dataOf('institude-list?q=%209001%20')).toMatchObject({ count: 1 })
    expect(await page('institude-list?q=nowhere')).toContain('Nothing matches this search')
  })

  test.each([
    ['district', 'MH-nagpur', 1],
    ['status', 'Un-Aided', 2],
    ['university', 'Sample University', 2],
    ['course', 'Sample Course', 2],
    ['seatType', 'MI', 1],
    ['seatType', 'LSCS', 1],
    ['seatType', 'SBC', 0],
  ])('institutes can be filtered by %s %s', async (name, value, count) => {
    expect(await dataOf(`institude-list?${name}=${encodeURIComponent(value)}`)).toMatchObject({ count })
  })

  test('case 23: the search treats any input as words', async () => {
    for (const q of ["' OR 1=1 --", '%', '_', '*', '[', '\\', '('.repeat(90), '\u0000'])
      expect((await browser(portal).get(`institude-list?q=${encodeURIComponent(q)}`)).status, q).toBe(200)
    expect(await dataOf(`institude-list?q=${encodeURIComponent("' OR 1=1 --")}`)).toMatchObject({ count: 0 })
    for (const odd of ['page=0', 'page=-1', 'page=99999999', 'page=1e9', 'q=a&q=b', `q=${'x'.repeat(5000)}`])
      expect((await browser(portal).get(`seat-matrix?${odd}`)).status, odd).toBe(200)
  })

  test('an institute has a page in both languages; an unknown code has none', async () => {
    const shown = await page('institude-list/9002?lang=mr')
    for (const words of ['Sample Minority Institute of Management', 'जैन', 'विनाअनुदानित', 'संस्थेचा अल्पसंख्याक समुदाय'])
      expect(shown).toContain(words)
    for (const code of ['9999', '..', '%00', '9001%20'])
      expect((await browser(portal).get(`institude-list/${code}`)).status, code).not.toBe(200)
  })

  test('a type of seat is offered in words beside its code', async () => {
    const labels = async (language: string) => {
      const { choices } = (await dataOf(`institude-list?lang=${language}`)) as unknown as {
        choices: { seatType: { value: string; label: string }[] }
      }
      return Object.fromEntries(choices.seatType.map(({ value, label }) => [value, label]))
    }
    expect(await labels('en')).toMatchObject({ GOPENS: 'GOPENS: Open, general', AI: 'AI: All India' })
    for (const [code, label] of Object.entries(await labels('mr')))
      expect(label).toMatch(new RegExp(`^${code}: \\p{sc=Deva}`, 'u'))
  })

  test('a search with a seat type shows only the seats of that type', async () => {
    const data = await dataOf('seat-matrix?seatType=AI')
    expect(data.matrix).toMatchObject({
      list: { count: 2, sums: { all: 12, byType: [{ seatType: 'AI', count: 12 }] } },
    })
  })

  test('case 36: the table is the imported file, readable by any spreadsheet', async () => {
    const csv = await portal.ask('GET', `${portal.base}seat-matrix.csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.text).toBe(sample)
  })

  test('the PDF names every choice code, and is made once for each language', async () => {
    for (const language of ['en', 'mr'] as const) {
      const pdf = await portal.ask('GET', `${portal.base}seat-matrix.pdf?lang=${language}`)
      expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
      const made = await portal.services.seatMatrixPdf(language)
      expect(await portal.services.seatMatrixPdf(language)).toBe(made)
    }
  })

  test('the API gives institutes and seats without a bearer, and answers 304 to a current ETag', async () => {
    const institutes = await portal.api('GET', 'institutes?district=MH-nagpur')
    expect(institutes.body.data).toMatchObject([
      { instituteCode: '9002', minority: 'religion-jain', courses: [{ choiceCode: '900210110', sanctioned: 60 }] },
    ])
    const matrix = await portal.api('GET', 'seat-matrix')
    expect(matrix.body.data).toMatchObject({ edition: 1, round: null, courses: [{ choiceCode: '900110110' }, {}, {}] })
    const { etag } = matrix.headers
    const again = await portal.api('GET', 'seat-matrix', undefined, { headers: { 'if-none-match': String(etag) } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(matrix.headers['cache-control']).toBe('public, max-age=60')
  })

  test('the API answers 400 to an unknown parameter and 404 to an unknown round', async () => {
    for (const [call, status] of [
      ['institutes?colour=red', 400],
      ['seat-matrix?round=4', 404],
      ['vacancies?round=x', 404],
      ['vacancies?round=1', 404],
    ] as const)
      expect([call, (await portal.api('GET', call)).status]).toEqual([call, status])
  })
})

describe('vacancies', () => {
  test('before the first allotment every sanctioned seat is vacant', async () => {
    const portal = await openPortal()
    await twoAdmins(portal)
    expect((await portal.api('GET', 'vacancies')).body.data).toBeNull()
    expect((await browser(portal).get('institute-wise-vacancy')).text).toContain('not published yet')
    published(portal)
    expect((await browser(portal).get('institute-wise-vacancy')).text).toContain('all sanctioned seats are vacant')
    const { data } = (await portal.api('GET', 'vacancies')).body as { data: { courses: CourseSeats[] } }
    expect(data.courses).toHaveLength(3)
  })

  test('after a round they are the seats that its allotment left, and those of an earlier round can still be read', async () => {
    const portal = await openPortal()
    await twoAdmins(portal)
    published(portal)
    runOf(portal, 1, 'published', [
      ['900110110', 'GOPENS', 2],
      ['900110110', 'PWDRS', 1],
      ['900210110', 'MI', 4],
    ])
    runOf(portal, 2, 'published', [['900210110', 'MI', 3]])
    const newest = await portal.api('GET', 'vacancies')
    expect(newest.body.data).toMatchObject({
      round: 2,
      courses: [{ choiceCode: '900210110', seats: [{ seatType: 'MI', count: 3 }] }],
    })
    expect((await portal.api('GET', 'vacancies?round=1')).body.data).toMatchObject({
      round: 1,
      courses: [
        {
          choiceCode: '900110110',
          seats: [
            { seatType: 'PWDRS', count: 1 },
            { seatType: 'GOPENS', count: 2 },
          ],
        },
        { choiceCode: '900210110' },
      ],
    })
    const page = await browser(portal).get('institute-wise-vacancy?round=1')
    expect(page.text).toContain('Seats vacant after the allotment of CAP Round 1')
    expect(page.text).not.toContain('900110110T')
    const csv = await portal.ask('GET', `${portal.base}institute-wise-vacancy.csv?round=1`)
    expect(csv.text.trimEnd().split('\r\n').slice(1)).toEqual([
      '900110110,9001,Sample Institute of Management,MH-pune,Sample Course,PWDRS,1,',
      '900110110,9001,Sample Institute of Management,MH-pune,Sample Course,GOPENS,2,',
      '900210110,9002,Sample Minority Institute of Management,MH-nagpur,Sample Course,MI,4,',
    ])
  })

  test('case 19: no page, call or file reveals an unpublished seat matrix or allotment', async () => {
    const portal = await openPortal()
    const [first] = await twoAdmins(portal)
    await first.bring(sample)
    const nothing = async () => {
      const answers = await Promise.all(
        [
          'seat-matrix',
          'institude-list',
          'institude-list/9001',
          'institute-wise-vacancy',
          'seat-matrix.csv',
          'seat-matrix.pdf',
          'institute-wise-vacancy.csv',
        ].map((path) => portal.ask('GET', `${portal.base}${path}`, { headers: { accept: 'text/html' } })),
      )
      const calls = await Promise.all(['institutes', 'seat-matrix', 'vacancies'].map((call) => portal.api('GET', call)))
      for (const { text } of [...answers, ...calls]) expect(text).not.toMatch(/Sample|900110110/)
    }
    await nothing()
    published(portal)
    const before = await portal.api('GET', 'vacancies')
    runOf(portal, 1, 'released', [['900110110', 'GOPENS', 2]])
    const after = await portal.api('GET', 'vacancies')
    expect(after.text).toBe(before.text)
    expect((await portal.api('GET', 'vacancies?round=1')).status).toBe(404)
    expect((await portal.ask('GET', `${portal.base}institute-wise-vacancy.csv?round=1`)).status).toBe(404)
    expect((await browser(portal).get('institute-wise-vacancy?round=1')).text).toContain(
      'all sanctioned seats are vacant',
    )
  })

  test('a round keeps the seat matrix of its allotment', async () => {
    const portal = await openPortal()
    await twoAdmins(portal)
    published(portal)
    runOf(portal, 1, 'published', [])
    published(portal, sampleCourses.slice(0, 2))
    expect((await portal.api('GET', 'seat-matrix?round=1')).body.data).toMatchObject({ edition: 1, round: 1 })
    expect((await portal.api('GET', 'seat-matrix?round=2')).body.data).toMatchObject({ edition: 2, round: null })
  })
})

describe('values that a spreadsheet may have changed', () => {
  const tick = 'I have compared these values'
  const changed = (change: (course: CourseSeats) => Partial<CourseSeats>, courses = sampleCourses) =>
    courses.map((course) => ({ ...course, ...change(course) }))
  const zeros = changed(({ instituteCode }) => ({ instituteCode: `0${instituteCode}` }))

  test.each<[string, readonly CourseSeats[], (course: CourseSeats) => Partial<CourseSeats>, string]>([
    [
      'zeros lost from codes',
      zeros,
      ({ instituteCode }) => ({ instituteCode: instituteCode.slice(1) }),
      'is the present 09001 without its zeros',
    ],
    [
      'a code that became a day',
      sampleCourses,
      ({ instituteCode }) => (instituteCode === '9001' ? { instituteCode: '2024-12-10' } : {}),
      'looks like a day',
    ],
    ['a name that became a day', sampleCourses, () => ({ course: '10-12-2024' }), 'looks like a day'],
    ['a name that became a number', sampleCourses, () => ({ university: '45678' }), 'has no letters'],
    [
      'two columns exchanged',
      sampleCourses,
      ({ institute, university }) => ({ institute: university, university: institute }),
      'is the present value of the column',
    ],
  ])('%s is shown, and published only with the tick', async (_, before, change, words) => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    published(portal, before)
    expect((await first.bring(fileOf(changed(change, [...before])))).status).toBe(303)
    const page = await second.get('seat-matrix/2')
    expect(page.text.replace(/&[^;]+;/g, '')).toContain(words)
    expect(page.text).toContain(tick)
    expect((await second.get('seat-matrix/2?lang=mr')).status).toBe(200)
    const refused = await second.post('seat-matrix/2', { intent: 'publish' })
    expect([refused.status, formOf(refused)!.errors.map(({ field }) => field)]).toEqual([422, ['checked']])
    expect((await second.post('seat-matrix/2', { intent: 'publish', checked: 'yes' })).status).toBe(422)
    expect((await second.post('seat-matrix/2', { intent: 'publish', checked: 'true' })).status).toBe(303)
    // What two people have compared is not asked about again.
    expect((await first.bring(fileOf(changed(change, [...before])))).status).toBe(303)
    expect((await second.get('seat-matrix/3')).text).not.toContain(tick)
  })

  test('status and autonomy exchanged are seen in the first edition, and once for all lines of an institute', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    await first.bring(fileOf(changed(({ status, autonomy }) => ({ status: autonomy, autonomy: status }))))
    const page = await second.get('seat-matrix/1')
    const { doubts, doubtCount } = viewOf<View<{ doubts: object[]; doubtCount: number }>>(page).data
    expect(doubtCount).toBe(2)
    expect(page.text).toContain('<th scope="col">Line</th>')
    expect(doubts).toEqual([
      expect.objectContaining({
        line: 2,
        column: 'status',
        why: 'other-column',
        params: { value: 'Non-Autonomous', other: 'autonomy' },
      }),
      expect.objectContaining({
        column: 'autonomy',
        why: 'other-column',
        params: { value: 'Un-Aided', other: 'status' },
      }),
    ])
  })

  test('each is named with its line of the file, the first hundred of many', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    const one = sampleCourses.find(({ choiceCode }) => !choiceCode.endsWith('T'))!
    const many = Array.from({ length: 130 }, (_, n) => ({
      ...one,
      choiceCode: `${2001 + n}10110`,
      instituteCode: String(2001 + n),
      institute: String(70_001 + n),
    }))
    const file = fileOf(many)
    expect((await first.bring(file)).status).toBe(303)
    const page = await second.get('seat-matrix/1')
    const { doubts } = viewOf<View<{ doubts: { line: number; choiceCode: string }[] }>>(page).data
    const lines = file.split('\n')
    expect(doubts).toHaveLength(100)
    for (const { line, choiceCode } of doubts) expect(lines[line - 1]).toContain(choiceCode)
    expect(new Set(doubts.map(({ line }) => line)).size).toBe(100)
    expect(page.text).toContain('30 more are not shown.')
  })

  test('the tick does not replace the second person, and an edition without doubts needs none', async () => {
    const portal = await openPortal()
    const [first, second] = await twoAdmins(portal)
    await first.bring(fileOf(changed(() => ({ university: '45678' }))))
    expect((await first.post('seat-matrix/1', { intent: 'publish', checked: 'true' })).status).toBe(403)
    await first.bring(sample)
    expect((await second.get('seat-matrix/2')).text).not.toContain(tick)
    expect((await second.post('seat-matrix/2', { intent: 'publish' })).status).toBe(303)
  })
})
