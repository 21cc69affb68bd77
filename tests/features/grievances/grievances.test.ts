import { beforeEach, describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { days, ist } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { type Applicant, applicant, confirmForm, openWithApplicant } from '#tests/support/applicant.ts'
import { auditLines } from '#tests/support/audit.ts'
import { atDesk, type DeskBrowser, staffAccount } from '#tests/support/desk.ts'
import { asPictures, multipart, pdf } from '#tests/support/files.ts'
import { writeEdition } from '#tests/support/merit.ts'
import { asData, asha, browser, faultsOf, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

const inTime = ist('2024-08-18 12:00')
const words = 'My degree percentage is 62.41 and the list says 61.42.'

let portal: TestPortal
let owner: Applicant
let officer: DeskBrowser

/** A candidate whose application an officer has confirmed, while grievances are open. */
beforeEach(async () => {
  ;({ portal, owner } = await openWithApplicant())
  confirmForm(portal, owner.id)
  portal.clock.set(inTime)
  officer = await atDesk(portal, 'so')
})

const file = (text = words, more = {}) => portal.api('POST', 'grievances', { type: 'merit', text, ...more }, owner.from)
const decide = (id: number, fields: Record<string, string>) =>
  officer.post(`grievances/${id}`, {
    text: 'Looked at it with the marksheet.',
    agreed: fields.intent!,
    ...fields,
  })
const thread = async (id = 1) => (await portal.api('GET', `grievances/${id}`, undefined, owner.from)).body.data
const audited = () => auditLines(portal).map(({ act }) => act)

describe('a grievance', () => {
  test('is submitted one at a time, has a number, and appears in the details', async () => {
    expect(await owner.details()).toMatchObject({ isGrievance: 0 })
    const filed = await file(words, { 'qualifications-details': true })
    expect(filed.status).toBe(201)
    expect(filed.body.data).toMatchObject({
      number: 'ML24-G00001',
      state: 'open',
      steps: ['qualifications-details'],
      thread: [{ entry: 'filed', text: words, officer: null, files: [] }],
    })
    expect(await owner.details()).toMatchObject({ isGrievance: 1, isarcconfirmed: 1, lock_form: 1 })
    expect(await file()).toMatchObject({ status: 409, body: { code: 'grievance-open-already' } })
    expect(await portal.sentTo(asha.mobile, 'grievance-received')).toBe(1)
    expect(await portal.sentTo(asha.email, 'grievance-received')).toBe(1)
  })

  test('is for confirmed applications, within its window', async () => {
    portal.clock.set(ist('2024-08-17 12:00'))
    expect(await file()).toMatchObject({
      status: 422,
      body: { code: 'grievances-not-yet', message: expect.stringMatching(/from \d+ \w+ 2024/) },
    })
    portal.clock.set(ist('2024-08-20 17:00'))
    expect(await file()).toMatchObject({ status: 422, body: { code: 'grievances-over' } })
    portal.clock.set(inTime)
    owner.facts({ confirmed_at: null })
    expect(await file()).toMatchObject({ status: 403, body: { code: 'grievances-closed' } })
    const page = await browser(portal, owner.cookies).post('grievancy', { type: 'merit', text: words })
    expect(page.status).toBe(403)
    expect(portal.rows().grievances).toBe(0)
  })

  test('has at most 1000 characters, with a line break counted as one, and accepts no unknown field', async () => {
    expect(await file('x'.repeat(1001))).toMatchObject({ status: 422, body: { errors: [{ code: 'too-long' }] } })
    expect(await file(words, { candidateId: 7 })).toMatchObject({ status: 400 })
    const page = browser(portal, owner.cookies)
    const long = `${'x\r\n'.repeat(499)}xx`
    const sent = await page.post('grievancy', { type: 'merit', text: long })
    expect(sent.status).toBe(303)
    expect((await thread()).thread[0].text).toHaveLength(1000)
  })

  test('returns with the typed text if something is missing', async () => {
    const sent = await browser(portal, owner.cookies).post('grievancy', { text: words })
    expect(sent.status).toBe(422)
    expect(faultsOf(sent)).toEqual({ type: 'Choose what it is about' })
    expect(viewOf<View>(sent).form?.values.text).toBe(words)
  })

  test('marks what it needs; a reply, which nobody has to give, has no mark', async () => {
    /** The labels that end in the mark, and those of the other fields with text or files. */
    const labels = async () => {
      const { text } = await browser(portal, owner.cookies).get('grievancy')
      const fields = [...text.matchAll(/<(?:label for="f-(?:text|file)"|legend)>(.*?)<\/(?:label|legend)>/g)]
      const named = fields.map(([, words]) => words!.replace(/<[^>]*>/g, ''))
      const marked = named.filter((words) => words.endsWith(' (*)')).map((words) => words.slice(0, -4))
      return { marked, others: named.filter((words) => !words.endsWith(' (*)')) }
    }
    expect(await labels()).toEqual({
      marked: ['What is it about?', 'What is wrong, and what would be right?'],
      others: ['Steps of your form concerned', 'Attachments'],
    })
    await file()
    expect(await labels()).toEqual({ marked: [], others: ['Add to your grievance', 'Attachments'] })
    await decide(1, { intent: 'refuse' })
    expect(await labels()).toEqual({
      marked: ['Why should it be looked at again?', 'What is it about?', 'What is wrong, and what would be right?'],
      others: ['Attachments', 'Steps of your form concerned', 'Attachments'],
    })
  })

  test('names every attachment that it cannot take', async () => {
    const fake = (name: string) => ({ name, content: Buffer.from('no document') })
    const { body, headers } = multipart({ type: 'document', text: words }, [fake('एक.jpg'), fake('two.pdf')])
    const refused = await portal.ask('POST', `${portal.base}api/grievances`, { token: owner.token, headers, body })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ message }: { message: string }) => message.split(':')[0])).toEqual([
      'एक.jpg',
      'two.pdf',
    ])
  })

  test.each(['grievances', 'grievances/1/messages'])(
    'the API names the faults of words and files together: %s',
    async (path) => {
      const fake = { name: 'एक.jpg', content: Buffer.from('no document') }
      const good = { name: 'scan.pdf', content: await pdf() }
      const { body, headers } = multipart({ text: '' }, [good, fake])
      const refused = await portal.ask('POST', `${portal.base}api/${path}`, { token: owner.token, headers, body })
      expect(refused.status).toBeGreaterThanOrEqual(400)
      const faults: { field: string; message: string }[] = refused.body.errors
      expect(faults.map(({ field }) => field)).toEqual(
        path === 'grievances' ? ['type', 'text', 'file'] : ['text', 'file'],
      )
      expect(faults.at(-1)!.message).toContain('एक.jpg: This is not a PDF')
    },
  )

  test('refused without script, it names every fault at once and the files that have to be chosen again', async () => {
    const scan = { name: 'my scan.pdf', content: await pdf() }
    const fake = { name: 'एक.jpg', content: Buffer.from('no document') }
    const screen = browser(portal, owner.cookies)
    await screen.get('grievancy')
    const send = async (fields: Record<string, string>, files: (typeof scan)[], more = {}) => {
      const { body, headers } = multipart({ _csrf: screen.jar['XSRF-TOKEN']!, ...fields }, files)
      const answer = await screen.sendBody('grievancy', body, { ...headers, ...more })
      return {
        status: answer.status,
        faults:
          answer.status === 422
            ? viewOf<View>(answer).form?.errors.map(({ field, message }) => `${field}: ${message}`)
            : undefined,
      }
    }
    const again = (names: string) => expect.stringMatching(`^file: When a form comes back.*: ${names}$`)
    const untyped = expect.stringMatching('^type: ')
    expect(await send({ text: words }, [scan])).toEqual({ status: 422, faults: [untyped, again('my scan.pdf')] })
    expect(await send({ text: words }, [scan, fake])).toEqual({
      status: 422,
      faults: [untyped, expect.stringMatching('^file: एक.jpg: This is not a PDF'), again('my scan.pdf')],
    })
    expect(await send({ type: 'merit', text: words }, [fake, scan])).toMatchObject({
      status: 422,
      faults: [expect.stringMatching('^file: एक.jpg: '), again('my scan.pdf')],
    })
    expect((await send({ type: 'merit' }, [scan, { ...scan, name: 'b.pdf' }])).faults?.at(-1)).toEqual(
      again('my scan.pdf, b.pdf'),
    )
    // The script keeps what was chosen, and no files are no loss.
    expect((await send({ text: words }, [scan], asData)).faults).toEqual([untyped])
    expect((await send({ text: words }, [])).faults).toEqual([untyped])
    expect(portal.rows()).toMatchObject({ grievances: 0, grievance_files: 0 })
    await file()
    const reply = await send({ grievance: '1', text: 'x'.repeat(1001) }, [scan])
    expect(reply.faults).toEqual([expect.stringMatching('^text: '), again('my scan.pdf')])
    expect((await send({ grievance: '1', text: words }, [scan])).status).toBe(303)
  })

  test('accepts two attachments, kept like documents and shown only to their owner and to officers', async () => {
    const scan = { name: '../../my scan (1).pdf', content: await pdf(2) }
    const fields = { type: 'document', text: words }
    const { body, headers } = multipart(fields, [scan, scan])
    const url = `${portal.base}api/grievances`
    const asked = { token: owner.token, headers, body }
    expect(await portal.ask('POST', url, asked)).toMatchObject({ status: 201 })
    const { files } = (await thread()).thread[0]
    expect(files).toMatchObject([
      { id: 1, mediaType: 'application/pdf', pages: 2, originalName: 'my scan (1).pdf' },
      { id: 2 },
    ])
    const own = await portal.ask('GET', `${portal.base}grievancy/file/1-1`, { cookies: owner.cookies })
    expect([own.status, own.headers['content-type'], own.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ])
    expect((await portal.api('GET', 'grievances/1/files/2', undefined, owner.from)).status).toBe(200)
    expect((await officer.get('grievances/1/file/1')).status).toBe(200)
    expect(audited()).toContain('grievances.file-opened')

    portal.clock.set(ist('2024-08-13 12:00'))
    const stranger = await applicant(portal, ravi)
    portal.clock.set(inTime)
    expect((await portal.api('GET', 'grievances/1/files/1', undefined, stranger.from)).status).toBe(404)
    expect((await portal.api('GET', 'grievances/1', undefined, stranger.from)).status).toBe(404)
    const said = await portal.api('POST', 'grievances/1/messages', { text: 'x' }, stranger.from)
    expect(said.status).toBe(404)
    // The sweep leaves files alone that a row names.
    portal.clock.advance(days(5000))
    await portal.services.documents.sweep()
    const kept = await portal.services.grievances.openOwn(owner.actor.candidateId, 1, 1)
    expect((await kept!.stream.toArray()).length).toBeGreaterThan(0)
  })

  test('refuses a third attachment and an unreadable file, and keeps neither', async () => {
    const scan = { name: 'scan.pdf', content: await pdf() }
    for (const files of [[scan, scan, scan], [{ name: 'x.pdf', content: Buffer.from('<script>') }]]) {
      const { body, headers } = multipart({ type: 'document', text: words }, files)
      const sent = await portal.ask('POST', `${portal.base}api/grievances`, { token: owner.token, headers, body })
      expect(sent).toMatchObject({ status: 422, body: { errors: [{ field: 'file' }] } })
    }
    expect(portal.rows()).toMatchObject({ grievances: 0, grievance_files: 0 })
  })

  test('is read and answered at the desk, and the candidate replies', async () => {
    await file()
    type Listed = { list: { rows: { number: string; isAnswered: number }[] } }
    const queue = viewOf<View<Listed>>(await officer.get('grievances'))
    expect(queue.data.list.rows).toMatchObject([{ number: 'ML24-G00001', isAnswered: 0, userId: owner.userId }])
    expect(viewOf<View<{ grievances: number }>>(await officer.get('scrutiny')).data.grievances).toBe(1)
    expect(await decide(1, { intent: 'answer', text: 'Which semester?' })).toMatchObject({ status: 303 })
    expect(await portal.sentTo(asha.email, 'grievance-answered')).toBe(1)
    const page = browser(portal, owner.cookies)
    expect((await page.post('grievancy', { grievance: '1', text: 'The eighth.' })).status).toBe(303)
    expect((await thread()).thread).toMatchObject([
      { entry: 'filed' },
      { entry: 'message', text: 'Which semester?', officer: 'Person of so' },
      { entry: 'message', text: 'The eighth.', officer: null },
    ])
    await officer.get('grievances/1')
    expect(audited().filter((act) => act.startsWith('grievances.'))).toEqual(['grievances.read', 'grievances.answered'])
  })
})

describe('what a grievance is about', () => {
  type Opened = { facts: { name: string; documents: { kind: string }[] }[]; form: string | null }
  const opened = async (by = officer) => viewOf<View<Opened>>(await by.get('grievances/1')).data
  const names = ({ facts }: Opened) => facts.map(({ name }) => name)

  test('is shown beside its documents: the facts of the steps that it names, and the way to the whole form', async () => {
    await file(words, { 'qualifications-details': true })
    const { facts, form } = await opened()
    expect(names({ facts, form })).toEqual(['ssc', 'hsc', 'degree'])
    expect(facts.every(({ documents }) => documents.length > 0)).toBe(true)
    expect(form).toBe(`/mbale/cell/scrutiny/${owner.userId}`)
    await asPictures(portal)
    const page = await officer.get('grievances/1/file/ssc-marksheet/1')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await officer.get('grievances/1/file/ssc-marksheet')).status).toBe(200)
    expect(audited().filter((act) => act === 'grievances.file-opened')).toHaveLength(2)
    // No document that it is not about, no page that is not there, and nothing of it for another region.
    for (const other of ['photo', 'photo/1', 'ssc-marksheet/99', 'ssc-marksheet/0', '..%2Fphoto', 'constructor'])
      expect((await officer.get(`grievances/1/file/${other}`)).status, other).toBe(404)
    const far = await atDesk(portal, 'ro', 'far', { region: 'nagpur' })
    expect((await far.get('grievances/1/file/ssc-marksheet/1')).status).toBe(404)
  })

  test('is every fact where it names no step, those proved by documents where it names these, and none for a complaint', async () => {
    await file()
    expect(names(await opened())).toEqual(expect.arrayContaining(['name', 'mother-name', 'ssc', 'degree', 'photo']))
    await decide(1, { intent: 'refuse' })
    portal.services.db.sqlite.exec(`UPDATE grievances SET steps = ${1 << 6}`)
    expect(names(await opened())).not.toContain('photo')
    expect(names(await opened())).toContain('nationality')
    portal.services.db.sqlite.exec(`UPDATE grievances SET steps = ${1 << 5}`)
    expect(names(await opened())).toEqual(['photo', 'signature'])
    portal.services.db.sqlite.exec(`UPDATE grievances SET type = 'process', steps = 0`)
    expect(names(await opened())).toEqual([])
    expect((await officer.get('grievances/1/file/photo/1')).status).toBe(404)
  })
})

describe('a refusal', () => {
  test('gives a reason, leaves the confirmation unchanged, and can be reopened once', async () => {
    await file()
    expect((await decide(1, { intent: 'refuse', text: 'The marksheet says 61.42.' })).status).toBe(303)
    expect(await owner.details()).toMatchObject({ isGrievance: 0, isarcconfirmed: 1 })
    expect(await portal.sentTo(asha.email, 'grievance-refused')).toBe(1)
    expect(portal.box.sent.findLast(({ channel }) => channel === 'email')?.text).toContain('says 61.42')
    const closed = await portal.api('POST', 'grievances/1/messages', { text: 'But' }, owner.from)
    expect(closed).toMatchObject({ status: 409, body: { code: 'grievance-decided' } })

    const again = { text: 'You read the marksheet of another year.', reopen: true }
    expect(await portal.api('POST', 'grievances/1/messages', again, owner.from)).toMatchObject({
      status: 201,
      body: { data: { state: 'open', isReopened: true } },
    })
    expect(await owner.details()).toMatchObject({ isGrievance: 1 })
    await decide(1, { intent: 'refuse' })
    expect(await portal.api('POST', 'grievances/1/messages', again, owner.from)).toMatchObject({
      status: 409,
      body: { code: 'grievance-reopened-already' },
    })
    // She may submit another one, because only one may be open at a time.
    expect((await file()).status).toBe(201)
  })

  test('is decided once, by one officer', async () => {
    await file()
    await decide(1, { intent: 'refuse' })
    expect((await decide(1, { intent: 'approve', 'personal-details': 'true' })).status).toBe(409)
    expect(await owner.details()).toMatchObject({ isarcconfirmed: 1 })
  })
})

describe('an approval', () => {
  test('withdraws the confirmation for the ticked steps, and the form is checked again', async () => {
    await file(words, { 'qualifications-details': true })
    const none = await decide(1, { intent: 'approve' })
    expect([none.status, Object.values(faultsOf(none))]).toEqual([
      422,
      ['Tick the pages that the candidate is to correct'],
    ])
    const approved = await decide(1, { intent: 'approve', 'qualifications-details': 'true' })
    expect(approved.status).toBe(303)
    expect(await owner.details()).toMatchObject({
      isGrievance: 0,
      isarcconfirmed: 0,
      lock_form: 0,
      discrepancy: 1,
      permissions: { form: true, acknowledgement: false },
    })
    expect(audited()).toContain('grievances.approved')
    expect(await portal.sentTo(asha.mobile, 'grievance-approved')).toBe(1)
    expect(await portal.sentTo(asha.mobile, 'application-reverted')).toBe(0)

    portal.clock.advance(60_000)
    // Scrutiny ended days ago; the candidate can correct these steps until the final merit list.
    const marks = ashasAnswers['qualifications-details']
    expect((await owner.save('personal-details', ashasAnswers['personal-details'])).status).toBe(423)
    expect((await owner.save('qualifications-details', { ...marks, degreeMarks: '2200' })).status).toBe(200)
    expect((await owner.submit()).status).toBe(200)
    expect(await owner.details()).toMatchObject({ isarcconfirmed: 0, lock_form: 1, discrepancy: 0 })
  })

  test('ends with the final merit list, after which nothing can be corrected', async () => {
    await file()
    await decide(1, { intent: 'approve', 'qualifications-details': 'true' })
    portal.clock.set(ist('2024-08-22 17:00'))
    const late = await owner.save('qualifications-details', ashasAnswers['qualifications-details'])
    expect(late).toMatchObject({ status: 422, body: { code: 'correction-closed' } })
  })

  test('is not for a candidate of the final merit list, and the desk says which of the two it is', async () => {
    await file()
    const { id: candidateId, userId } = owner
    writeEdition(portal, { lists: { state: [{ candidateId, userId, fullName: asha.fullName }] } })
    const { text } = await officer.get('grievances/1')
    expect(text).toContain('The candidate is in the final merit list, so this grievance cannot be upheld.')
    expect(text).not.toContain('The application is not confirmed')
  })

  test('requires a confirmed form', async () => {
    await file()
    owner.facts({ confirmed_at: null })
    const page = viewOf<View<{ mayApprove: boolean }>>(await officer.get('grievances/1'))
    expect(page.data.mayApprove).toBe(false)
    expect((await officer.get('grievances/1')).text).toContain('The application is not confirmed, so this grievance')
    expect((await decide(1, { intent: 'approve', 'photo-details': 'true' })).status).toBe(409)
  })
})

describe('case 18: staff outside their region', () => {
  test('case 18: a regional office can find, read and decide only the grievances of its region', async () => {
    await file()
    const pune = await atDesk(portal, 'ro')
    expect((await pune.get('grievances/1')).status).toBe(200)
    await staffAccount(portal, 'ro', 'ro.nagpur', { region: 'nagpur' as 'pune' })
    const nagpur = { ...pune, jar: {} as Record<string, string> }
    const cookie = portal.services.staff.openFor('ro.nagpur', { network: '127.0.0.1', device: '—' })!
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const ask = (path: string) =>
      portal.ask('GET', `${nagpur.base}${path}`, { cookies: { mbale_desk: cookie }, headers })
    expect((await ask('grievances/1')).status).toBe(404)
    expect((await ask('grievances/1/file/1')).status).toBe(404)
    expect(viewOf<View<{ list: { rows: unknown[] } }>>(await ask('grievances')).data.list.rows).toEqual([])
    const actor = portal.services.staff.byCookie(cookie)!
    const tried = await portal.services.grievances.decide(actor, 1, { intent: 'refuse', text: 'no' })
    expect(tried).toMatchObject({ ok: false, refusal: { status: 404 } })
  })
})

test('case 21: the text of a grievance and the names of its attachments appear as text for candidate and officer', async () => {
  const hostile = '<img src=x onerror=alert(1)></textarea><script>alert(2)</script>\u2028{{userId}}'
  const name = '"><svg onload=alert(3)>.pdf'
  const { body, headers } = multipart({ type: 'other', text: hostile.replace('\u2028', '') }, [
    { name, content: await pdf() },
  ])
  const filed = await portal.ask('POST', `${portal.base}api/grievances`, { token: owner.token, headers, body })
  expect(filed.status).toBe(201)
  const candidate = await browser(portal, owner.cookies).get('grievancy')
  for (const page of [candidate, await officer.get('grievances/1')]) {
    expect(page.status).toBe(200)
    expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page.text).not.toMatch(/<(img|svg)[^>]*on(error|load)=|<script>alert/)
  }
  await decide(1, { intent: 'refuse', text: hostile.replace('\u2028', '') })
  expect((await browser(portal, owner.cookies).get('grievancy')).text).not.toMatch(/<script>alert/)
})
