import { expect, test } from 'vitest'
import { acceptancePaper } from '#server/features/admission/seat-acceptance/paper.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { ist } from '#server/kernel/time.ts'
import { expectActFirst, payingAtGateway, post } from '#tests/features/payments/payers.ts'
import { browser } from '#tests/support/portal.ts'
import { acceptance, seated } from '#tests/support/seated.ts'

/** Reporting after round 1 of `mbale`. */
const reporting = { opens: ist('2024-09-02 10:00'), closes: ist('2024-09-04 17:00') }

/** A seat at a preference at which its candidate decides, with the facts verified, and the gateway at which they pay. */
async function deciding() {
  const at = await payingAtGateway((gateway) => seated({ gateway, preference: 2 }))
  const { portal, gateway } = at
  const { services } = portal
  const { candidateId } = at.owner.actor
  services.selfVerification.verifyUnasked(candidateId, 1)
  const screen = browser(portal, at.owner.cookies)
  /** Begins to pay the fee; returns the gateway's order. */
  const begins = async () => {
    const begun = await services.payments.begin(candidateId, 'seat-acceptance')
    if (!begun.ok) throw new Error(begun.refusal.code)
    return begun.value.payment.orderId!
  }
  return {
    ...{ services, candidateId, screen, clock: portal.clock },
    decides: (decision: 'freeze' | 'betterment') => services.seatAcceptance.decideUnasked(candidateId, 1, decision),
    begins,
    /** Pays the fee, and returns the address of the page to which the gateway leads back. */
    async pays() {
      const order = await begins()
      await post(portal, gateway.webhook(gateway.pays(order)))
      return `payment/return?order=${order}`
    },
    async read(place: string): Promise<string> {
      const { text } = await screen.get(place)
      return text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    },
  }
}

test.each(languages)('the decisions are headed by what each does, in plain words (%s)', async (language) => {
  const at = await deciding()
  const page = await at.read(`self-arc-home?lang=${language}`)
  for (const choice of ['freeze', 'betterment'] as const) {
    const said = translate(language, `acceptance:decide.way.${choice}`)
    expect(said.startsWith(`${translate(language, `acceptance:decision.${choice}`)}: `)).toBe(true)
    expect(page).toContain(`${said}</label>`)
  }
})

test.each(languages)('the fee stands above the seat once the decision is made (%s)', async (language) => {
  const at = await deciding()
  at.decides('freeze')
  const page = await at.read(`self-arc-home?lang=${language}`)
  const button = page.indexOf(translate(language, 'payments:pay.go', { amount: '₹1,000' }))
  expect(button).toBeGreaterThan(0)
  expect(button).toBeLessThan(page.indexOf(translate(language, 'acceptance:ticket.not-accepted-yet')))
  expect(button).toBeLessThan(page.indexOf(translate(language, 'acceptance:fee.once')))
  await at.begins()
  expectActFirst(await at.read(`self-arc-home?lang=${language}`), language, '₹1,000')
})

test.each(languages)(
  'the letter is in reach for who reports: the one filled button, before the steps (%s)',
  async (language) => {
    const at = await deciding()
    at.decides('freeze')
    await at.pays()
    const page = await at.read(`self-arc-home?lang=${language}`)
    expect(page.match(/class="btn"/g)).toHaveLength(1)
    expect(page.match(/letter-1\.pdf"/g)).toHaveLength(1)
    const letter = page.search(/letter-1\.pdf" class="btn"/)
    expect(letter).toBeGreaterThan(page.indexOf(translate(language, 'acceptance:state.to-report')))
    expect(letter).toBeLessThan(page.indexOf(translate(language, 'acceptance:seat.course-fee')))
    expect(letter).toBeLessThan(page.indexOf(translate(language, 'acceptance:step.letter')))
  },
)

test.each(languages.flatMap((language) => [[language, 'freeze'] as const, [language, 'betterment'] as const]))(
  'back from the gateway the page says what is next and by when, with one filled button (%s, %s)',
  async (language, decision) => {
    const at = await deciding()
    at.decides(decision)
    const back = await at.pays()
    const page = await at.read(`${back}&lang=${language}`)
    expect(page.match(/class="btn"/g)).toHaveLength(1)
    if (decision === 'freeze') {
      expect(page).toContain(translate(language, 'signedin:seat.report', { round: 1 }))
      expect(page).toMatch(/letter-1\.pdf" class="btn"/)
    } else {
      expect(page).toContain(translate(language, 'signedin:seat.about.await-round'))
      // The option form of the next round, and the day by which they report at the latest.
      expect(page).toContain(translate(language, 'signedin:seat.await-round', { round: 1 }))
      expect(page).toMatch(/href="\/mbale\/candidate\/dashboard" class="btn"/)
    }
    expect(page).not.toContain(formatDateTime(acceptance.closes, language))
  },
)

test.each(languages)('whoever is to report reads from when, until reporting is open (%s)', async (language) => {
  const at = await deciding()
  const opens = formatDateTime(reporting.opens, language)
  expect(await at.read(`self-arc-home?lang=${language}`), 'beside the decision to freeze').toContain(opens)
  at.decides('freeze')
  const back = await at.pays()
  expect(await at.read(`${back}&lang=${language}`), 'back from the gateway').toContain(opens)
  const letter = () => {
    const seat = at.services.seatAcceptance.current(at.candidateId)!
    return acceptancePaper(seat, 'R1', language, 2)
      .next!.map(({ value }) => value)
      .join(' ')
  }
  expect(letter()).toContain(opens)
  at.clock.set(reporting.opens)
  expect(letter()).not.toContain(opens)
  expect(letter()).toContain(formatDateTime(reporting.closes, language))
})

test.each(languages)('the fee has a way back to the decision where there is another (%s)', async (language) => {
  const at = await deciding()
  at.decides('betterment')
  const page = await at.read(`self-arc-home?lang=${language}`)
  const change = page.indexOf(`<a href="#decide">${translate(language, 'acceptance:fee.change')}</a>`)
  expect(change).toBeGreaterThan(0)
  expect(change).toBeLessThan(page.indexOf('id="decide"'))
})

test('whoever left the page after the OTP was sent finds the place where it is typed', async () => {
  const at = await deciding()
  const link = 'href="/mbale/candidate/self-arc-home?decide=freeze"'
  expect(await at.read('self-arc-home')).not.toContain(link)
  await at.screen.post('self-arc-home', { intent: 'freeze' })
  expect(await at.read('self-arc-home')).toContain(link)
  expect(await at.read('self-arc-home?decide=freeze')).toContain('name="otp"')
})
