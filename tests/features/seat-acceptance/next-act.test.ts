import { expect, test } from 'vitest'
import { isDuty, type NextSeatAct } from '#server/domain/admission/offer.ts'
import type { View } from '#server/domain/site/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { aboutSeatAct } from '#server/i18n/seat-act.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import { type Instant, ist, minutes, plus } from '#server/kernel/time.ts'
import { admitTo } from '#tests/support/acceptance.ts'
import { noteCaptures } from '#tests/support/books.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asData, browser, viewOf } from '#tests/support/portal.ts'
import { acceptance, type Seated, seated, seatOfAsha } from '#tests/support/seated.ts'

const acceptBy = acceptance.closes
const reportBy = ist('2024-09-04 17:00')

/** The records of a candidate's way to the admission, each on top of the ones before. */
const records = {
  verified: (at: Seated) =>
    run(at, "INSERT INTO self_verifications (candidate_id, run_id, answers, submitted_at) VALUES (?, 1, '[]', 1)"),
  frozen: (at: Seated) => run(at, "INSERT INTO seat_decisions VALUES (?, 1, 'freeze', 1)"),
  betterment: (at: Seated) => run(at, "INSERT INTO seat_decisions VALUES (?, 1, 'betterment', 1)"),
  paying: (at: Seated) => pay(at, 'pending'),
  paid: (at: Seated) => pay(at, 'captured'),
  admitted: (at: Seated) =>
    admitTo(at.portal.services.db, at.owner.id, 1, seatOfAsha.choiceCode, at.portal.clock.portal(), 1),
}

const run = ({ portal, owner }: Seated, sql: string) => void portal.services.db.sqlite.prepare(sql).run(owner.id)

function pay({ portal, owner }: Seated, status: 'pending' | 'captured'): void {
  portal.services.db.sqlite
    .prepare(
      `INSERT INTO payments (candidate_id, due, amount, gateway, status, order_id, created_at, changed_at, captured_at)
       VALUES (@id, 'seat-acceptance', 100000, 'razorpay', @status, 'order_of_seat', @at, @at, @captured)`,
    )
    .run({ id: owner.id, status, at: acceptance.open, captured: status === 'captured' ? acceptance.open : null })
  noteCaptures(portal.services.db)
}

/** The pages that a signed-in candidate may look at meanwhile. */
const places = ['dashboard', 'home', 'sms', 'message', 'transactions-logs', 'self-arc-home', 'allotment'] as const

type Step = keyof typeof records
type Expected = { kind: NextSeatAct['kind']; by: Instant | null; state: string } | { kind: null; state: string }

test.each<[string, Step[], Expected, Instant?]>([
  ['allotted', [], { kind: 'verify', by: acceptBy, state: 'allotted' }],
  ['verified', ['verified'], { kind: 'decide', by: acceptBy, state: 'allotted' }],
  ['decided', ['verified', 'frozen'], { kind: 'pay', by: acceptBy, state: 'allotted' }],
  [
    'the bank has not decided',
    ['verified', 'frozen', 'paying'],
    { kind: 'await-payment', by: null, state: 'allotted' },
  ],
  [
    'in the grace after the time to pay',
    ['verified', 'frozen'],
    { kind: 'await-grace', by: plus(acceptBy, minutes(10)), state: 'allotted' },
    plus(acceptBy, minutes(5)),
  ],
  ['frozen', ['verified', 'frozen', 'paid'], { kind: 'report', by: reportBy, state: 'frozen' }],
  ['betterment', ['verified', 'betterment', 'paid'], { kind: 'await-round', by: null, state: 'accepted' }],
  ['admitted', ['verified', 'frozen', 'paid', 'admitted'], { kind: null, state: 'admitted' }],
  ['not accepted in time', ['verified'], { kind: null, state: 'confirmed' }, acceptBy],
  ['not reported in time', ['verified', 'frozen', 'paid'], { kind: null, state: 'confirmed' }, reportBy],
])('%s: dashboard, banner, API and messages name the one next act', async (_, steps, expected, now) => {
  const at = await seated()
  for (const step of steps) records[step](at)
  if (now) at.portal.clock.set(now)
  const { services, clock } = at.portal
  const next = services.seatAcceptance.next(at.owner.id)
  expect(next && { kind: next.kind, by: next.by }).toEqual(expected.kind && { kind: expected.kind, by: expected.by })
  expect(services.application.standing(at.owner.id).facts.seat ?? 'confirmed').toBe(expected.state)
  expect((await at.seat()).next?.act ?? null).toBe(expected.kind)

  const screen = browser(at.portal, at.owner.cookies)
  // Messages follow the language of the last page.
  for (const language of ['mr', 'en'] as const) {
    const title = next && translate(language, `signedin:seat.${next.kind}`, { round: 1 })
    const titles = (['verify', 'decide', 'pay', 'report', 'await-payment', 'await-grace'] as const).map((kind) =>
      translate(language, `signedin:seat.${kind}`, { round: 1 }),
    )
    for (const place of places) {
      const page = await screen.get(`${place}?lang=${language}`)
      const view = viewOf<View & { data: { ticket?: { act: { title: string } | null } | null } }>(page)
      expect([place, view.session?.seatAct]).toEqual([place, next])
      const isAct = next !== null && isDuty(next.kind)
      if (place === 'dashboard') expect(view.data.ticket?.act?.title ?? null).toEqual(isAct ? title : null)
      // A seat that is held needs no act, and only the dashboard says so.
      const isShown = title !== null && (next?.kind !== 'await-round' || place === 'dashboard')
      const html = page.text.slice(0, page.text.indexOf('<script id="view"'))
      if (isShown) expect([place, html]).toEqual([place, expect.stringContaining(title)])
      for (const other of titles)
        if (other !== title) expect([place, html]).not.toEqual([place, expect.stringContaining(other)])
      if (next?.by) expect(html).toContain(formatDateTime(next.by, language))
    }
  }

  // The help desk reads the same.
  const desk = await (await atDesk(at.portal, 'admin')).get(`help-desk/${at.owner.userId}`)
  if (next) expect(desk.text).toContain(translate('en', `signedin:seat.${next.kind}`, { round: 1 }))
  else expect(desk.text).not.toContain('Next act for the seat')

  // One hour before the deadline the message has the same words; without a deadline there is none.
  const by = next && isDuty(next.kind) ? next.by : null
  clock.set((by ? by - 3_600_000 : Math.max(clock.portal(), acceptBy - 3_600_000)) as Instant)
  await services.reminders.remind()
  await services.messages.deliverDue()
  const sms = at.portal.box.sent.filter(({ template, channel }) => template === 'seat-reminder' && channel === 'sms')
  expect(sms.map(({ text }) => text)).toEqual(
    by
      ? [
          expect.stringContaining(
            `${translate('en', `signedin:seat.${next!.kind}`, { round: 1 })}, by ${formatDateTime(by, 'en')}.`,
          ),
        ]
      : [],
  )
})

test.each([
  [1, 'You have left the CAP rounds.', null],
  [2, null, 'CAP Round 2'],
] as const)(
  'a lost seat at preference %i is called lost everywhere, with what is left of the rounds',
  async (preference, left, options) => {
    const { portal, owner } = await seated({ preference })
    const screen = browser(portal, owner.cookies)
    const textOf = async (place: string) => {
      const { text } = await screen.get(place)
      return text.slice(0, text.indexOf('<script id="view"'))
    }
    const letter = 'allotment/letter-1.pdf'
    for (const place of ['allotment', 'offline'])
      expect([place, await textOf(place)]).toEqual([place, expect.stringContaining(letter)])
    portal.clock.set(acceptBy)
    for (const place of ['dashboard', 'allotment', 'self-arc-home']) {
      const text = await textOf(place)
      expect([place, text]).toEqual([
        place,
        expect.stringMatching(/You did not accept (the|your CAP Round 1) seat in time/),
      ])
      if (left) expect([place, text]).toEqual([place, expect.stringContaining(left)])
      else expect([place, text]).not.toEqual([place, expect.stringContaining('You have left')])
      if (options) expect([place, text]).toEqual([place, expect.stringContaining(options)])
    }
    for (const place of ['allotment', 'self-arc-home', 'offline'])
      expect([place, await textOf(place)]).not.toEqual([place, expect.stringContaining(letter)])
    // Once the next option form is open, its card says what became of the seat.
    portal.clock.set(portal.services.notices.activity('round-2-options')!.opensAt as Instant)
    const dashboard = await textOf('dashboard')
    expect(dashboard).toContain('You did not accept your CAP Round 1 seat in time')
    if (options) expect(dashboard).toContain('option-form?round=2')
  },
)

test('a grievance names the time until which a decision leaves the deadline of the round', async () => {
  const at = await seated()
  const next = at.portal.services.seatAcceptance.next(at.owner.id)!
  const waiting: NextSeatAct = { ...next, kind: 'await-grievance', by: null }
  expect(aboutSeatAct(waiting, 'en', pageTexts.en)).toBe(
    'The seat is kept for you until the decision, and you take part in no other round until then. If the decision comes after 1 Sep 2024, 15:00, you have 24 hours from it to accept.',
  )
  expect(aboutSeatAct({ ...waiting, closes: null }, 'en', pageTexts.en)).toContain(
    'after the date that will be announced',
  )
})

test('once acceptance has closed, a grievance is kept waiting on a page that says that no day is fixed', async () => {
  const at = await seated()
  at.portal.clock.set(acceptBy)
  const file = `INSERT INTO grievances (candidate_id, type, steps, state, filed_at) VALUES (?, 'self-verification', 0, 'open', 1)`
  run(at, file)
  run(
    at,
    "INSERT INTO self_verifications (candidate_id, run_id, answers, submitted_at, grievance_id) VALUES (?, 1, '[]', 1, (SELECT max(id) FROM grievances))",
  )
  const act = at.portal.services.seatAcceptance.next(at.owner.id)!
  expect(act).toMatchObject({ kind: 'await-grievance', isClosed: true })
  const { text } = await browser(at.portal, at.owner.cookies).get('self-arc-home')
  expect(text).toContain('No day is fixed for the decision.')
})

test('an act that the portal does not take yet names its time, and no button leads to a page without it', async () => {
  const at = await seated()
  const goOf = async (place: string) => {
    type Shown = { outcomes: { ticket: { act: { notes: string[]; go: object | null } } }[] }
    const { data } = viewOf<View<Shown>>(await browser(at.portal, at.owner.cookies).get(place, asData))
    return data.outcomes[0]!.ticket.act
  }
  expect((await goOf('allotment')).go).not.toBeNull()
  const opens = at.portal.services.notices.activity('round-1-acceptance')!.opensAt as Instant
  at.portal.clock.set(plus(opens, minutes(-1)))
  expect(await goOf('allotment')).toMatchObject({
    go: null,
    notes: expect.arrayContaining([`You can do this from ${formatDateTime(opens, 'en')}.`]),
  })
})

test.each([
  ['betterment', false],
  ['frozen', true],
] as const)(
  'an admission with a seat that is %s: the rounds are over for its candidate is %s',
  async (decision, isOver) => {
    const at = await seated()
    for (const step of ['verified', decision, 'paid', 'admitted'] as const) records[step](at)
    const { seatAcceptance, application } = at.portal.services
    for (const language of ['en', 'mr'] as const) {
      const standing = seatAcceptance.standingInWords(at.owner.id, language)
      expect(standing).toMatchObject({ title: translate(language, 'application:seat.admitted'), hasLeft: isOver })
      expect(standing?.text.includes(translate(language, 'admission:standing.no-round'))).toBe(isOver)
    }
    expect(application.standing(at.owner.id).permissions.seat).toBe(true)
  },
)

test('the permission for a seat goes with the seat', async () => {
  const at = await seated()
  const { application } = at.portal.services
  expect(application.standing(at.owner.id).permissions.seat).toBe(true)
  at.portal.clock.set(acceptBy)
  expect(application.standing(at.owner.id).permissions.seat).toBe(false)
})

test('the mark of the dates stands on what the candidate does next, not on the cancellation that is open beside it', async () => {
  const at = await seated({ round: 2 })
  at.portal.clock.set(ist('2024-09-11 17:05'))
  const { text } = await browser(at.portal, at.owner.cookies).get('dashboard?lang=en')
  const marked = () =>
    [...text.matchAll(/<li class="(ahead|now)"><span class="what">([^<]*)/g)].map(([, by, what]) => [by, what])
  expect(marked()).toEqual([['ahead', expect.stringMatching(/accept/i)]])
  at.portal.clock.set(ist('2024-09-12 12:00'))
  const open = (await browser(at.portal, at.owner.cookies).get('dashboard?lang=en')).text
  expect(open).toMatch(/<li class="now"><span class="what">[^<]*accept/i)
  expect(open).not.toMatch(/<li class="now"><span class="what">[^<]*cancel/i)
})
