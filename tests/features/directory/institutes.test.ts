import { expect, test } from 'vitest'
import type { InstituteFacts } from '#server/domain/seats/institutes.ts'
import { rupees } from '#server/kernel/money.ts'
import { staffAccount } from '#tests/support/desk.ts'
import { publishSeats } from '#tests/support/options.ts'
import { browser, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { seated, seatOfAsha } from '#tests/support/seated.ts'

const facts: InstituteFacts = {
  code: '1011',
  address: '12, Station Road, Pune',
  phone: '020-00001011',
  email: 'office@institute-1011.example',
  website: 'https://institute-1011.example/',
  hostel: 'women',
  facilities: ['library', 'step-free'],
  place: '18.53,73.84',
  directions: { en: 'By bus 4 to College Road', mr: 'बस क्र. 4 ने कॉलेज रोडपर्यंत' },
}

async function save(portal: TestPortal, saved: Parameters<typeof portal.services.directory.saveInstitutes>[1]) {
  const { id, loginName } = await staffAccount(portal, 'admin', `admin-${saved.fees.length}${saved.institutes.length}`)
  portal.services.directory.saveInstitutes({ id, loginName, role: 'admin' }, saved)
}

test('the page of an institute shows what is known about it and the fee of each course, and follows changes', async () => {
  const portal = await openPortal()
  publishSeats(portal.services)
  const screen = browser(portal)
  const before = await screen.get('institude-list/1011')
  expect(before.text).not.toContain('Hostel')
  expect(before.text).not.toContain('Annual course fee')

  await save(portal, { institutes: [facts], fees: [{ choiceCode: '101110110', annualFee: rupees(120_000) }] })
  const after = (await screen.get('institude-list/1011')).text
  expect(after).toContain('12, Station Road, Pune')
  expect(after).toContain('href="mailto:office@institute-1011.example"')
  expect(after).toContain('Library, Access without steps')
  expect(after).toContain('For women')
  expect(after).toContain('By bus 4 to College Road')
  expect(after).toContain(
    'href="https://www.openstreetmap.org/?mlat=18.53&amp;mlon=73.84#map=16/18.53/73.84" rel="noopener"',
  )
  expect((await browser(portal).get('institude-list/1011?lang=mr')).text).toContain('बस क्र. 4 ने कॉलेज रोडपर्यंत')
  expect(after.match(/<dd>₹1,20,000<\/dd>/g)).toHaveLength(1)
  expect((await screen.get('institude-list')).text).toContain('₹1,20,000 a year')

  await save(portal, { institutes: [{ ...facts, hostel: 'both', address: null }], fees: [] })
  const changed = (await screen.get('institude-list/1011')).text
  expect(changed).toContain('For women and men')
  expect(changed).not.toContain('Station Road')
  expect(changed).toContain('₹1,20,000')
})

test('before the decision, the annual fee and the status of the institute are beside the seat', async () => {
  const { portal, owner } = await seated()
  const screen = browser(portal, owner.cookies)
  const unknown = (await screen.get('self-arc-home')).text
  expect(unknown).toContain('Ask the institute for the amount')
  await save(portal, { institutes: [], fees: [{ choiceCode: seatOfAsha.choiceCode, annualFee: rupees(85_500) }] })
  const shown = (await screen.get('self-arc-home')).text
  expect(shown).toContain('₹85,500 a year, paid to the institute')
  expect(shown).toMatch(/<dt>Status<\/dt>/)
})
