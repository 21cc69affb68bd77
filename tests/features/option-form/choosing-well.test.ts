import { beforeEach, describe, expect, test } from 'vitest'
import { shownLast } from '#pages/parts/option-form/last-rank.ts'
import type { View } from '#server/domain/site/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'
import { type Applicant, applicant } from '#tests/support/applicant.ts'
import { type Chooser, publishFinalMerit, publishSeats, someCourses, withAChooser } from '#tests/support/options.ts'
import { browser, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

type Comparison = DataOf<typeof import('#pages/candidate/compare/page.server.ts').load>
type Institutes = DataOf<typeof import('#pages/candidate/institude-list/page.server.ts').load>
type Starred = DataOf<typeof import('#pages/candidate/starred/page.server.ts').load>

const [pune, mms, waiver, nashik, nashikMms, nagpur] = someCourses.map(({ code }) => code) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

let portal: TestPortal
let owner: Applicant
let form: Chooser
beforeEach(async () => {
  ;({ portal, owner, form } = await withAChooser())
})

const past = (choiceCode: string, merit: number) =>
  portal.services.pastSeasons.keep([
    { academicYear: '2023-2024', choiceCode, seatType: 'GOPENS', round: 1, merit, listed: 900, admitted: 3, vacant: 0 },
  ])
const asOwner = () => browser(portal, owner.cookies)
const data = async <D>(path: string, reader = asOwner()) => viewOf<View<D>>(await reader.get(path)).data

test('a choice beyond every last number known has a small chance on the list, in the advice and side by side', async () => {
  const closed = (choiceCode: string, academicYear: string, merit: number, admitted: number) => ({
    ...{ academicYear, choiceCode, seatType: 'GOPENS' as const, round: 1, merit, listed: 900, admitted, vacant: 0 },
  })
  portal.services.pastSeasons.keep(
    ['2022-2023', '2023-2024'].flatMap((year) => [closed(nashik, year, 300, 10), closed(nagpur, year, 1, 1)]),
  )
  await form.save([nashik, nagpur])
  type Confirm = DataOf<typeof import('#pages/candidate/option-form/lisitng-confirm/page.server.ts').load>
  const confirm = await data<Confirm>('option-form/lisitng-confirm')
  expect(confirm.lines.map(({ code, isBeyond }) => [code, isBeyond])).toEqual([
    [nashik, true],
    [nagpur, true],
  ])
  expect(confirm.doctor?.chances?.counts).toMatchObject({ unknown: 0 })
  const compared = await data<Comparison>(`compare?codes=${nashik},${nagpur}`)
  expect(compared.columns.map(({ isBeyond }) => isBeyond)).toEqual([true, true])
  type Found = DataOf<typeof import('#pages/candidate/option-form/select-institutes/page.server.ts').load>
  const { rows } = await data<Found>('option-form/select-institutes')
  expect(rows.filter(({ isBeyond }) => isBeyond).map(({ code }) => code)).toEqual(
    rows.map(({ code }) => code).filter((code) => code === nashik || code === nagpur),
  )
  expect(rows.map(({ code }) => code)).toContain(nashik)
})

describe('a course that the advice names before the list is confirmed', () => {
  const here = 'option-form/lisitng-confirm'
  type Confirm = DataOf<typeof import('#pages/candidate/option-form/lisitng-confirm/page.server.ts').load>
  beforeEach(async () => {
    publishFinalMerit(portal.services, [{ candidateId: owner.id, lists: { state: 1, 'all-india': 1 } }])
    portal.services.pastSeasons.keep(
      ['2022-2023', '2023-2024'].flatMap((academicYear) =>
        [pune, nashik].map((choiceCode) => ({
          ...{ academicYear, choiceCode, seatType: 'GOPENS' as const, round: 1 },
          ...{ merit: 900, listed: 900, admitted: 30, vacant: 5 },
        })),
      ),
    )
    await form.save([pune])
  })

  test('is added by its own button to the end of the list, on the same page, which says where it is', async () => {
    const before = await data<Confirm>(here)
    expect(before.doctor?.suggestions.map(({ code }) => code)).toContain(nashik)
    // It says by what the list led to it: the list has no district of it, but its university.
    expect(before.doctor?.suggestions.find(({ code }) => code === nashik)?.about).toMatch(
      /^(In \w+ district|Of .+), as a choice of yours/,
    )
    expect((await asOwner().get(here)).text).toContain(`name="add" value="${nashik}"`)
    const page = asOwner()
    const added = await page.post(`${here}?round=1&lang=mr`, { add: nashik })
    expect([added.status, added.headers.location]).toEqual([303, expect.stringContaining(`${here}?round=1`)])
    expect((await form.read()).choices).toEqual([pune, nashik])
    const after = viewOf<View<Confirm>>(await page.get(String(added.headers.location)))
    expect(after.flash?.text).toBe(`जोडले: Godavari College, Nashik (${nashik}). तुमच्या यादीत विकल्प 2.`)
    expect(after.data.doctor?.suggestions.map(({ code }) => code)).not.toContain(nashik)
    // Without script the page goes on where there is something left of the advice.
    const place = after.data.doctor!.suggestions.length > 0 ? 'near' : 'advice'
    expect(added.headers.location).toMatch(new RegExp(`#${place}$`))
    expect((await page.get(`${here}?round=1`)).text).toContain(`id="${place}"`)
    // A second press, as of a page that was open before, finds it there.
    expect((await page.post(here, { add: nashik })).status).toBe(303)
    expect((await form.read()).choices).toEqual([pune, nashik])
  })

  test('stays out if nobody offers it, and once the list is confirmed', async () => {
    for (const code of ['', '999999999', '<b>', pune.slice(1)]) {
      const refused = await asOwner().post(here, { add: code })
      expect([code, refused.status]).toEqual([code, 422])
      // The summary leads to the reason, which stands at the suggestions.
      expect(refused.text.split('href="#f-choices"')).toHaveLength(2)
      expect(refused.text.indexOf('id="f-choices"')).toBeGreaterThan(refused.text.indexOf('id="advice"'))
    }
    await form.confirm()
    expect((await asOwner().post(here, { add: nashik })).status).toBeGreaterThanOrEqual(400)
    expect((await form.read()).choices).toEqual([pune])
  })

  test('between the OTP and its proof leads back to the proof, of the new list', async () => {
    const page = asOwner()
    const added = await page.post(`${here}?round=1&step=otp`, { add: nashik })
    expect(added.headers.location).toContain('step=otp')
    const { head, proving } = viewOf<View<Confirm>>(await page.get(String(added.headers.location))).data
    expect([head.version, proving]).toEqual([2, 'otp'])
  })
})

test.each([
  ['a last rank', 302, 0, 302],
  ['seats that stayed empty', 302, 4, 'left'],
] as const)('every page shows one last rank of a course: %s', async (_, merit, vacant, wanted) => {
  portal.services.pastSeasons.keep([
    {
      ...{ academicYear: '2023-2024', choiceCode: pune, seatType: 'GOPENS', round: 1 },
      ...{ merit, listed: 900, admitted: 3, vacant },
    },
  ])
  type Search = DataOf<typeof import('#pages/candidate/option-form/select-institutes/page.server.ts').load>
  const inSearch = (await data<Search>('option-form/select-institutes')).rows.find(({ code }) => code === pune)
  const inList = (await data<Institutes>('institude-list')).institutes
    .flatMap(({ courses }) => courses)
    .find(({ choiceCode }) => choiceCode === pune)
  const [beside] = (await data<Comparison>(`compare?codes=${pune}`)).columns
  const shown = [inSearch, inList, beside].map((place) => shownLast(place?.last ?? null))
  expect(shown).toEqual([wanted, wanted, wanted])
})

describe('a comparison', () => {
  test("sets beside last ranks the candidate's numbers of the same lists only", async () => {
    publishFinalMerit(portal.services, [{ candidateId: owner.id, lists: { state: 961, 'all-india': 1096 } }])
    const closed = (choiceCode: string, seatType: 'GOPENS' | 'AI', vacant = 0) => ({
      ...{ academicYear: '2023-2024', choiceCode, seatType, round: 1 },
      ...{ merit: 649, listed: 1100, admitted: 3, vacant },
    })
    portal.services.pastSeasons.keep([closed(pune, 'GOPENS'), closed(nagpur, 'AI'), closed(nashik, 'GOPENS', 2)])
    const row = async (...codes: string[]) => {
      const { text } = await asOwner().get(`compare?codes=${codes.join(',')}&lang=en`)
      return /Last rank[^<]*/.exec(text)?.[0]
    }
    expect(await row(pune, nagpur)).toMatch(/\(yours: State 961 · All India 1,096\)$/)
    expect(await row(nagpur, nashik)).toMatch(/\(yours: All India 1,096\)$/)
    expect(await row(pune)).toMatch(/\(yours: State 961\)$/)
    expect(await row(nashik), 'seats were left: nothing to compare with').not.toContain('yours')
  })

  test('shows a candidate how they stand at each course, and points out the lowest fee', async () => {
    past(pune, 302)
    portal.services.directory.saveInstitutes(
      { id: 1, loginName: 'admin', role: 'admin' },
      {
        institutes: [],
        fees: [
          { choiceCode: pune, annualFee: rupees(90_000) },
          { choiceCode: nashik, annualFee: rupees(60_000) },
        ],
      },
    )
    const compared = await data<Comparison>(`compare?codes=${pune},${nashik},${nagpur}`)
    expect(compared.columns.map(({ code }) => code)).toEqual([pune, nashik, nagpur])
    expect(compared.columns[0]).toMatchObject({ fee: '₹90,000', last: { merit: 302 } })
    expect(compared.cheapest).toBe(1)
    expect(compared.last).toEqual({ year: '2023-2024', round: 1 })
    expect(compared.head?.merit.state).toBe(12)
    expect(compared.mayChange).toBe(true)
  })

  test('shows a visitor what everybody may see, by one type of seat', async () => {
    past(pune, 302)
    const visitor = browser(portal)
    const compared = await data<Comparison>(`compare?codes=${pune},${nashik}`, visitor)
    expect(compared).toMatchObject({ head: null, mayChange: false, mine: [], home: null, seatType: { code: 'GOPENS' } })
    expect(compared.columns[0]).toMatchObject({ seats: 60, last: { merit: 302 } })
    // Seats that would say something about a person have no last rank.
    const special = await data<Comparison>(`compare?codes=${pune}&seatType=ORPHAN`, visitor)
    expect(special.seatType?.code).toBe('GOPENS')
  })

  test('names a course that left the matrix by its last name, and a code that never was', async () => {
    publishSeats(
      portal.services,
      someCourses.filter(({ code }) => code !== nagpur),
    )
    const compared = await data<Comparison>(`compare?codes=${pune},${nagpur},999999999`)
    expect(compared.columns.map(({ code }) => code)).toEqual([pune])
    expect(compared.gone).toEqual([
      { code: nagpur, institute: 'Wainganga Institute, Nagpur', course: 'MBA' },
      { code: '999999999' },
    ])
    const { text } = await asOwner().get(`compare?codes=${nagpur}`)
    expect(text).toContain('Wainganga Institute, Nagpur')
    expect(text).toContain('is not on offer')
  })

  test('of five, says which one is not shown', async () => {
    const five = [pune, mms, nashik, nashikMms, nagpur]
    const compared = await data<Comparison>(`compare?codes=${five.join(',')}`)
    expect(compared.columns).toHaveLength(4)
    expect(compared.left).toEqual([nagpur])
    const { text } = await asOwner().get(`compare?codes=${five.join(',')}`)
    expect(text).toContain('At most 4 fit side by side; you picked 5')
    // The form that ticks them refuses as truly, and keeps the ticks.
    const ticked = Object.fromEntries(five.map((code) => [`code-${code}`, 'true']))
    const refused = await asOwner().post('option-form/select-institutes', { ...ticked, compare: 'true' })
    expect([refused.status, refused.text.includes('you ticked 5')]).toEqual([422, true])
    const few = await asOwner().post('option-form/select-institutes', { [`code-${pune}`]: 'true', compare: 'true' })
    expect([few.status, few.text.includes('Tick two to 4 courses')]).toEqual([422, true])
    const two = { [`code-${pune}`]: 'true', [`code-${mms}`]: 'true', compare: 'true' }
    const compare = await asOwner().post('option-form/select-institutes', two)
    expect(decodeURIComponent(String(compare.headers.location))).toMatch(
      new RegExp(`compare\\?round=1&codes=${pune},${mms}$`),
    )
  })

  test('a refused comparison keeps the ticks of the other pages, and what is unticked is not ticked again', async () => {
    const refused = await asOwner().post(`option-form/select-institutes?ticked=${pune},${mms}`, {
      ticked: nagpur,
      compare: 'true',
    })
    expect(refused.status).toBe(422)
    const isTicked = (code: string) => new RegExp(`<input[^>]*name="code-${code}"[^>]*checked`).test(refused.text)
    expect([pune, mms, nagpur].map(isTicked)).toEqual([false, false, true])
    // What this page of the result does not show stays ticked in the form.
    const elsewhere = await asOwner().post('option-form/select-institutes?q=nashik', {
      ticked: nagpur,
      compare: 'true',
    })
    expect(elsewhere.text).toContain(`name="ticked" value="${nagpur}"`)
  })

  test('its way back finds the ticks and the search of the list from which it was opened', async () => {
    const two = { [`code-${pune}`]: 'true', ticked: mms, compare: 'true' }
    const asked = 'option-form/select-institutes?fee=150000&order=fee&round=1&page=2'
    const { headers } = await asOwner().post(asked, two)
    const at = new URL(String(headers.location), 'http://portal')
    expect(Object.fromEntries(at.searchParams)).toEqual({
      ...{ fee: '150000', order: 'fee', round: '1', page: '2' },
      codes: `${mms},${pune}`,
    })
    const { text } = await asOwner().get(`compare${at.search}`)
    const ways = [...text.matchAll(/href="([^"]*)"/g)].map(
      ([, address]) => new URL(address!.replaceAll('&amp;', '&'), 'http://portal'),
    )
    const back = ways.find(({ pathname, search }) => /select-institutes$/.test(pathname) && search.includes('ticked'))!
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ fee: '150000', ticked: `${mms},${pune}` })
    const without = ways.filter(({ pathname }) => pathname.endsWith('/compare'))
    expect(without).not.toEqual([])
    for (const one of without) expect(one.search).toContain('fee=150000')

    // Everybody's list, for a candidate too.
    const { text: shown } = await asOwner().get(`compare?q=pune&district=MH-pune&codes=${pune},${mms}`)
    expect(shown).toContain(`institude-list?q=pune&amp;district=MH-pune&amp;codes=${pune}%2C${mms}`)
  })

  test('what was typed and chosen but not yet asked for goes along with every press of the form', async () => {
    const typed = { [`code-${pune}`]: 'true', ticked: mms, q: 'institute', fee: '', hostel: 'any' }
    const asked = 'option-form/select-institutes?fee=150000&order=fee&round=1'
    const presses: Record<string, string>[] = [
      { compare: 'true' },
      { star: `on:${pune}` },
      { page: '2' },
      { find: 'typed' },
      {},
    ]
    for (const press of presses) {
      const { headers } = await asOwner().post(asked, { ...typed, ...press })
      const to = new URL(String(headers.location), 'http://portal').searchParams
      expect([press, ['q', 'fee', 'hostel', 'order'].map((name) => to.get(name))]).toEqual([
        press,
        ['institute', null, 'any', 'fee'],
      ])
    }
  })

  test('nothing in its address breaks it', async () => {
    for (const codes of ['', ',,,', '<script>', '%00', '9'.repeat(3000), `${pune}&codes=${nagpur}`])
      expect([codes, (await asOwner().get(`compare?codes=${codes}`)).status]).toEqual([codes, 200])
  })
})

describe('the list of institutes', () => {
  test('says to everybody how far each course went last season, by the type of seat that is asked for', async () => {
    past(pune, 302)
    const rank = async (query: string, reader = browser(portal)) => {
      const { institutes, last } = await data<Institutes>(`institude-list${query}`, reader)
      const found = institutes.flatMap(({ courses }) => courses).find(({ choiceCode }) => choiceCode === pune)
      return { merit: found?.last?.merit ?? null, type: last?.type ?? null }
    }
    expect(await rank('')).toEqual({ merit: 302, type: expect.stringContaining('GOPENS') })
    expect(await rank('?seatType=LOPENS')).toEqual({ merit: null, type: expect.stringContaining('LOPENS') })
    expect(await rank('', asOwner())).toEqual({ merit: 302, type: null })
  })

  test('keeps what is picked for a comparison in its address, four at most', async () => {
    const { compared } = await data<Institutes>(
      `institude-list?codes=${[pune, mms, nashik, nashikMms, nagpur].join(',')}`,
    )
    expect(compared).toHaveLength(4)
    const { text } = await browser(portal).get(`institude-list?codes=${pune},${mms}`)
    expect(text).toContain(`codes=${encodeURIComponent(`${pune},${mms}`)}`)
    const { text: found } = await browser(portal).get(`institude-list?district=MH-pune&codes=${pune},${mms}`)
    expect(found).toMatch(new RegExp(`compare\\?district=MH-pune[^"]*codes=${pune}%2C${mms}`))
  })
})

describe('stars', () => {
  const star = (code: string, starred: boolean, who = owner) =>
    portal.api('PUT', `starred-choices/${code}`, { starred }, who.from)

  test('are set before the round opens, by a button without script, and lead back to where it was pressed', async () => {
    portal.clock.set(ist('2024-08-24 09:00'))
    const next = '/mbale/candidate/institude-list?page=1'
    const pressed = await asOwner().post('starred', { star: `on:${nashik}`, next })
    expect([pressed.status, pressed.headers.location]).toEqual([303, next])
    expect((await data<Starred>('starred')).stars).toMatchObject([{ code: nashik, isOffered: true }])
    expect((await data<Institutes>('institude-list')).stars).toEqual([nashik])
    // The option form is closed, so nothing is offered to it yet.
    expect(await data<Starred>('starred')).toMatchObject({ mayChange: false, added: 0, opens: expect.any(String) })
    const away = await asOwner().post('starred', { star: `off:${nashik}`, next: 'https://evil.example/' })
    expect(away.headers.location).toBe('/mbale/candidate/starred')
    expect(portal.services.optionForm.stars(owner.id)).toEqual([])
  })

  test('begin an option form when it is open, after what is in it already, and never by themselves', async () => {
    for (const code of [nagpur, waiver, nashik]) await star(code, true)
    await form.save([nashik])
    expect((await form.read()).choices).toEqual([nashik])
    const page = await data<{ starred: { added: number; gone: unknown[] }; version: number }>(
      'option-form/select-prefrence',
    )
    expect(page.starred).toMatchObject({ added: 2, gone: [] })
    const body = { version: String(page.version), choices: [nashik], act: 'starred' }
    expect((await asOwner().post('option-form/select-prefrence', body)).status).toBe(303)
    expect((await form.read()).choices).toEqual([nashik, nagpur, waiver])
    // Pressed twice, as after going back, it adds nothing and loses nothing.
    await asOwner().post('option-form/select-prefrence', body)
    expect((await form.read()).choices).toEqual([nashik, nagpur, waiver])
  })

  test('are added to the list by the button that says so, and the list is shown', async () => {
    for (const code of [nagpur, waiver]) await star(code, true)
    await form.save([nashik])
    expect((await data<Starred>('starred')).added).toBe(2)
    const { status, headers } = await asOwner().post('starred', { act: 'use' })
    expect([status, headers.location]).toEqual([303, '/mbale/candidate/option-form/select-prefrence?round=1'])
    expect((await form.read()).choices).toEqual([nashik, nagpur, waiver])
    expect((await data<Starred>('starred')).added).toBe(0)
  })

  test('of courses that left the matrix are named, and not added', async () => {
    await star(nagpur, true)
    await star(pune, true)
    publishSeats(
      portal.services,
      someCourses.filter(({ code }) => code !== nagpur),
    )
    const { starred } = await data<{ starred: { added: number; gone: { code: string; name: string }[] } }>(
      'option-form/select-prefrence',
    )
    expect(starred).toEqual({ round: 1, added: 1, gone: [{ code: nagpur, name: 'Wainganga Institute, Nagpur' }] })
    const { stars } = await data<Starred>('starred')
    expect(stars.map(({ code, isOffered }) => [code, isOffered])).toEqual([
      [nagpur, false],
      [pune, true],
    ])
  })

  test("are the candidate's own, kept once, bounded, and only of courses on offer", async () => {
    expect((await star(pune, true)).body.data).toEqual({ choices: [pune] })
    expect((await star(pune, true)).body.data).toEqual({ choices: [pune] })
    for (const code of ['999999999', 'x', '../..', "'; DROP"])
      expect((await star(encodeURIComponent(code), true)).status, code).toBeGreaterThanOrEqual(404)
    expect(await star('999999999', true)).toMatchObject({ status: 422, body: { code: 'star-not-offered' } })
    expect((await star('999999999', false)).status).toBe(200)
    expect((await portal.api('GET', 'starred-choices', undefined)).status).toBe(401)
    const asVisitor = await browser(portal).post('starred', { star: `on:${pune}` })
    expect(asVisitor.headers.location).toContain('/mbale/candidate/home?next=')

    portal.clock.set(ist('2024-08-01 12:00'))
    const other = await applicant(portal, ravi)
    expect((await portal.api('GET', 'starred-choices', undefined, other.from)).body.data).toEqual({ choices: [] })
    await star(pune, false, other)
    expect(portal.services.optionForm.stars(owner.id)).toEqual([pune])

    const many = Array.from({ length: 301 }, (_, n) => ({ code: String(401_110_110 + n) }))
    publishSeats(portal.services, many)
    portal.services.db.transact(() => {
      for (const { code } of many.slice(0, 299)) portal.services.optionForm.star(owner.id, code, true)
    })
    expect(await star(many[300]!.code, true)).toMatchObject({ status: 409, body: { code: 'stars-full' } })
    // Nothing is in the way of a star that is set already, or taken away.
    expect((await star(many[0]!.code, true)).status).toBe(200)
    await star(many[0]!.code, false)
    expect((await star(many[300]!.code, true)).status).toBe(200)
  })

  test('without JavaScript, a star keeps the ticks and the search of the page', async () => {
    const body = { star: `on:${nashik}`, ticked: pune, [`code-${mms}`]: 'true' }
    const pressed = await asOwner().post('option-form/select-institutes?q=a', body)
    expect(decodeURIComponent(String(pressed.headers.location))).toBe(
      `/mbale/candidate/option-form/select-institutes?q=a&round=1&page=1&ticked=${pune},${mms}#of-${nashik}`,
    )
    expect(portal.services.optionForm.stars(owner.id)).toEqual([nashik])
    const found = await data<{ rows: { code: string }[] }>('option-form/select-institutes?starred=true')
    expect(found.rows.map(({ code }) => code)).toEqual([nashik])
  })
})
