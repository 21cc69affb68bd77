import { describe, expect, test } from 'vitest'
import { applicationForm } from '#server/documents/application-form.ts'
import { createPress } from '#server/documents/press.ts'
import type { Issued } from '#server/domain/site/printable.ts'
import { createPrintables, type PrintablesDeps } from '#server/features/content/printables/service.ts'
import { printablesStore } from '#server/features/content/printables/store.ts'
import { rupees } from '#server/kernel/money.ts'
import { ist, minutes } from '#server/kernel/time.ts'
import { textOf } from '#tests/documents/paper.ts'
import { applicationFacts, issuer, sheetOf } from '#tests/documents/samples.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { jpeg, multipart, png } from '#tests/support/files.ts'
import { asData, asha, browser, openPortal, signIn, type TestPortal, viewOf } from '#tests/support/portal.ts'

type Facts = { printed: Issued[] }

/** A press that accepts no more work. */
const full = async () => ({ room: 'full', seconds: 5 }) as const

/** Asha, signed in, on a separate portal; a print is kept as the facts it is made of. */
async function ashaPrints(more: Partial<PrintablesDeps> = {}) {
  const portal = await openPortal()
  const { token, cookies } = await signIn(portal)
  const { id } = portal.services.db.sqlite.prepare('SELECT id FROM candidates').get() as { id: number }
  const kept: Facts = { printed: [] }
  const keep = async (facts: Issued) => {
    kept.printed.push(facts)
    return Buffer.from('%PDF-')
  }
  const printables = createPrintables({
    letters: { prove: () => null },
    store: printablesStore(portal.services.db),
    clock: portal.clock,
    limits: portal.services.limits,
    secrets: { secret: 'a secret of this portal, long enough' },
    portal: 'mbale',
    epochs: portal.services.identity.epochs,
    sheet: (_candidateId, _version, language) => sheetOf(language),
    picture: async () => null,
    receipt: (candidateId, paymentId, language) =>
      candidateId === id && paymentId === 12
        ? {
            number: 'ML24-000012',
            amount: rupees(1200),
            due: language === 'en' ? 'Application fee' : 'अर्ज शुल्क',
            gateway: 'demo',
            gatewayReference: 'pay_1',
            paidAt: ist('2024-07-30 18:42'),
          }
        : null,
    acknowledgement: () => null,
    merit: () => null,
    options: () => null,
    allotment: () => null,
    lostSeats: () => new Set(),
    jkSeat: () => null,
    admission: () => null,
    cancelled: () => null,
    published: () => null,
    press: {
      applicationForm: keep,
      receipt: keep,
      acknowledgement: keep,
      optionForm: keep,
      allotmentLetter: keep,
      meritLetter: full,
      jkLetter: full,
      admissionReceipt: full,
      cancellation: full,
    },
    ...more,
  })
  Object.assign(portal.services.printables, printables)
  return { portal, printables, token, cookies, id, actor: { candidateId: id }, kept }
}

function submit({ services }: TestPortal, candidateId: number, version: number, at: number): void {
  const { sqlite } = services.db
  sqlite
    .prepare(
      `INSERT INTO applications (candidate_id, mode, submitted_at) VALUES (?, 1, ?)
       ON CONFLICT DO UPDATE SET submitted_at = excluded.submitted_at`,
    )
    .run(candidateId, at)
  sqlite
    .prepare(
      'INSERT INTO application_versions (candidate_id, number, submitted_at, snapshot, fingerprint) VALUES (?, ?, ?, ?, ?)',
    )
    .run(candidateId, version, at, '{}', 'x')
}

function reopen({ services }: TestPortal, candidateId: number): void {
  services.db.sqlite.prepare('UPDATE applications SET submitted_at = NULL WHERE candidate_id = ?').run(candidateId)
}

function pay({ services }: TestPortal, candidateId: number, status: string): void {
  const capturedAt = status === 'created' ? null : ist('2024-07-30 18:42')
  services.db.sqlite
    .prepare(
      `INSERT INTO payments (id, candidate_id, due, amount, gateway, status, created_at, changed_at, captured_at)
       VALUES (12, ?, 'application-fee', 120000, 'demo', ?, 1, 1, ?)
       ON CONFLICT DO UPDATE SET status = excluded.status, captured_at = excluded.captured_at`,
    )
    .run(candidateId, status, capturedAt)
}

const firstAt = ist('2024-08-01 10:00')
const secondAt = ist('2024-08-01 11:00')

describe('printing', () => {
  test('the form is a draft before submission; afterwards it names its version and moments, also of a check that changed it', async () => {
    const { portal, printables, actor, id, kept } = await ashaPrints()
    const draft = await printables.print(actor, 'application-form', 'en')
    expect(draft).toMatchObject({ ok: true, value: { fileName: 'ML24100001-application-form-draft.pdf' } })
    expect(kept.printed[0]).toMatchObject({ submission: null, userId: 'ML24100001', fullName: asha.fullName })
    submit(portal, id, 1, firstAt)
    submit(portal, id, 2, secondAt)
    const final = await printables.print(actor, 'application-form', 'mr')
    expect(final).toMatchObject({ ok: true, value: { fileName: 'ML24100001-application-form.pdf' } })
    expect(kept.printed[1]).toMatchObject({ language: 'mr', submission: { version: 2, at: secondAt, changedAt: null } })
    const checkedAt = ist('2024-08-05 12:00')
    submit(portal, id, 3, checkedAt)
    portal.services.db.sqlite
      .prepare('UPDATE applications SET submitted_at = ? WHERE candidate_id = ?')
      .run(secondAt, id)
    await printables.print(actor, 'application-form', 'en')
    expect(kept.printed[2]).toMatchObject({ submission: { version: 3, at: secondAt, changedAt: checkedAt } })
    reopen(portal, id)
    await printables.print(actor, 'application-form', 'en')
    expect(kept.printed[3]).toMatchObject({ submission: null })
  })

  test('a submitted form prints the submitted answers, a draft the present ones', async () => {
    const asked: (number | null)[] = []
    const pictures: (number | null)[] = []
    const { portal, printables, actor, id } = await ashaPrints({
      sheet(_candidateId, version, language) {
        asked.push(version)
        return sheetOf(language)
      },
      async picture(_candidateId, _kind, version) {
        pictures.push(version)
        return null
      },
    })
    await printables.print(actor, 'application-form', 'en')
    submit(portal, id, 1, firstAt)
    await printables.print(actor, 'application-form', 'en')
    portal.services.db.sqlite.prepare('UPDATE applications SET reverted_at = 1').run()
    await printables.print(actor, 'application-form', 'en')
    expect(asked).toEqual([null, 1, null])
    expect(pictures).toEqual([null, null, 1, 1, null, null])
  })

  test('a form at a centre whose photograph was removed since prints the submitted one', async () => {
    const portal = await openPortal()
    const asha = await applicant(portal)
    await asha.complete({ ...ashasAnswers, 'type-of-candidature': { mode: '2', type: 'A' } })
    for (const [kind, file] of [
      ['photo', await jpeg({ width: 300, height: 400 })],
      ['signature', await png({ width: 300, height: 120 })],
    ] as const) {
      const { body, headers } = multipart({ kind }, [{ name: 'a', content: file }])
      expect((await portal.ask('POST', `${portal.base}api/documents`, { ...asha.from, body, headers })).status).toBe(
        201,
      )
    }
    await asha.submit()
    const picturesOf = async () => {
      const printed = await portal.services.printables.print(asha.actor, 'application-form', 'en')
      if (!printed.ok) throw new Error(printed.refusal.code)
      return Buffer.from(printed.value.bytes)
        .toString('latin1')
        .match(/\/Subtype \/Image/g)?.length
    }
    const submitted = await picturesOf()
    expect((await portal.api('DELETE', 'documents/photo', undefined, asha.from)).status).toBe(200)
    expect(await picturesOf()).toBe(submitted)
  })

  test('before the first answer there is no form to read or print', async () => {
    const portal = await openPortal()
    const asha = await applicant(portal)
    const call = 'candidateLoginController/getCandidateDetailsForPrint'
    const { data } = (await portal.api('GET', call, undefined, asha.from)).body
    expect(data).toEqual({ userId: asha.userId, fullName: asha.person.fullName, sections: [] })
    const printed = await portal.api('GET', 'printables/application-form.pdf', undefined, asha.from)
    expect(printed).toMatchObject({ status: 422, body: { code: 'nothing-to-print' } })
  })

  test('an empty application is not printed', async () => {
    const { printables, actor } = await ashaPrints({ sheet: () => null })
    expect(await printables.print(actor, 'application-form', 'en')).toMatchObject({
      ok: false,
      refusal: { code: 'nothing-to-print', status: 422 },
    })
  })

  test.each(['receipt-13', 'receipt-0', 'receipt-012', 'receipt-', 'receipt-1e1', 'allotment', '', '__proto__'])(
    'there is no document "%s"',
    async (kind) => {
      const { printables, actor } = await ashaPrints()
      expect(await printables.print(actor, kind, 'en')).toMatchObject({ refusal: { status: 404 } })
    },
  )

  test('case 14: only the payer can open a receipt', async () => {
    const { printables, actor } = await ashaPrints()
    expect(await printables.print(actor, 'receipt-12', 'en')).toMatchObject({ ok: true })
    expect(await printables.print({ candidateId: actor.candidateId + 1 }, 'receipt-12', 'en')).toMatchObject({
      refusal: { code: 'no-such-printable' },
    })
  })

  test('if the press is full, the answer says when to come back', async () => {
    const { portal, token, cookies } = await ashaPrints({
      press: {
        applicationForm: full,
        receipt: full,
        acknowledgement: full,
        meritLetter: full,
        optionForm: full,
        allotmentLetter: full,
        jkLetter: full,
        admissionReceipt: full,
        cancellation: full,
      },
    })
    const answer = await portal.api('GET', 'printables/application-form.pdf', undefined, { token })
    expect(answer.status).toBe(503)
    expect(answer.body.code).toBe('press-busy')
    expect(answer.headers['retry-after']).toBe('5')
    const page = await browser(portal, cookies).get('transactions-logs/receipt-12.pdf')
    expect([page.status, page.headers['retry-after']]).toEqual([503, '5'])
  })
})

describe('the addresses', () => {
  test('the API gives a document to the bearer, in the requested language', async () => {
    const { portal, token, kept } = await ashaPrints()
    const headers = { 'accept-language': 'mr' }
    const answer = await portal.api('GET', 'printables/receipt-12.pdf', undefined, { token, headers })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="ML24100001-receipt-12.pdf"',
    })
    expect(kept.printed[0]).toMatchObject({ language: 'mr', due: 'अर्ज शुल्क' })
    expect((await portal.api('GET', 'printables/nothing.pdf', undefined, { token })).status).toBe(404)
  })

  test('the API refuses a cookie, and the page a bearer', async () => {
    const { portal, token, cookies } = await ashaPrints()
    expect((await portal.api('GET', 'printables/receipt-12.pdf', undefined, { cookies })).status).toBe(401)
    const page = await portal.ask('GET', `${portal.base}transactions-logs/receipt-12.pdf`, { token })
    expect(page.status).toBe(303)
    expect(page.headers.location).toContain('home?next=')
  })

  test('the page’s address has the page’s guard', async () => {
    const { portal, cookies, id } = await ashaPrints()
    const screen = browser(portal, cookies)
    const early = await screen.get('print-pdf.pdf')
    expect([early.status, early.headers.location]).toEqual([303, `${portal.base}type-of-candidature`])
    const receipt = await screen.get('transactions-logs/receipt-12.pdf')
    expect(receipt.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
    const complete = portal.services.db.sqlite.prepare(
      'INSERT INTO application_steps (candidate_id, step, version, completed_at) VALUES (?, ?, 1, 1)',
    )
    for (let step = 0; step < 8; step++) complete.run(id, step)
    expect((await screen.get('print-pdf.pdf')).headers['content-type']).toBe('application/pdf')
    expect((await screen.get('transactions-logs/receipt-99.pdf')).status).toBe(404)
  })
})

describe('the check of a code', () => {
  const finding = async (portal: TestPortal, code: string) => {
    const page = await browser(portal).get(`verification?code=${encodeURIComponent(code)}`)
    return viewOf<{ data: { finding: unknown; refusal: string | null } }>(page).data
  }

  test('an application form: a draft, valid, superseded, open again', async () => {
    const { portal, printables, actor, id, kept } = await ashaPrints()
    await printables.print(actor, 'application-form', 'en')
    submit(portal, id, 1, firstAt)
    await printables.print(actor, 'application-form', 'en')
    const [draft, first] = kept.printed.map((facts) => facts.code)
    const form = {
      kind: 'application-form',
      userId: 'ML24100001',
      name: 'A••a R••••h P•••l',
      says: [],
      published: null,
    }
    expect((await finding(portal, draft!)).finding).toEqual({ ...form, version: null, issuedAt: null, state: 'draft' })
    const valid = { ...form, version: 1, issuedAt: firstAt, state: 'valid' }
    expect((await finding(portal, first!)).finding).toEqual(valid)
    expect((await finding(portal, first!.toLowerCase().replaceAll('-', ' '))).finding).toEqual(valid)
    reopen(portal, id)
    expect((await finding(portal, first!)).finding).toEqual({ ...valid, state: 'reopened' })
    submit(portal, id, 2, secondAt)
    expect((await finding(portal, first!)).finding).toEqual({ ...valid, state: 'superseded' })
  })

  test('a receipt: valid, refunded, and unknown if the money never came', async () => {
    const { portal, printables, actor, id, kept } = await ashaPrints()
    await printables.print(actor, 'receipt-12', 'en')
    const code = kept.printed[0]!.code
    const states: [string, string | undefined][] = [
      ['created', undefined],
      ['captured', 'valid'],
      ['refunded', 'refunded'],
    ]
    for (const [status, state] of states) {
      pay(portal, id, status)
      expect((await finding(portal, code)).finding).toEqual(state ? expect.objectContaining({ state }) : null)
    }
  })

  test('a code of another portal and an altered one are unknown', async () => {
    const { portal, printables, actor, id, kept } = await ashaPrints()
    submit(portal, id, 1, firstAt)
    await printables.print(actor, 'application-form', 'en')
    const { code } = kept.printed[0]!
    const other = await ashaPrints({ portal: 'scd' })
    submit(other.portal, other.id, 1, firstAt)
    expect(await finding(other.portal, code)).toEqual(
      expect.objectContaining({ finding: null, refusal: 'unknown-code' }),
    )
    for (const forged of [
      code.replace(/^0400/, '0800'),
      code.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      'x',
      '<b>',
    ]) {
      expect((await finding(portal, forged)).refusal).toBe('unknown-code')
    }
    expect((await finding(portal, '')).refusal).toBeNull()
  })

  test('shows of the candidate the Application ID and a name with its letters hidden, and no more', async () => {
    const { portal, printables, actor, id, kept } = await ashaPrints()
    submit(portal, id, 1, firstAt)
    await printables.print(actor, 'application-form', 'en')
    const page = await browser(portal).get(`verification?code=${kept.printed[0]!.code}`)
    expect(page.text).toContain('ML24100001')
    expect(page.text).toContain('A••a')
    expect(page.text).not.toMatch(/Asha|asha@|9\d{9}/)
    expect(page.headers['cache-control']).toBe('private, no-store')
  })

  test('is refused after many wrong codes from one network, and open again after ten minutes', async () => {
    const { portal } = await ashaPrints()
    for (let n = 0; n < 60; n++) expect((await finding(portal, `x${n}`)).refusal).toBe('unknown-code')
    expect((await finding(portal, 'x')).refusal).toBe('too-often')
    for (const headers of [{ accept: 'text/html' }, asData]) {
      const answer = await portal.ask('GET', `${portal.base}verification?code=x`, { headers })
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '600'])
    }
    portal.clock.advance(minutes(10))
    expect((await finding(portal, 'x')).refusal).toBe('unknown-code')
  })
})

describe('the press', () => {
  test('prints in a separate thread, and refuses more than its queue holds', async () => {
    const press = createPress({ waiting: 2, log: console })
    const printable = applicationForm(await applicationFacts('mr'), issuer)
    const jobs = await Promise.all(Array.from({ length: 6 }, () => press.print(printable, 'asha')))
    const done = jobs.filter((made) => made instanceof Uint8Array)
    expect(done.length).toBeGreaterThanOrEqual(2)
    expect(done.length).toBeLessThan(6)
    expect(textOf(done[0]!)).toContain('ज्ञानेश्वर विठ्ठल देशमुख')
    await press.close()
  })

  test('closes with the portal, and never opens if nothing is printed', async () => {
    await createPress({ log: console }).close()
    const portal = await openPortal()
    const pdf = await portal.ask('GET', `${portal.base}ruleA.pdf`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    await portal.close()
  })
})
