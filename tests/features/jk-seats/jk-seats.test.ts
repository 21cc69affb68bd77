import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { load } from '#pages/cell/jk-seats/page.server.ts'
import { choicesIn, seatByMerit, seatingEffects } from '#server/domain/seats/jk-seating.ts'
import type { View } from '#server/domain/site/view.ts'
import { minutes, plus } from '#server/kernel/time.ts'
import { addMatrix, codes } from '#tests/support/allotment.ts'
import { atDesk } from '#tests/support/desk.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import {
  asData,
  asha,
  browser,
  faultsOf,
  openPortal,
  ravi,
  signIn,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'
import { unzipped } from '#tests/support/zip.ts'

describe('the rule', () => {
  test('gives each candidate, in order of merit, the first of their choices that still has a seat', () => {
    const counts = new Map([
      ['A', 1],
      ['B', 1],
    ])
    const seated = seatByMerit(counts, [
      { candidateId: 3, merit: 3, choices: ['A', 'B'] },
      { candidateId: 1, merit: 1, choices: ['A', 'B'] },
      { candidateId: 2, merit: 2, choices: ['A', 'B'] },
      { candidateId: 4, merit: 4, choices: ['C'] },
    ])
    expect(seated).toEqual([
      { candidateId: 1, merit: 1, choiceCode: 'A', preference: 1 },
      { candidateId: 2, merit: 2, choiceCode: 'B', preference: 2 },
    ])
    expect(counts.get('A')).toBe(1)
  })

  test('splits choices by line, comma or space, and keeps each once', () => {
    expect(choicesIn(' 800110110,800210110\n800110110 800210110t ')).toEqual(['800110110', '800210110', '800210110T'])
  })
})

describe('the desk', () => {
  let portal: TestPortal
  let first: Awaited<ReturnType<typeof atDesk>>
  let second: typeof first
  let her: { userId: string; id: number; cookies: Record<string, string>; token: string }
  let him: typeof her

  const candidate = async (person: typeof asha) => {
    const { userId, cookies, token } = await signIn(portal, person)
    const { id } = portal.services.db.sqlite.prepare('SELECT id FROM candidates WHERE user_id = ?').get(userId) as {
      id: number
    }
    portal.services.db.sqlite
      .prepare('INSERT INTO applications (candidate_id, mode, submitted_at, confirmed_at) VALUES (?, 1, 1, 1)')
      .run(id)
    return { userId, id, cookies, token }
  }

  beforeEach(async () => {
    portal = await openPortal()
    first = await atDesk(portal, 'admin', 'first')
    second = await atDesk(portal, 'admin', 'second')
    her = await candidate(asha)
    him = await candidate(ravi)
    const { sqlite } = portal.services.db
    addMatrix(portal.services.db, 1, first.id)
    sqlite
      .prepare(
        `INSERT INTO merit_editions (id, stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
         VALUES (1, 'final', 1, 'published', 1, ?, 1, '', '{}')`,
      )
      .run(first.id)
    for (const [merit, { id, userId }] of [her, him].entries())
      sqlite
        .prepare("INSERT INTO merit_entries VALUES (1, 'jk', ?, ?, ?, 'Migrant', 'J-1', 'OPEN', '60.0000', '[]', NULL)")
        .run(merit + 1, id, userId)
  })

  const post = (fields: Record<string, string>, desk = first) => desk.post('jk-seats', fields)
  const desk = async (by = second) => viewOf<View<ReturnType<typeof load>>>(await by.get('jk-seats', asData)).data
  const message = (answer: Awaited<ReturnType<typeof post>>) => viewOf<View>(answer).form?.message
  const why = 'Changed by telephone, as the candidate asked'
  /** Two courses with one seat each, and two candidates who both want the first. */
  async function filled() {
    for (const choiceCode of Object.values(codes))
      expect((await post({ intent: 'seats', choiceCode, count: '1' })).status).toBe(303)
    for (const { userId } of [her, him])
      expect(
        (await post({ intent: 'choices', applicationId: userId, choices: `${codes.first}\n${codes.second}` })).status,
      ).toBe(303)
  }

  test('seats need a course of the published matrix, choices need seats, and only candidates on the list may choose', async () => {
    expect(faultsOf(await post({ intent: 'seats', choiceCode: '999999999', count: '1' }))).toHaveProperty('choiceCode')
    expect(faultsOf(await post({ intent: 'seats', choiceCode: codes.first, count: '501' }))).toHaveProperty('count')
    expect(faultsOf(await post({ intent: 'choices', applicationId: her.userId, choices: codes.first }))).toHaveProperty(
      'choices',
    )
    expect(
      faultsOf(await post({ intent: 'choices', applicationId: 'ML24999999', choices: codes.first })),
    ).toHaveProperty('applicationId')
    expect(message(await post({ intent: 'prepare' }))).toBe(
      'Nobody would get a seat: enter seats and record choices first.',
    )
  })

  test('a whole file that leaves out a candidate takes the choices away: they are told, and their data has no empty row', async () => {
    await filled()
    const keeper = await tableKeeper(portal)
    const lines = (await keeper.exported('jk-choices')).trimEnd().split('\r\n')
    const held = async () => {
      const { cookies } = her
      const { rawPayload } = await portal.app.inject({ method: 'GET', url: `${portal.base}my-data.zip`, cookies })
      return JSON.parse(unzipped(rawPayload)['data.json']!.toString()).jk_choices
    }
    expect(await held()).toEqual([expect.objectContaining({ choices: `${codes.first},${codes.second}` })])
    const file = await keeper.bring('jk-choices', lines.filter((line) => !line.includes(her.userId)).join('\r\n'), {
      isWhole: 'true',
    })
    expect(file.counts).toMatchObject({ gone: 1, unchanged: 1, new: 0, changed: 0 })
    expect((await keeper.apply(file.address)).status).toBe(303)
    expect(await held()).toEqual([])
    expect(await portal.sentTo(asha.mobile, 'jk-choices-changed')).toBe(1)
    expect((await browser(portal, her.cookies).get('jk-seat')).text).not.toContain(codes.first)
    const exported = await keeper.exported('jk-choices')
    expect([exported.includes(her.userId), exported.includes(him.userId)]).toEqual([false, true])
  })

  test('choices are replaced only with a reason, and the candidate reads what was before, what is now and why', async () => {
    await filled()
    const change = { intent: 'choices', applicationId: her.userId, choices: codes.second }
    expect(faultsOf(await post(change))).toHaveProperty('reason')
    expect(faultsOf(await post({ ...change, reason: 'short' }))).toHaveProperty('reason')
    expect((await post({ ...change, reason: why })).status).toBe(303)
    // The same again changes nothing for her, and is not told.
    expect((await post(change)).status).toBe(303)
    expect(await portal.sentTo(asha.mobile, 'jk-choices-changed')).toBe(1)
    const told = portal.box.sent.find(({ to, template }) => to === asha.email && template === 'jk-choices-changed')
    for (const words of [`Before: ${codes.first}, ${codes.second}`, `best first: ${codes.second}`, why])
      expect(told?.text).toContain(words)
    const page = (await browser(portal, her.cookies).get('jk-seat')).text
    for (const words of [`${codes.first}, ${codes.second}`, 'Why the cell replaced them', why])
      expect(page).toContain(words)
    expect((await browser(portal, him.cookies).get('jk-seat')).text).not.toContain('Why the cell replaced them')
  })

  test('the institute of the seat records the admission, which later seatings leave and the cell alone takes back', async () => {
    await filled()
    await post({ intent: 'prepare' })
    await post({ intent: 'release', seating: '1' }, second)
    const own = await atDesk(portal, 'institute', 'own', { institute: codes.second.slice(0, 4) })
    const other = await atDesk(portal, 'institute', 'other', { institute: codes.first.slice(0, 4) })
    const admit = { intent: 'admit-jk', applicationId: him.userId, choiceCode: codes.second }
    const admittedAt = () => portal.services.jkSeat.seatOf(him.id)?.admittedAt
    for (const [by, act] of [
      [other, admit],
      [own, { ...admit, applicationId: her.userId }],
      [own, { ...admit, choiceCode: codes.first }],
    ] as const)
      expect((await by.post('reporting', act)).status).toBe(404)
    expect(admittedAt()).toBeNull()
    expect((await own.post('reporting', admit)).status).toBe(303)
    expect((await own.post('reporting', admit)).status).toBe(409)
    expect(admittedAt()).toBe(portal.clock.portal())
    expect(await portal.sentTo(ravi.mobile, 'jk-admitted')).toBe(1)
    expect((await browser(portal, him.cookies).get('jk-seat')).text).toContain('The institute has admitted you')
    expect((await second.get('jk-seats')).text).toContain('1 of 2 are admitted')
    expect((await first.get(`help-desk/${him.userId}?tab=allotment`)).text).toContain('has admitted this candidate')
    // His seat is cut and he would rather have another: he keeps the one where he is.
    await post({ intent: 'seats', choiceCode: codes.second, count: '0', agreed: 'true' })
    await post({ intent: 'prepare' })
    expect((await desk()).prepared!.effects.map(({ effect }) => effect)).toEqual(['keeps', 'keeps'])
    // The cell takes it back: the seating is outdated, because now he would lose the seat.
    const undo = { intent: 'undo', applicationId: him.userId, reason: why }
    expect((await own.post('jk-seats', undo)).status).toBe(403)
    expect(faultsOf(await post({ ...undo, applicationId: her.userId }))).toHaveProperty('applicationId')
    expect(faultsOf(await post({ ...undo, reason: '' }))).toHaveProperty('reason')
    expect((await post(undo)).status).toBe(303)
    expect([admittedAt(), (await desk()).prepared!.isCurrent]).toEqual([null, false])
    expect(await portal.sentTo(ravi.mobile, 'jk-admission-undone')).toBe(1)
    const undone = portal.box.sent.find(({ to, template }) => to === ravi.email && template === 'jk-admission-undone')
    expect(undone?.text).toContain(`Reason: ${why}`)
  })

  test('whoever recorded a seat or a choice, at the desk or by a file, does not release what came of it', async () => {
    const third = await atDesk(portal, 'admin', 'third')
    await filled()
    // The second admin changes one person's choices; the first prepares, and sees only the outcome.
    expect(
      (await post({ intent: 'choices', applicationId: him.userId, choices: codes.first, reason: why }, second)).status,
    ).toBe(303)
    await post({ intent: 'prepare' })
    const seating = String((await desk()).prepared!.id)
    expect(message(await post({ intent: 'release', seating }, second))).toContain(
      'you set seats or recorded choices that it is made from',
    )
    expect((await second.get('jk-seats')).text).toContain('you set seats or recorded choices that it is made from')
    expect((await desk()).prepared!.mayRelease).toBe(false)
    // Somebody else looks at the choices and records them: then the second admin has no hand in them.
    await post({ intent: 'choices', applicationId: him.userId, choices: codes.first, reason: why })
    expect((await desk()).prepared!.mayRelease).toBe(true)
    // The number of seats counts as well, and so does a file.
    await post({ intent: 'seats', choiceCode: codes.second, count: '1' }, second)
    expect((await desk()).prepared!.mayRelease).toBe(false)
    await post({ intent: 'seats', choiceCode: codes.second, count: '1' })
    expect((await desk(third)).prepared!.mayRelease).toBe(true)
    expect((await post({ intent: 'release', seating }, third)).status).toBe(303)
    // So do seats and choices that are taken away, which leave nothing on the page.
    await post({ intent: 'seats', choiceCode: codes.second, count: '0', agreed: 'true' }, second)
    await post({ intent: 'prepare' })
    expect((await desk()).seats.map(({ choiceCode }) => choiceCode)).not.toContain(codes.second)
    expect((await desk()).prepared!.mayRelease).toBe(false)
    // Whoever takes them away too has looked at it.
    await post({ intent: 'seats', choiceCode: codes.second, count: '0', agreed: 'true' })
    expect((await desk()).prepared!.mayRelease).toBe(true)
  })

  test('a released seating is an entry of the public log, which names nobody', async () => {
    const { publicLog } = portal.services
    await filled()
    await post({ intent: 'prepare' })
    expect(publicLog.newestOf('jk-seating')).toBeNull()
    const seating = (await desk()).prepared!.id
    await post({ intent: 'release', seating: String(seating) }, second)
    const seats = `1,${codes.first}\n2,${codes.second}\n`
    expect(publicLog.newest(1)[0]).toMatchObject({
      kind: 'jk-seating',
      subject: `jk-seating:${seating}`,
      facts: { seats: 2, sha256: createHash('sha256').update(seats).digest('hex') },
    })
    expect(JSON.stringify(publicLog.newest(1))).not.toContain(her.userId)
  })

  test('a candidate is told which choices the desk recorded', async () => {
    await filled()
    expect(await portal.sentTo(asha.mobile, 'jk-choices')).toBe(1)
    const told = portal.box.sent.find(({ to, template }) => to === asha.email && template === 'jk-choices')
    expect(told?.text).toContain(`${codes.first}, ${codes.second}`)
  })

  test('case 18: one admin prepares and another releases; then each candidate gets a message and can print the letter', async () => {
    await filled()
    expect((await post({ intent: 'prepare' })).status).toBe(303)
    const { prepared } = await desk()
    expect(prepared!.effects.map(({ userId, effect, after }) => [userId, effect, after])).toEqual([
      [her.userId, 'gains', `${codes.first}, Institute 8001`],
      [him.userId, 'gains', `${codes.second}, Institute 8002`],
    ])
    const seating = String(prepared!.id)
    const institute = await atDesk(portal, 'institute', 'own', { institute: codes.first.slice(0, 4) })
    const other = await atDesk(portal, 'institute', 'other', { institute: codes.second.slice(0, 4) })
    expect((await institute.get('reporting')).text).not.toContain(her.userId)
    // No candidate sees the seat before the release.
    const page = () => browser(portal, her.cookies).get('jk-seat')
    expect(viewOf<View<{ seat: unknown }>>(await page()).data.seat).toBeNull()
    expect((await portal.api('GET', 'printables/jk-letter.pdf', undefined, { token: her.token })).status).toBe(404)
    expect(message(await post({ intent: 'release', seating }))).toContain('Another person has to release this.')
    expect((await post({ intent: 'release', seating }, second)).status).toBe(303)
    expect(message(await post({ intent: 'release', seating }, second))).toBe('This seating is not waiting for release.')
    expect(viewOf<View<{ seat: object }>>(await page()).data.seat).toMatchObject({
      choiceCode: codes.first,
      institute: 'Institute 8001',
      merit: 1,
    })
    // The institute of the seat sees its holder, and no other institute does.
    expect((await institute.get('reporting')).text).toContain(her.userId)
    const others = (await other.get('reporting')).text
    expect([others.includes(him.userId), others.includes(her.userId)]).toEqual([true, false])
    expect((await first.get('reporting')).text).not.toContain(her.userId)
    const letter = await browser(portal, her.cookies).get('jk-seat.pdf')
    expect([letter.status, letter.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await browser(portal, her.cookies).get('dashboard')).text).toContain('href="/mbale/candidate/jk-seat"')
    // The page for a time without a network has the letter, and no date of the rounds.
    const away = (await browser(portal, her.cookies).get('offline')).text
    expect(away).toContain('jk-seat.pdf')
    expect(away).not.toContain('CAP Round')
    expect(await portal.sentTo(asha.mobile, 'jk-seat')).toBe(1)
    expect(await portal.sentTo(ravi.email, 'jk-seat')).toBe(1)
  })

  test('an outdated seating is not released, and a later one notifies only candidates whose seat has changed', async () => {
    await filled()
    await post({ intent: 'prepare' })
    await post({ intent: 'release', seating: '1' }, second)
    await post({ intent: 'prepare' })
    await post({ intent: 'choices', applicationId: him.userId, choices: codes.first, reason: why })
    expect((await desk()).prepared!.isCurrent).toBe(false)
    expect(message(await post({ intent: 'release', seating: '2' }, second))).toContain('Prepare it again')
    await post({ intent: 'seats', choiceCode: codes.first, count: '2' })
    await post({ intent: 'prepare' })
    const unseen = await post({ intent: 'release', seating: '3' }, second)
    expect([unseen.status, Object.keys(faultsOf(unseen))]).toEqual([422, ['agreed']])
    expect((await post({ intent: 'release', seating: '3', agreed: 'true' }, second)).status).toBe(303)
    expect([await portal.sentTo(asha.mobile, 'jk-seat'), await portal.sentTo(ravi.mobile, 'jk-seat')]).toEqual([1, 1])
    expect([
      await portal.sentTo(asha.mobile, 'jk-seat-moved'),
      await portal.sentTo(ravi.mobile, 'jk-seat-moved'),
    ]).toEqual([0, 1])
    const moved = portal.box.sent.find(({ to, template }) => to === ravi.email && template === 'jk-seat-moved')!
    for (const words of [codes.first, codes.second, 'Institute 8001', 'Institute 8002', 'no longer counts'])
      expect(moved.text).toContain(words)
    expect((await desk()).released!.id).toBe(3)
  })

  test('a candidate who loses the seat in a later seating is notified', async () => {
    await filled()
    await post({ intent: 'prepare' })
    await post({ intent: 'release', seating: '1' }, second)
    const cut = { intent: 'seats', choiceCode: codes.second, count: '0' }
    const asked = await post(cut)
    expect([asked.status, viewOf<View>(asked).form?.confirm?.lines.join()]).toEqual([
      409,
      expect.stringContaining('than would be left'),
    ])
    expect((await post({ ...cut, agreed: 'true' })).status).toBe(303)
    await post({ intent: 'prepare' })
    expect((await second.get('jk-seats')).text).toContain('1 lose it and 0 are moved')
    expect((await post({ intent: 'release', seating: '2' }, second)).status).toBe(422)
    await post({ intent: 'release', seating: '2', agreed: 'true' }, second)
    const lost = () => Promise.all([asha, ravi].map(({ mobile }) => portal.sentTo(mobile, 'jk-seat-lost')))
    expect(await lost()).toEqual([0, 1])
    expect(portal.box.sent.find(({ template }) => template === 'jk-seat-lost')!.text).toContain(codes.second)
    // The help desk reads of the seat that was, and of its loss.
    const helped = (await first.get(`help-desk/${him.userId}?tab=allotment`)).text
    for (const words of [
      codes.second,
      'Lost: the J&amp;K seats were re-allotted',
      'The J&amp;K seat is no longer yours',
    ])
      expect(helped).toContain(words)
    expect((await first.get(`help-desk/${her.userId}?tab=allotment`)).text).toContain(
      'Print the letter of the J&amp;K seat',
    )
  })

  test('a seat that a later seating leaves keeps its letter and date; one that moved away and back has a new letter', async () => {
    const { services } = portal
    const seatOf = ({ id }: { id: number }) => services.jkSeat.seatOf(id)
    const released = async (seating: number) => {
      portal.clock.set(plus(portal.clock.portal(), minutes(5)))
      await post({ intent: 'prepare' })
      expect((await post({ intent: 'release', seating: String(seating), agreed: 'true' }, second)).status).toBe(303)
    }
    await filled()
    await released(1)
    const given = seatOf(her)!
    await post({ intent: 'choices', applicationId: him.userId, choices: codes.first, reason: why })
    await released(2)
    expect(seatOf(her)).toEqual(given)
    expect([given.seating, seatOf(him)]).toEqual([1, null])
    await post({ intent: 'choices', applicationId: her.userId, choices: codes.second, reason: why })
    await released(3)
    expect([seatOf(her)!.seating, seatOf(him)!.seating]).toEqual([3, 3])
    await post({ intent: 'choices', applicationId: her.userId, choices: codes.first, reason: why })
    await released(4)
    expect([seatOf(her)!.seating, seatOf(him)]).toEqual([4, null])
    await released(5)
    expect(seatOf(her)!.seating).toBe(4)
  })

  test('the effects name everybody once: kept, moved, new and lost', () => {
    const seat = (candidateId: number, choiceCode: string) => ({ candidateId, choiceCode })
    const effects = seatingEffects(
      [seat(1, 'A'), seat(2, 'B'), seat(3, 'C')],
      [seat(1, 'A'), seat(2, 'C'), seat(4, 'B')],
    )
    expect(effects.map(({ effect, before, after }) => [(after ?? before)!.candidateId, effect])).toEqual([
      [1, 'keeps'],
      [2, 'moves'],
      [4, 'gains'],
      [3, 'loses'],
    ])
  })

  test('the log records each reading of the list, and no other role can read it', async () => {
    await desk()
    const looks = portal.services.db.sqlite
      .prepare("SELECT count(*) AS n FROM audit_log WHERE act = 'jk-seats.list-read'")
      .get()
    expect(looks).toEqual({ n: 1 })
    for (const role of ['fc', 'so', 'ro', 'institute'] as const)
      expect((await (await atDesk(portal, role)).get('jk-seats')).status, role).toBe(403)
  })
})
