import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { load as dashboardView } from '#pages/candidate/dashboard/page.server.ts'
import type { load as listView } from '#pages/candidate/merit-lists/page.server.ts'
import type { ownView } from '#pages/parts/merit-pages/own.ts'
import type { statusView } from '#pages/parts/merit-pages/status.server.ts'
import { demoSecret } from '#server/config.ts'
import type { View } from '#server/domain/site/view.ts'
import { createCodes } from '#server/features/content/printables/codes.ts'
import { minutes } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { madeUpLines, type RankedLine, writeEdition } from '#tests/support/merit.ts'
import { browser, openPortal, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

type ListView = View<ReturnType<typeof listView>>
const codesOf = (portal: TestPortal) => createCodes({ secret: demoSecret }, 'mbale', portal.services.identity.epochs)
const birthDate = ashasAnswers['personal-details'].dateOfBirth

const lines: RankedLine[] = [
  { userId: 'ML24200001', fullName: 'Meera Suresh Joshi', percentage: '88.1000' },
  { userId: 'ML24200002', fullName: 'Asha Ramesh Patil', category: 'OBC', percentage: '80.0000' },
  { userId: 'ML24200003', fullName: 'आशा रमेश पाटील', category: 'NT-B', percentage: '80.0000', decidedBy: 'birth-date' },
  { userId: 'ML24200004', fullName: 'Omkar Nair', type: 'OMS', percentage: '71.5000' },
]

const search = async (portal: TestPortal, query: string) => {
  const answer = await browser(portal).get(`merit-lists${query}`)
  expect(answer.status).toBe(200)
  const { shown } = viewOf<ListView>(answer).data
  return { ...shown!, ids: shown!.lines.map(({ userId }) => userId.slice(-1)).join('') }
}

describe('the public list', () => {
  test('gives the due dates of the lists until one is published', async () => {
    const portal = await openPortal()
    writeEdition(portal, { state: 'released', lists: { state: lines } })
    const answer = await browser(portal).get('merit-lists')
    expect(viewOf<ListView>(answer).data).toEqual({ editions: [], due: '17 Aug 2024, 17:00', shown: null, entry: null })
    expect(answer.text).toContain('The first list is due on 17 Aug 2024, 17:00')
  })

  test.each([
    ['a merit number', '?q=2', '2'],
    ['an Application ID, even in lower case', '?q=ml24200003', '3'],
    ['a whole name', '?q=Omkar Nair', '4'],
    ['the beginnings of its words in any order', '?q=pat ash', '2'],
    ['a name in Devanagari', '?q=पाटी', '3'],
    ['the same name with joiners that a keyboard writes', '?q=पा\u200Dटी', '3'],
    ['a merit number in Marathi digits', '?q=२', '2'],
    ['an Application ID in Marathi digits and with a space', '?q=ml २४२००००३', '3'],
    ['a type', '?type=OMS', '4'],
    ['a category with a hyphen in its code', '?category=NT-B', '3'],
    ['a name within a category', '?q=asha&category=OBC', '2'],
    ['no words at all', '', '1234'],
    ['an empty search', '?q=&type=&category=', '1234'],
    ['an unused number', '?q=77', ''],
    ['punctuation only', '?q="*(', ''],
    ['a number outside the chosen category', '?q=2&category=SC', ''],
  ])('can be searched by %s', async (_, query, found) => {
    const portal = await openPortal()
    writeEdition(portal, { lists: { 'all-india': lines } })
    expect((await search(portal, query)).ids).toBe(found)
  })

  test('finds a name with and without the spaces and signs between its parts', async () => {
    const portal = await openPortal()
    const names = ['Maria D’Souza', 'Sameer Al-Khan', 'A.B. Patil', 'Anita MacDonald', 'सीता राम पाटील']
    const listed = names.map((fullName, place) => ({
      userId: `ML2420000${place + 1}`,
      fullName,
      percentage: '80.0000',
    }))
    writeEdition(portal, { lists: { state: listed } })
    for (const [typed, found] of [
      ['dsouza', '1'],
      ['d‘souza maria', '1'],
      ['alkhan', '2'],
      ['al khan', '2'],
      ['AB Patil', '3'],
      ['a b patil', '3'],
      ['mac donald', '4'],
      ['सीताराम', '5'],
      ['khandsouza', ''],
    ] as const)
      expect((await search(portal, `?q=${encodeURIComponent(typed)}&type=A`)).ids, typed).toBe(found)
  })

  test('case 23: the search treats typed characters as words, never as commands', async () => {
    const portal = await openPortal()
    writeEdition(portal, { lists: { state: lines } })
    for (const typed of [
      "' OR 1=1 --",
      'Asha OR Meera',
      'name:Asha',
      'NOT Asha',
      'NEAR(Asha Patil)',
      '"',
      '*',
      '{name}',
      '^asha',
      '-asha',
    ]) {
      const { lines: found } = await search(portal, `?q=${encodeURIComponent(typed)}`)
      expect(found.length, typed).toBeLessThan(2)
    }
    for (const query of [
      '?type=A" OR type:"OMS',
      "?category=' OR '1'='1",
      '?list=jk;drop',
      '?edition=final-1x',
      '?page=-1',
      '?page=1e9',
    ])
      expect((await search(portal, query)).lines, query).toHaveLength(4)
  })

  test('has pages of fifty lines, for the whole list and for search results', async () => {
    const portal = await openPortal()
    writeEdition(portal, { lists: { state: madeUpLines(120) } })
    const numbers = async (query: string) => {
      const { lines: shown, hasNext, pages } = await search(portal, query)
      return [shown[0]?.meritNumber, shown.at(-1)?.meritNumber, shown.length, hasNext, pages]
    }
    expect(await numbers('')).toEqual([1, 50, 50, true, 3])
    expect(await numbers('?page=3')).toEqual([101, 120, 20, false, 3])
    expect(await numbers('?page=4')).toEqual([undefined, undefined, 0, false, 3])
    expect(await numbers('?type=A')).toEqual([1, 55, 50, true, null])
    expect(await numbers('?type=A&page=2')).toEqual([56, 111, 50, true, null])
    expect(await numbers('?type=A&page=3')).toEqual([112, 119, 8, false, null])
  })

  test('shows the edition in force, and any other by its name', async () => {
    const portal = await openPortal()
    writeEdition(portal, { stage: 'provisional', lists: { state: lines.slice(0, 1) } })
    writeEdition(portal, { number: 1, lists: { state: lines.slice(0, 2) } })
    writeEdition(portal, { number: 2, lists: { state: lines.slice(0, 3) } })
    expect((await search(portal, '')).ids).toBe('123')
    expect((await search(portal, '?edition=final-1')).ids).toBe('12')
    expect((await search(portal, '?edition=provisional-1')).ids).toBe('1')
    const old = await browser(portal).get('merit-lists?edition=final-1')
    expect(old.text).toContain('This edition is no longer in force')
    expect(old.text).toContain('A mark was typed wrongly')
  })

  test('finds lines only in its own list and edition', async () => {
    const portal = await openPortal()
    writeEdition(portal, { number: 1, lists: { state: [lines[0]!], 'all-india': [lines[0]!, lines[3]!] } })
    expect((await search(portal, '?list=state&q=omkar')).ids).toBe('')
    expect((await search(portal, '?list=all-india&q=omkar')).ids).toBe('4')
    expect((await search(portal, '?list=state&q=meera')).ids).toBe('1')
  })

  test('keeps no search words of a discarded edition', async () => {
    const portal = await openPortal()
    const id = writeEdition(portal, { state: 'discarded', lists: { state: lines } })
    portal.services.db.sqlite.prepare('DELETE FROM merit_entries WHERE edition_id = ?').run(id)
    const left = portal.services.db.sqlite.prepare('SELECT count(*) FROM merit_search').pluck().get()
    expect(left).toBe(0)
  })
})

describe('the list as a table', () => {
  test('case 36: has only the public columns, starts with a byte order mark, and runs no formula', async () => {
    const portal = await openPortal()
    writeEdition(portal, { lists: { state: [{ userId: 'ML24200009', fullName: '=HYPERLINK("http://x")' }, ...lines] } })
    const answer = await browser(portal).get('merit-lists/final-1-state.csv')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="mbale-final-1-state.csv"')
    expect(answer.text.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFMerit No.,Application ID,Name,Type,Category,Percentage',
      '1,ML24200009,"\'=HYPERLINK(""http://x"")",A,Open,61.2500',
      '2,ML24200001,Meera Suresh Joshi,A,Open,88.1000',
    ])
    expect((await browser(portal).get('merit-lists/final-1-state.csv?lang=mr')).text).toContain(
      'गुणवत्ता क्र.,अर्ज क्रमांक,नाव',
    )
  })

  test('is complete, however long', async () => {
    const portal = await openPortal()
    writeEdition(portal, { lists: { state: madeUpLines(2500) } })
    const { text } = await browser(portal).get('merit-lists/final-1-state.csv')
    const numbers = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]))
    expect(numbers).toEqual(Array.from({ length: 2500 }, (_, n) => n + 1))
  })
})

/** Asha, second of three, whose confirmed form has a date of birth; and a browser without a session. */
async function withAsha(more: { stage?: 'provisional' | 'final' } = {}) {
  const portal = await openPortal()
  const asha = await applicant(portal)
  await asha.answer()
  const own = { candidateId: asha.id, userId: asha.userId, fullName: 'Asha Ramesh Patil', category: 'OBC' as const }
  const editionId = writeEdition(portal, {
    ...more,
    lists: {
      state: [lines[0]!, { ...own, decidedBy: 'degree' }, { ...lines[2]!, decidedBy: 'birth-date' }],
      'all-india': [lines[0]!, lines[3]!, { ...own, decidedBy: 'ssc' }],
    },
  })
  return { portal, asha, own, editionId, visitor: browser(portal) }
}

describe('the look-up', () => {
  const page = 'meritstatus/final-merit'

  test('shows the numbers for an Application ID with its date of birth, and prints them for 15 minutes', async () => {
    const { portal, asha, visitor } = await withAsha()
    expect((await visitor.post(page, { userId: asha.userId, birthDate })).status).toBe(303)
    const found = await visitor.get(page)
    expect(viewOf<View<ReturnType<typeof statusView>>>(found).data.result).toMatchObject({
      userId: asha.userId,
      places: [
        { list: 'state', meritNumber: 2, of: 3 },
        { list: 'all-india', meritNumber: 3, of: 3 },
      ],
    })
    expect(found.headers['cache-control']).toBe('private, no-store')
    const printed = await visitor.get(`${page}/print/${asha.userId}`)
    expect(printed.status).toBe(200)
    expect(printed.text).toContain('2 of 3')

    portal.clock.advance(minutes(15))
    const late = await visitor.get(`${page}/print/${asha.userId}`)
    expect([late.status, late.headers.location]).toEqual([303, `${portal.base}${page}`])
    expect((await visitor.get(page)).text).not.toContain('2 of 3')
  })

  test('prints no other candidate, and nothing in another browser', async () => {
    const { portal, asha, visitor } = await withAsha()
    await visitor.post(page, { userId: asha.userId, birthDate })
    for (const other of ['ML24200001', 'ML24999999', '..%2f', `${asha.userId}x`]) {
      const answer = await visitor.get(`${page}/print/${other}`)
      expect([other, answer.status]).toEqual([other, 303])
    }
    expect((await browser(portal).get(`${page}/print/${asha.userId}`)).status).toBe(303)
    const stranger = await applicant(portal, ravi)
    expect((await browser(portal, stranger.cookies).get(`${page}/print/${asha.userId}`)).status).toBe(303)
  })

  test('is not needed to print while the candidate is logged in', async () => {
    const { portal, asha } = await withAsha()
    const answer = await browser(portal, asha.cookies).get(`${page}/print/${asha.userId}`)
    expect([answer.status, answer.text.includes('2 of 3')]).toEqual([200, true])
  })

  test('can be closed', async () => {
    const { asha, visitor } = await withAsha()
    await visitor.post(page, { userId: asha.userId, birthDate })
    expect((await visitor.post(page, { intent: 'close' })).status).toBe(303)
    expect((await visitor.get(`${page}/print/${asha.userId}`)).status).toBe(303)
  })

  test('says so if the application is in no list', async () => {
    const { portal, visitor } = await withAsha()
    const other = await applicant(portal, ravi)
    await other.answer()
    await visitor.post(page, { userId: other.userId, birthDate })
    expect((await visitor.get(page)).text).toContain('This application is not on the list')
    expect((await visitor.get(`${page}/print/${other.userId}`)).status).toBe(404)
  })

  test('case 5: gives the same page for a wrong date of birth and an unknown Application ID', async () => {
    const { asha, visitor } = await withAsha()
    const told = async (userId: string) => {
      const answer = await visitor.post(page, { userId, birthDate: '1999-12-31' })
      return [answer.status, answer.cookies, answer.text.replaceAll(userId, 'ID').replace(/"now":\d+/, '')]
    }
    const known = await told(asha.userId)
    expect(known).toEqual(await told('ML24987654'))
    expect(known[0]).toBe(422)
    expect(known[2]).toContain('No application has this Application ID and date of birth')
  })

  test('case 5: refuses after five attempts, and says when to come back', async () => {
    const { asha, visitor } = await withAsha()
    for (let n = 0; n < 5; n++) await visitor.post(page, { userId: asha.userId, birthDate: '1999-12-31' })
    const refused = await visitor.post(page, { userId: asha.userId, birthDate })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30'])
  })
})

describe('a candidate', () => {
  test('reads their numbers with an explanation: the neighbours by number only, and the deciding criterion', async () => {
    const { portal, asha } = await withAsha()
    const answer = await browser(portal, asha.cookies).get('final-merit')
    const { places, compared } = viewOf<View<NonNullable<ReturnType<typeof ownView>>>>(answer).data
    expect(places).toEqual([
      {
        list: 'state',
        meritNumber: 2,
        of: 3,
        above: { meritNumber: 1, decidedBy: 'degree' },
        below: { meritNumber: 3, decidedBy: 'birth-date' },
        before: null,
        page: 1,
      },
      {
        list: 'all-india',
        meritNumber: 3,
        of: 3,
        above: { meritNumber: 2, decidedBy: 'ssc' },
        below: null,
        before: null,
        page: 1,
      },
    ])
    expect(compared).toEqual([
      { criterion: 'degree', value: '61.2500' },
      { criterion: 'birth-date', value: '31 May 2001' },
    ])
    for (const { userId, fullName } of [lines[0]!, lines[2]!, lines[3]!]) {
      expect(answer.text).not.toContain(userId)
      expect(answer.text).not.toContain(fullName)
    }
  })

  test('reads how a new edition changed their number', async () => {
    const { portal, asha, own } = await withAsha()
    writeEdition(portal, { number: 2, lists: { state: [own, lines[0]!], 'all-india': [lines[0]!, lines[3]!, own] } })
    const answer = await browser(portal, asha.cookies).get('final-merit')
    expect(answer.text).toContain('On the previous list it was 2.')
    expect(answer.text).toContain('Unchanged since the previous list.')
    expect(answer.text).toContain('A mark was typed wrongly')
  })

  test('reads that the time for grievances is over, and which ways are left', async () => {
    const { portal, asha } = await withAsha()
    const read = async (page: string, language = 'en') =>
      (await browser(portal, asha.cookies).get(`${page}?lang=${language}`)).text
    const { closesAt } = portal.services.notices.activity('grievances')!
    const over = 'could be raised until 20 Aug 2024'
    portal.clock.set((closesAt! - 1) as never)
    expect(await read('final-merit')).not.toContain(over)
    portal.clock.set(closesAt as never)
    const final = await read('final-merit')
    for (const words of [over, 'you check your facts before you accept it', 'href="/mbale/candidate/complaints"'])
      expect(final).toContain(words)
    expect(await read('final-merit', 'mr')).toContain('तक्रारींची मुदत 20 ऑगस्ट 2024')
    // After the last admission no way is left to promise.
    portal.clock.set(portal.services.notices.activity('round-3-reporting')!.closesAt as never)
    const ended = await read('final-merit')
    expect(ended).toContain(over)
    expect(ended).not.toContain('you check your facts before you accept it')
  })

  test('in no list reads a notice when the page opens', async () => {
    const { portal } = await withAsha()
    const other = await applicant(portal, ravi)
    for (const page of ['final-merit', 'provisional-merit']) {
      const answer = await browser(portal, other.cookies).get(page)
      expect(answer.text, page).toContain('You cannot open this page now')
    }
    expect((await portal.api('GET', 'merit-lists/mine', undefined, other.from)).body.data).toEqual([])
    expect((await portal.api('GET', 'printables/merit-final.pdf', undefined, other.from)).status).toBe(404)
  })

  test('downloads a letter; its code confirms it until a new edition is in force', async () => {
    const { portal, asha, own, editionId } = await withAsha()
    const letter = await portal.api('GET', 'printables/merit-final.pdf', undefined, asha.from)
    expect([letter.status, letter.headers['content-type']]).toEqual([200, 'application/pdf'])
    const page = await browser(portal, asha.cookies).get('final-merit.pdf')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await portal.api('GET', 'printables/merit-provisional.pdf', undefined, asha.from)).status).toBe(404)

    const code = codesOf(portal).issue({ kind: 'merit', candidateId: asha.id, number: editionId })
    const check = () => portal.services.printables.verify(code, '10.0.0.1')
    expect(check()).toMatchObject({ value: { kind: 'merit', userId: asha.userId, state: 'valid' } })
    writeEdition(portal, { number: 2, lists: { state: [own] } })
    expect(check()).toMatchObject({ value: { state: 'replaced' } })
  })
})

describe.each([
  ['mbale', { degree: [2450, 4000] }, 'degree', 'पदवी'],
  ['scd', { pcm: [240, 300] }, 'Physics, Chemistry and Mathematics', 'भौतिकशास्त्र'],
] as const)('the reasons for a rank in %s', (slug, criteria, en, mr) => {
  test('name the percentage by which the course ranks in its own words', async () => {
    const portal = await openPortal({ slugs: [slug] })
    const asha = await applicant(portal)
    const own = { candidateId: asha.id, userId: asha.userId, fullName: 'Asha Ramesh Patil', criteria }
    const decidedBy = portal.services.course.merit[0]
    writeEdition(portal, { lists: { state: [lines[0]!, { ...own, decidedBy }] } })
    for (const [language, words] of Object.entries({ en, mr })) {
      const page = await browser(portal, asha.cookies).get(`final-merit?lang=${language}`)
      const rows = [...page.text.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell)
      expect([language, rows]).toEqual([language, expect.arrayContaining([expect.stringContaining(words)])])
    }
  })
})

describe('the API', () => {
  test('names the published editions, and the one in force', async () => {
    const { portal } = await withAsha({ stage: 'provisional' })
    writeEdition(portal, { number: 1, lists: { state: lines } })
    writeEdition(portal, { number: 2, lists: { state: lines } })
    const { body, headers } = await portal.api('GET', 'merit-lists')
    expect(body.data.map((one: { edition: string; isInForce: boolean }) => [one.edition, one.isInForce])).toEqual([
      ['final-2', true],
      ['final-1', false],
      ['provisional-1', true],
    ])
    expect(headers['cache-control']).toBe('public, max-age=60')
    const again = await portal.api('GET', 'merit-lists', undefined, {
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(again.status).toBe(304)
  })

  test('gives a page of a list, and of a search in it', async () => {
    const { portal, asha } = await withAsha()
    const found = await portal.api('GET', `merit-lists/state/final-1?q=${asha.userId}`)
    expect(found.body.data).toMatchObject({
      count: 3,
      page: 1,
      hasNext: false,
      lines: [{ meritNumber: 2, fullName: 'Asha Ramesh Patil' }],
    })
    for (const query of ['page=0', 'page=x', 'type=Z', 'wanted=1']) {
      expect([query, (await portal.api('GET', `merit-lists/state/final-1?${query}`)).status]).toEqual([
        query,
        expect.toBeOneOf([400, 422]),
      ])
    }
    for (const call of [
      'merit-lists/jk/final-1',
      'merit-lists/state/final-2',
      'merit-lists/x/y',
      'merit-lists/state/__proto__',
    ])
      expect([call, (await portal.api('GET', call)).status]).toEqual([call, 404])
  })

  test('gives candidates their own places with an explanation', async () => {
    const { portal, asha } = await withAsha()
    const { body } = await portal.api('GET', 'merit-lists/mine', undefined, asha.from)
    expect(body.data).toMatchObject([
      {
        edition: 'final-1',
        places: [
          { list: 'state', meritNumber: 2, above: { meritNumber: 1, decidedBy: 'degree' } },
          { list: 'all-india' },
        ],
        compared: [
          { criterion: 'degree', percentage: '61.2500' },
          { criterion: 'birth-date', date: '2001-05-31' },
        ],
      },
    ])
    expect((await portal.api('GET', 'merit-lists/mine')).status).toBe(401)
  })
})

describe.each(['preparing', 'prepared', 'released', 'discarded'] as const)(
  'case 19: an edition that is %s',
  (state) => {
    test('is invisible on every page, call, table, letter and count', async () => {
      const portal = await openPortal()
      const asha = await applicant(portal)
      await asha.answer()
      const own = { candidateId: asha.id, userId: asha.userId, fullName: 'Asha Ramesh Patil' }
      const secret = [{ userId: 'ML24200001', fullName: 'Nobody Knows Yet' }, own]
      writeEdition(portal, { number: 1, stage: 'provisional', lists: { state: [lines[0]!] } })
      const id = writeEdition(portal, { number: 2, stage: 'provisional', state, lists: { state: secret, jk: secret } })
      writeEdition(portal, { stage: 'final', state, lists: { state: secret } })

      const visitor = browser(portal)
      const signedIn = browser(portal, asha.cookies)
      await visitor.post('meritstatus/provisional-merit', { userId: asha.userId, birthDate })
      const addresses = [
        ...['merit-lists', 'merit-lists?edition=provisional-2', 'merit-lists?edition=final-1', 'merit-lists?list=jk'],
        ...['merit-lists?q=nobody', 'merit-lists?q=2', 'merit-lists?q=ML24200001', 'merit-lists?type=A&page=2'],
        ...['provisional-2-state', 'provisional-2-jk', 'final-1-state'].flatMap((name) => [
          `merit-lists/${name}.csv`,
          `merit-lists/${name}.pdf`,
        ]),
        ...['meritstatus/provisional-merit', 'meritstatus/final-merit', 'provisional-merit', 'final-merit'],
        ...['provisional-merit.pdf', 'final-merit.pdf', 'dashboard', 'home'],
        ...[`meritstatus/provisional-merit/print/${asha.userId}`, `meritstatus/final-merit/print/${asha.userId}`],
        ...[
          'api/merit-lists',
          'api/merit-lists/state/provisional-2',
          'api/merit-lists/jk/provisional-2',
          'api/merit-lists/state/final-1',
        ],
        'api/merit-lists/mine',
      ]
      for (const address of addresses) {
        for (const who of [visitor, signedIn]) {
          const { text, status } = await who.get(address)
          expect(status, address).toBeLessThan(500)
          expect(text.includes('Nobody Knows Yet'), address).toBe(false)
          expect(/"meritNumber":2|2 of 2/.test(text), address).toBe(false)
        }
      }
      expect(await portal.api('GET', 'merit-lists/mine', undefined, asha.from)).toMatchObject({ body: { data: [] } })
      expect((await portal.api('GET', 'merit-lists')).body.data).toMatchObject([
        { edition: 'provisional-1', lists: [{ list: 'state', count: 1 }] },
      ])
      for (const stage of ['provisional', 'final'])
        expect((await portal.api('GET', `printables/merit-${stage}.pdf`, undefined, asha.from)).status).toBe(404)
      const code = codesOf(portal).issue({ kind: 'merit', candidateId: asha.id, number: id })
      expect(portal.services.printables.verify(code, '10.0.0.1')).toMatchObject({ refusal: { code: 'unknown-code' } })
    })
  },
)

describe('the list as PDF', () => {
  test('is made once in each language and kept; the job makes those in force', async () => {
    const portal = await openPortal()
    writeEdition(portal, { lists: { state: madeUpLines(80) } })
    const visitor = browser(portal)
    const { meritPages } = portal.services
    const first = await visitor.get('merit-lists/final-1-state.pdf')
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(first.headers['content-disposition']).toBe('inline; filename="mbale-final-1-state.pdf"')
    expect(first.text.startsWith('%PDF-')).toBe(true)
    expect((await visitor.get('merit-lists/final-1-state.pdf')).text).toBe(first.text)
    expect((await visitor.get('merit-lists/final-1-state.pdf?lang=mr')).text).not.toBe(first.text)
    expect((await visitor.get('merit-lists/final-1-jk.pdf')).status).toBe(404)

    writeEdition(portal, { stage: 'provisional', lists: { state: madeUpLines(3) } })
    await meritPages.printDue()
    await meritPages.printed()
    expect(readdirSync(`${portal.services.folder}/merit-lists`).sort()).toEqual([
      'final-1-state-en.pdf',
      'final-1-state-mr.pdf',
      'provisional-1-state-en.pdf',
      'provisional-1-state-mr.pdf',
    ])
    expect(meritPages.printing()).toBeNull()
  })
})

describe('the dashboard', () => {
  const seen = async (portal: TestPortal, cookies: Record<string, string>) => {
    const answer = await browser(portal, cookies).get('dashboard')
    const { hero } = viewOf<View<Awaited<ReturnType<typeof dashboardView>>>>(answer).data
    return { hero, isAbsentFromMerit: hero.state?.tone === 'bad', text: answer.text }
  }

  test('shows the numbers of the latest list, and links to the explanation', async () => {
    const { portal, asha } = await withAsha({ stage: 'provisional' })
    asha.facts({ submitted_at: 1, confirmed_at: 1, mode: 1 })
    const provisional = await seen(portal, asha.cookies)
    expect(provisional.hero).toMatchObject({
      of: 'merit',
      state: { title: 'You are on the provisional merit list', act: null },
    })
    expect(provisional.hero.state!.sentences.slice(0, 2)).toEqual(['State: 2 of 3', 'All India: 3 of 3'])
    expect(provisional.text).toContain(`href="${portal.base}provisional-merit"`)
  })

  test('says so if the final list lacks a confirmed form', async () => {
    const { portal } = await withAsha({ stage: 'provisional' })
    const other = await applicant(portal, ravi)
    expect((await seen(portal, other.cookies)).isAbsentFromMerit).toBe(false)
    writeEdition(portal, { lists: { state: lines } })
    expect((await seen(portal, other.cookies)).isAbsentFromMerit).toBe(false)
    await other.answer()
    other.facts({ submitted_at: 1, confirmed_at: 1, mode: 1 })
    const { hero, text } = await seen(portal, other.cookies)
    expect(hero.state).toMatchObject({ tone: 'bad', title: 'Your application is not on the final merit list' })
    // Only a call can help: the telephone is the button.
    expect(hero.state!.act!.go!.href).toMatch(/^tel:\d+$/)
    expect(text).toContain(`href="${hero.state!.act!.go!.href}" class="btn"`)
  })
})
