import { describe, expect, test } from 'vitest'
import { questionPhases } from '#server/domain/site/notices.ts'
import type { View } from '#server/domain/site/view.ts'
import { days, ist, plus } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { browser, openPortal, viewOf } from '#tests/support/portal.ts'

type Faq = { count: number; phases: { phase: string; questions: { title: string }[] }[] }

test('a new portal answers 40 questions and more, in both languages, under every part of the admission', async () => {
  const portal = await openPortal({ slugs: ['mbale', 'scd'] })
  for (const services of portal.portals) {
    const questions = services.notices.published('faq')
    expect(questions.length).toBeGreaterThanOrEqual(40)
    expect(new Set(questions.map(({ phase }) => phase))).toEqual(new Set(questionPhases))
    for (const { title, body } of questions) {
      expect([title.mr, body.mr].every((text) => /[\u0900-\u097F]/.test(text))).toBe(true)
      expect([title.en, body.en].some((text) => /[\u0900-\u097F]/.test(text))).toBe(false)
      const sentences = `${title.en} ${body.en}`.split(/(?<=[.!?])\s+/)
      expect(sentences.filter((sentence) => sentence.split(/\s+/).length > 25)).toEqual([])
    }
  }
})

test('questions are found by a word in either language, whatever the language of the page', async () => {
  const visitor = browser(await openPortal())
  const found = async (path: string) => viewOf<View<Faq>>(await visitor.get(path)).data
  const all = await found('faq')
  expect(all.phases.map(({ phase }) => phase)).toEqual([...questionPhases])
  const english = await found(`faq?q=${encodeURIComponent('CYBER café')}`)
  const marathi = await found(`faq?q=${encodeURIComponent('सायबर')}`)
  expect([english.count, marathi.count]).toEqual([1, 1])
  expect(english.phases).toEqual(marathi.phases)
  expect((await found('faq?q=zebra')).phases).toEqual([])
  const { text } = await visitor.get(`faq?q=${encodeURIComponent('"><script>alert(1)</script>')}`)
  expect(text).not.toContain('<script>alert')
})

test('the desk puts a question under a part of the admission, and it is listed there', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const written = {
    kind: 'faq',
    titleEn: 'Is there a hostel?',
    titleMr: 'वसतिगृह आहे का?',
    bodyEn: 'See the page of the institute.',
    bodyMr: 'संस्थेचे पान पहा.',
    confirmed: 'yes',
  }
  await admin.post('notices?kind=faq', { ...written, phase: 'seat' })
  const { phases } = viewOf<View<Faq>>(await browser(portal).get('faq?q=hostel')).data
  expect(phases.map(({ phase }) => phase)).toEqual(['seat'])
  expect((await admin.post('notices?kind=faq', { ...written, phase: 'elsewhere' })).status).toBe(422)
})

test('a notice moves to the archive after 45 days, except the newest five; a search stays within its list', async () => {
  const portal = await openPortal()
  const visitor = browser(portal)
  const admin = await atDesk(portal, 'admin')
  const oldest = portal.services.notices.published('notice').at(-1)!.title.en
  const shows = async (path: string, title = oldest) => (await visitor.get(path)).text.includes(`>${title}</h2>`)
  portal.clock.set(plus(portal.clock.portal(), days(60)))
  expect([await shows('notifications'), await shows('notifications?archive=1')]).toEqual([true, false])
  for (let n = 1; n <= 5; n++) {
    const [titleEn, titleMr] = [`Fresh notice ${n}`, `नवी सूचना ${n}`]
    await admin.post('notices', {
      kind: 'notice',
      titleEn,
      titleMr,
      bodyEn: 'Read it.',
      bodyMr: 'वाचा.',
      confirmed: 'yes',
    })
  }
  expect([await shows('notifications'), await shows('notifications?archive=1')]).toEqual([false, true])
  expect([
    await shows('notifications?q=fresh+5', 'Fresh notice 5'),
    await shows('notifications?q=fresh+5', 'Fresh notice 4'),
  ]).toEqual([true, false])
  expect(await shows('notifications?archive=1&q=fresh', 'Fresh notice 5')).toBe(false)
  expect((await visitor.get('notifications')).text).toContain('Archive:')
})

test('a page says when its content last changed, and follows a change', async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const updated = async (path: string) => viewOf(await browser(portal).get(path)).updated
  expect(await updated('notifications')).toBe('12 Jul 2024')
  expect(await updated('login')).toBeNull()
  expect(await updated('fclist')).toBeNull()
  const { code, name, district, address } = portal.services.directory.centres()[0]!
  const facts = { nameEn: name.en, nameMr: name.mr, district, addressEn: address.en, addressMr: address.mr }
  await admin.post('centres', { code, ...facts, place: '18.52, 73.85', confirmed: 'yes' })
  expect(await updated('fclist')).not.toBeNull()
})

test('centres are found by region and by words, each with a map; a place outside India is refused', async () => {
  const portal = await openPortal()
  const visitor = browser(portal)
  const admin = await atDesk(portal, 'admin')
  const codes = async (path: string) =>
    [...(await visitor.get(path)).text.matchAll(/ · <!-- -->(FC\d\d)/g)].map(([, code]) => code)
  expect(await codes('fclist')).toHaveLength(6)
  expect(await codes('fclist?region=pune')).toEqual(['FC02'])
  expect(await codes(`fclist?q=${encodeURIComponent('पुणे')}`)).toEqual(['FC02'])
  expect(await codes('fclist?region=atlantis')).toHaveLength(6)
  expect((await visitor.get('fclist')).text).toContain('https://www.openstreetmap.org/?mlat=18.5289&amp;mlon=73.8744')
  const { name, district, address } = portal.services.directory.centre('FC02')!
  const facts = { nameEn: name.en, nameMr: name.mr, district, addressEn: address.en, addressMr: address.mr }
  for (const place of ['51.5, 0.12', '18.5', 'javascript:alert(1)', '18.5,73.8?x=<script>'])
    expect((await admin.post('centres', { code: 'FC02', ...facts, place, confirmed: 'yes' })).status).toBe(422)
})

describe('home', () => {
  const isToRegister = (main: string) => main.includes('href="/mbale/candidate/registration"')
  const late = 'Registration for the seats that institutes fill themselves (non-CAP) opens on 23 Aug 2024, 10:00.'

  test.each([
    ['while registration is open', '2024-08-14 16:59', { how: '', register: true, late: false }],
    [
      'between the two registrations',
      '2024-08-14 17:00',
      { how: 'once registration opens', register: false, late: true },
    ],
    ['in late registration', '2024-08-23 10:00', { how: '', register: true, late: false }],
    ['once registration is over for good', '2024-10-05 17:00', { how: null, register: false, late: false }],
  ])('%s tells visitors how to apply, and to register, only as far as they can', async (_, at, expected) => {
    const portal = await openPortal({ at: ist(at) })
    const { text } = await browser(portal).get('home')
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect({
      how: />How to apply ?(.*?)<\/b>/.exec(main)?.[1] ?? null,
      register: isToRegister(main),
      late: main.includes(late),
    }).toEqual(expected)
  })
})

test('the questions of a course without a degree ask for none', async () => {
  const portal = await openPortal({ slugs: ['mbale', 'scd'] })
  const questions = portal.portals.map(({ notices }) => notices.published('faq').map(({ title }) => title.en))
  expect(questions.map((titles) => titles.includes('My result is a CGPA, not marks.'))).toEqual([true, false])
})
