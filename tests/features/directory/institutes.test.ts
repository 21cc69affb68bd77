import { describe, expect, test } from 'vitest'
import { nameIn } from '#server/domain/application/form/seat-names.ts'
import type { InstituteFacts } from '#server/domain/seats/institutes.ts'
import { rupees } from '#server/kernel/money.ts'
import { staffAccount } from '#tests/support/desk.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { publishSeats } from '#tests/support/options.ts'
import { browser, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'
import { seated, seatOfAsha } from '#tests/support/seated.ts'

const facts: InstituteFacts = {
  code: '1011',
  nameMr: 'नमुना व्यवस्थापन संस्था, पुणे',
  address: '12, Station Road, Pune',
  addressMr: '12, स्टेशन रोड, पुणे',
  phone: '020-00001011',
  email: 'office@institute-1011.example',
  website: 'https://institute-1011.example/',
  hostel: 'women',
  facilities: ['library', 'step-free'],
  place: '18.53,73.84',
  directions: { en: 'By bus 4 to College Road', mr: 'बस क्र. 4 ने कॉलेज रोडपर्यंत' },
}

async function save(portal: TestPortal, saved: Parameters<typeof portal.services.directory.saveInstitutes>[1]) {
  const { id, loginName } = await staffAccount(portal, 'admin', `admin-${portal.services.staff.list().length}`)
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
  expect(after).not.toContain('स्टेशन रोड, पुणे</dd>')
  const marathi = (await browser(portal).get('institude-list/1011?lang=mr')).text
  expect(marathi).toContain('बस क्र. 4 ने कॉलेज रोडपर्यंत')
  expect(marathi).toContain('<dd lang="mr">12, स्टेशन रोड, पुणे</dd>')
  expect(marathi).not.toContain('Station Road, Pune</dd>')
  expect(after.match(/<dd>₹1,20,000<\/dd>/g)).toHaveLength(1)
  expect((await screen.get('institude-list')).text).toContain('₹1,20,000 a year')

  await save(portal, { institutes: [{ ...facts, addressMr: null }], fees: [] })
  const untold = (await browser(portal).get('institude-list/1011?lang=mr')).text
  expect(untold).toContain('<dd lang="en">12, Station Road, Pune</dd>')

  await save(portal, {
    institutes: [{ ...facts, hostel: 'both', address: null, addressMr: null }],
    fees: [],
  })
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

describe('names in Marathi', () => {
  const header = 'institute_code,name_mr,address'

  async function named() {
    const portal = await openPortal()
    publishSeats(portal.services)
    const found = portal.services.seats.institutes({}).slice()
    const keeper = await tableKeeper(portal)
    const bring = async (...lines: string[]) => {
      const read = await keeper.bring('institutes', [header, ...lines].join('\n'))
      expect(read).toMatchObject({ state: 'prepared', faultCount: 0 })
      expect((await keeper.apply(read.address)).status).toBe(303)
    }
    const page = async (address: string) => (await browser(portal).get(address)).text
    return { portal, found, keeper, bring, page }
  }

  test('a file brings them, pages and searches use them at once, and the export has them', async () => {
    const { found, keeper, bring, page } = await named()
    const [first, second] = found as [(typeof found)[number], (typeof found)[number]]
    expect(await page('institude-list?lang=mr')).toContain(first.institute)
    await bring(`${first.instituteCode},गोदावरी व्यवस्थापन संस्था,`)
    const marathi = await page('institude-list?lang=mr')
    expect(marathi).toContain('गोदावरी व्यवस्थापन संस्था')
    expect(marathi, 'one without a Marathi name').toContain(second.institute)
    expect(await page('institude-list')).toContain(first.institute)
    expect(await page('institude-list')).not.toContain('गोदावरी')
    const edition = async (language: string) =>
      viewOf<{ data: { institutes: { code: string; name: string }[] } }>(
        await keeper.get(`seat-matrix/1?lang=${language}`),
      ).data.institutes.find(({ code }) => code === first.instituteCode)!.name
    expect(await edition('mr'), 'the desk too').toBe('गोदावरी व्यवस्थापन संस्था')
    expect(await edition('en')).toBe(first.institute)
    for (const language of ['en', 'mr']) {
      const sought = await page(`institude-list?lang=${language}&q=${encodeURIComponent('गोदावरी व्यवस्थापन')}`)
      expect(sought).toContain(`institude-list/${first.instituteCode}"`)
      expect(sought).not.toContain(`institude-list/${second.instituteCode}"`)
    }
    expect(await page(`institude-list?lang=mr&q=${encodeURIComponent(first.institute)}`)).toContain('गोदावरी व्यवस्थापन')
    expect(await keeper.exported('institutes')).toContain(`${first.instituteCode},गोदावरी व्यवस्थापन संस्था,`)
    await bring(`${first.instituteCode},गोदावरी महाविद्यालय,`)
    expect(await page('institude-list?lang=mr')).toContain('गोदावरी महाविद्यालय')
    expect(await page('seat-matrix.csv'), 'tables keep the names of the matrix').not.toContain('गोदावरी')
  })

  test('a name that two institutes share stays in English unless both have the same one', async () => {
    const { portal, found, bring } = await named()
    const [first, second] = found as [(typeof found)[number], (typeof found)[number]]
    portal.services.db.sqlite
      .prepare('UPDATE seat_matrix_courses SET institute = ? WHERE institute_code = ?')
      .run(first.institute, second.instituteCode)
    const said = () => nameIn(first.institute, 'mr', portal.services.course.form)
    await bring(`${first.instituteCode},एक,`, `${second.instituteCode},दोन,`)
    expect(said()).toBe(first.institute)
    await bring(`${second.instituteCode},एक,`)
    expect(said()).toBe('एक')
  })

  test('the cell names a course and a university by its lists', async () => {
    const { portal, found, keeper } = await named()
    const second = await tableKeeper(portal, 'second')
    const { course, university } = found[0]!.courses[0]!
    const header = 'list,code,group,name_en,name_mr,first_day,last_day'
    const lines = [`courses,own,,${course},आमचा अभ्यासक्रम,,`, `universities,sppu,MH,${university},आमचे विद्यापीठ,,`]
    const read = await keeper.bring('vocabularies', [header, ...lines].join('\n'))
    expect((await second.apply(read.address)).status).toBe(303)
    const { text } = await browser(portal).get(`institude-list/${found[0]!.instituteCode}?lang=mr`)
    expect(text).toContain('आमचा अभ्यासक्रम')
    expect(text).toContain('आमचे विद्यापीठ')
  })
})
