import { describe, expect, test } from 'vitest'
import type { View } from '#server/domain/site/view.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { rupees } from '#server/kernel/money.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { applicant, confirmForm, openWithApplicant, sendBack } from '#tests/support/applicant.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { approve, propose } from '#tests/support/settings.ts'
import { expectActFirst, openPayingPortal } from './payers'

// The opening rule of rules §18.12 from the stored money to the page: status 'N', a fee above 0, and the three paid
// amounts together below the fee for Open. Its boundaries are tested in tests/domain/money/convert-fee.test.ts.

type Money = { fee: number; application?: number; difference?: number; conversion?: number }

/** A candidate whose claim was removed, with their payments in rupees. */
async function converted(slug: string, { fee, application = 0, difference = 0, conversion = 0 }: Money) {
  const portal = await openPortal({ slugs: [slug] })
  const candidate = await applicant(portal)
  portal.services.db.sqlite
    .prepare(
      `INSERT INTO applications (candidate_id, mode, submitted_at, confirmed_at, convert_fee) VALUES (?, 1, 1, 2, ?)`,
    )
    .run(candidate.id, fee * 100)
  if (application) candidate.pay(application)
  if (difference) candidate.pay(difference, 'difference-fee')
  if (conversion) candidate.pay(conversion, 'conversion-fee')
  const details = await candidate.details()
  const page = await browser(portal, candidate.cookies).get('convert-fee')
  const view = viewOf<View>(page)
  const isOn = ({ text }: { text: string }) => text.includes(`href="${portal.base}convert-fee"`)
  const isAsked = isOn(await browser(portal, candidate.cookies).get('dashboard'))
  const told = async (call: string) => (await portal.api('GET', call, undefined, { token: candidate.token })).body.data
  const due = ((await told('dues')) as { due: string }[]).some((one) => one.due === 'conversion-fee')
  const begun = await portal.services.payments.begin(candidate.actor.candidateId, 'conversion-fee')
  const named = [due, (await told('fee-conversion')).due > 0, begun.ok || begun.refusal.code !== 'nothing-due']
  return { details, view, isOnMenu: isOn(page), isAsked, named }
}

test('the message box names the fee while it is due', async () => {
  const portal = await openPortal()
  const candidate = await applicant(portal)
  portal.services.db.sqlite
    .prepare(
      `INSERT INTO applications (candidate_id, mode, submitted_at, confirmed_at, convert_fee) VALUES (?, 1, 1, 2, 20000)`,
    )
    .run(candidate.id)
  candidate.pay(1000)
  const waits = async () =>
    viewOf<View<{ waits: string | null }>>(await browser(portal, candidate.cookies).get('message')).data.waits
  expect(await waits()).toBe('convert-fee')
  // The dashboard says of it what its page says: it has no last date, and nothing waits for it.
  const { text } = await browser(portal, candidate.cookies).get('dashboard')
  expect(text).toContain(translate('en', 'scrutiny:convert.no-date'))
  candidate.pay(200, 'conversion-fee')
  expect(await waits()).toBeNull()
})

test.each(languages)(
  'the fee stands above its sum and its reason, with the attempt that is still open (%s)',
  async (language) => {
    const { portal } = await openPayingPortal()
    const candidate = await applicant(portal)
    portal.services.db.sqlite
      .prepare(
        `INSERT INTO applications (candidate_id, mode, submitted_at, confirmed_at, convert_fee) VALUES (?, 1, 1, 2, 20000)`,
      )
      .run(candidate.id)
    candidate.pay(1000)
    expect((await portal.services.payments.begin(candidate.actor.candidateId, 'conversion-fee')).ok).toBe(true)
    const { text } = await browser(portal, candidate.cookies).get(`convert-fee?lang=${language}`)
    expectActFirst(text, language, '₹200')
    expect(text).toContain(translate(language, 'scrutiny:convert.no-date'))
    expect((await browser(portal, candidate.cookies).get(`dashboard?lang=${language}`)).status).toBe(200)
    expect(text.indexOf('class="sum"')).toBeLessThan(text.indexOf(translate(language, 'scrutiny:convert.paid-before')))
  },
)

describe.each([
  ['mbale', 1200, { open: 1200, reserved: 1000, due: 200 }],
  ['scd', 400, { open: 400, reserved: 300, due: 100 }],
] as const)('%s: the fee of a converted claim opens below %d rupees', (slug, sum, { reserved, due }) => {
  test.each([
    ['only the reserved fee', { fee: due, application: reserved }, true],
    ['a paisa below the sum', { fee: due, application: reserved, difference: sum - reserved - 0.01 }, true],
    ['exactly the sum, by a difference paid earlier', { fee: due, application: reserved, difference: due }, false],
    ['exactly the sum, in one payment', { fee: due, application: sum }, false],
    ['a paisa above it', { fee: due, application: sum + 0.01 }, false],
    ['part of the conversion fee paid', { fee: due, application: reserved, conversion: due - 0.01 }, true],
    ['all of it paid', { fee: due, application: reserved, conversion: due }, false],
    ['nothing due', { fee: 0, application: reserved }, false],
    ['nothing paid at all', { fee: due }, true],
  ] as [string, Money, boolean][])('%s: %o → %s', async (_, money, isOpen) => {
    const { details, view, isOnMenu, isAsked, named } = await converted(slug, money)
    expect(details.permissions.convertFee).toBe(isOpen)
    expect([view.closed === null, isOnMenu, isAsked]).toEqual([isOpen, isOpen, isOpen])
    // Nothing names a fee that the page would not take.
    expect(named).toEqual([isOpen, isOpen, isOpen])
    const isPaid = money.fee > 0 && (money.conversion ?? 0) >= money.fee
    expect(details).toMatchObject({
      isconvert_fee: money.fee,
      isconvert_paid_amt: money.conversion ?? 0,
      isconvert_payment_status: isPaid ? 'Y' : 'N',
      paid_amt: money.application ?? 0,
      diff_amt_paid: money.difference ?? 0,
    })
  })
})

describe('after a new fee of ₹2,000 and ₹1,900, the difference and its threshold are those of the fee in force when the payment began', () => {
  test.each([
    ['before it, at the old fee', 1000, 1, [200, true]],
    ['after it, at the reserved fee', 1900, null, [100, true]],
    ['after it, at the fee for Open', 2000, null, [0, false]],
  ] as const)('%s', async (_, paid, begunAt, expected) => {
    const portal = await openPortal()
    await propose(portal, await atDesk(portal, 'admin', 'first'), 'fees', { open: '2000', reserved: '1900' })
    expect((await approve(portal, await atDesk(portal, 'admin', 'second'), 'fees')).status).toBe(303)
    const { application, db } = portal.services
    const candidate = await applicant(portal)
    await candidate.complete(ashasAnswers, paid)
    db.sqlite.prepare('UPDATE payments SET created_at = ?').run(begunAt ?? portal.clock.portal())
    await candidate.submit()
    db.transact(() => {
      application.removeClaims(candidate.id, ['category'])
      confirmForm(portal, candidate.id)
    })
    const { isconvert_fee, permissions } = await candidate.details()
    expect([isconvert_fee, permissions.convertFee]).toEqual(expected)
  })
})

test('case 45: a conversion fee captured after the form went back is not charged again as a difference', async () => {
  const { portal, owner: candidate } = await openWithApplicant()
  const { application, db, payments } = portal.services
  db.transact(() => {
    application.removeClaims(candidate.id, ['category'])
    confirmForm(portal, candidate.id)
  })
  expect(payments.conversion(candidate.actor.candidateId).due).toMatchObject({ amount: rupees(200) })
  sendBack(portal, candidate.id, [2])
  expect(payments.dues(candidate.actor.candidateId).due).toEqual({ due: 'difference-fee', amount: rupees(200) })
  candidate.pay(200, 'conversion-fee')
  expect(payments.dues(candidate.actor.candidateId).due).toBeNull()
  expect(await candidate.details()).toMatchObject({ isconvert_fee: 200, isconvert_paid_amt: 200 })
})

describe('the common question “Why am I asked to pay a difference?”', () => {
  const answerIn = ({ services }: TestPortal, language: 'en' | 'mr') =>
    services.notices.published('faq').find(({ title }) => title.en === 'Why am I asked to pay a difference?')!.body[
      language
    ]

  test('names the page that asks for it after a claim was removed', async () => {
    const { portal, owner: candidate } = await openWithApplicant()
    portal.services.db.transact(() => {
      portal.services.application.removeClaims(candidate.id, ['category'])
      confirmForm(portal, candidate.id)
    })
    expect((await browser(portal, candidate.cookies).get('convert-fee')).text).toContain('₹200')
    for (const language of languages)
      expect(answerIn(portal, language)).toContain(translate(language, 'signedin:menu.convert-fee'))
  })

  test('names the step that asks for it after a move to a category with a higher fee', async () => {
    const portal = await openPortal()
    const candidate = await applicant(portal)
    // Enough marks for an Open candidate.
    await candidate.complete(answersWith(ashasAnswers, { 'qualifications-details': { degreeMarks: '2600' } }))
    const open = { category: 'OPEN', ews: 'no', disability: 'no', defence: 'none', orphan: 'no', tfws: 'no' }
    const asked = await candidate.save('category-details', open)
    expect((await candidate.save('category-details', open, { reopens: asked.body.reopens })).status).toBe(200)
    portal.services.application.proceed(candidate.actor.candidateId, 6)
    expect((await browser(portal, candidate.cookies).get('payment')).text).toContain(
      'Your claims now cost ₹1,200. You have paid ₹1,000; this is the difference.',
    )
    for (const language of languages)
      expect(answerIn(portal, language)).toContain(translate(language, 'signedin:menu.payment'))
  })

  test('promises no last date, because the fee for a removed claim has none', async () => {
    const portal = await openPortal()
    expect(answerIn(portal, 'en')).not.toMatch(/date|deadline/i)
    expect(answerIn(portal, 'mr')).not.toMatch(/तारीख|मुदत/)
  })
})

test('the page of the fee names a try that failed, and once it is paid says so and leads to the receipt', async () => {
  const { portal, owner: candidate } = await openWithApplicant()
  const { application, db } = portal.services
  db.transact(() => {
    application.removeClaims(candidate.id, ['category'])
    confirmForm(portal, candidate.id)
  })
  candidate.pay(200, 'conversion-fee')
  db.sqlite.prepare("UPDATE payments SET status = 'failed', captured_at = NULL WHERE due = 'conversion-fee'").run()
  const failed = (await browser(portal, candidate.cookies).get('convert-fee')).text
  expect(failed).toContain('Your last payment failed. No money was received')
  expect(failed).toContain('Pay ₹200')
  candidate.pay(200, 'conversion-fee')
  for (const [language, title] of [
    ['en', 'Your conversion fee is paid: ₹200'],
    ['mr', 'तुमचे शुल्कातील फरकाचे पैसे भरले आहेत: ₹200'],
  ] as const) {
    const page = (await browser(portal, candidate.cookies).get(`convert-fee?lang=${language}`)).text
    const said = page.slice(0, page.indexOf('<script id="view"'))
    expect(said).toContain(title)
    expect(said).toContain('/mbale/candidate/transactions-logs"')
  }
})
