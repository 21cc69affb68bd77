import { beforeEach, describe, expect, test } from 'vitest'
import type { Everything } from '#pages/parts/option-form/rows.ts'
import { demoSecret } from '#server/config.ts'
import { optionFormNumber } from '#server/domain/site/verification-code.ts'
import type { View } from '#server/domain/site/view.ts'
import { createCodes } from '#server/features/content/printables/codes.ts'
import type { DataOf } from '#server/http/page.ts'
import { rupees } from '#server/kernel/money.ts'
import { hours, ist, plus } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'
import { type Applicant, applicant } from '#tests/support/applicant.ts'
import {
  type Chooser,
  chooserOf,
  publishClosings,
  publishFinalMerit,
  publishSeats,
  someCourses,
  withAChooser,
} from '#tests/support/options.ts'
import { asha, browser, logIn, ravi, type TestPortal, viewOf } from '#tests/support/portal.ts'

const [pune, mms, waiver, nashik, , nagpur] = someCourses.map(({ code }) => code) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const closing = ist('2024-08-27 17:00')

let portal: TestPortal
let owner: Applicant
let form: Chooser
beforeEach(async () => {
  ;({ portal, owner, form } = await withAChooser())
})

describe('candidates who may take part in a round', () => {
  const flags = async (who: Applicant) => {
    const details = await who.details()
    return [1, 2, 3].map((round) => details[`isCandidateAllotmentRound${round}`])
  }

  test('every candidate in the final merit list, once the round has opened', async () => {
    expect(await flags(owner)).toEqual([true, false, false])
    expect((await owner.details()).permissions).toMatchObject({ capOne: true, capTwo: false, capThree: false })
    portal.clock.set(ist('2024-08-24 09:59'))
    expect(await flags(owner)).toEqual([false, false, false])
    portal.clock.set(ist('2024-09-06 10:00'))
    expect(await flags(owner)).toEqual([true, true, false])
  })

  test('no other candidate: not in the list, only in a superseded edition, or a migrant from J&K', async () => {
    portal.clock.set(ist('2024-08-01 12:00'))
    const other = await applicant(portal, ravi)
    portal.clock.set(ist('2024-08-25 12:00'))
    expect(await flags(other)).toEqual([false, false, false])
    const theirs = chooserOf(portal, other)
    expect(await theirs.call('GET')).toMatchObject({ status: 403, body: { code: 'options-without-merit' } })
    expect(await theirs.save([pune], 0)).toMatchObject({ status: 403, body: { code: 'options-without-merit' } })

    publishFinalMerit(portal.services, [{ candidateId: other.id, lists: { jk: 1, 'all-india': 9 } }])
    expect(await flags(other)).toEqual([false, false, false])
    expect(await theirs.save([pune], 0)).toMatchObject({ status: 403 })
    // She is no longer in the list: her draft can be read but not changed.
    expect(await flags(owner)).toEqual([false, false, false])
    expect(portal.rows()).toMatchObject({ option_forms: 0, option_choices: 0, option_history: 0 })
  })

  test('a candidate with an option form in it keeps the page, even after leaving the list', async () => {
    await form.save([pune])
    publishFinalMerit(portal.services, [])
    expect(await flags(owner)).toEqual([true, false, false])
    expect(await form.call('GET')).toMatchObject({ status: 200, body: { data: { choices: [pune] } } })
    expect(await form.save([nashik])).toMatchObject({ status: 403, body: { code: 'options-without-merit' } })
  })
})

describe('saving', () => {
  test('keeps the order of the list, under a version that grows', async () => {
    expect(await form.read()).toMatchObject({ round: 1, version: 0, choices: [], locked: null, savedAt: null })
    expect(await form.save([pune, nashik])).toMatchObject({ status: 200, body: { data: { version: 1 } } })
    expect(await form.save([nagpur, pune, mms])).toMatchObject({ status: 200, body: { data: { version: 2 } } })
    expect(await form.read()).toMatchObject({ version: 2, choices: [nagpur, pune, mms] })
    await form.save([mms])
    expect(await form.read()).toMatchObject({ version: 3, choices: [mms] })
    expect(portal.rows().option_choices).toBe(1)
  })

  test('case 49: a stale tab is refused and shown the saved list', async () => {
    await form.save([pune, nashik])
    await form.save([nashik, pune], 1)
    const stale = await form.save([pune, nashik, nagpur], 1)
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'options-stale', current: { version: 2, choices: [nashik, pune] } },
    })
    expect(await form.read()).toMatchObject({ version: 2, choices: [nashik, pune] })
  })

  test('case 49: of two tabs that save the same version at once, one succeeds and the other gets 409', async () => {
    await form.save([pune])
    const answers = await Promise.all([form.save([pune, nashik], 1), form.save([nagpur, pune], 1)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const kept = answers.find(({ status }) => status === 200)!.body.data
    expect(await form.read()).toMatchObject({ version: 2, choices: kept.choices })
  })

  test('a repeated save whose answer was lost is the same save', async () => {
    await form.save([pune])
    expect(await form.save([pune], 1)).toMatchObject({ status: 200, body: { data: { version: 1 } } })
    expect(await form.history()).toHaveLength(1)
  })

  test('case 50: duplicate, unknown, withdrawn and 301st codes are named, and nothing is saved', async () => {
    const refused = await form.save([pune, pune, '999999999', '1; DROP TABLE', nagpur])
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'choice-twice',
      'choice-not-offered',
      'choice-not-offered',
    ])
    publishSeats(
      portal.services,
      someCourses.filter(({ code }) => code !== nagpur),
    )
    expect(await form.save([pune, nagpur])).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'choices', message: `${nagpur} is not offered in this round` }] },
    })
    const many = Array.from({ length: 301 }, (_, n) => ({ code: String(401_110_110 + n) }))
    publishSeats(portal.services, many)
    expect(await form.save(many.map(({ code }) => code))).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'choices-too-many' }] },
    })
    expect(await form.save(many.slice(0, 300).map(({ code }) => code))).toMatchObject({ status: 200 })
    expect(portal.rows()).toMatchObject({ option_choices: 300, option_history: 1 })
  })

  test('case 50: the codes of the tuition fee waiver are only for candidates who claim it', async () => {
    expect(await form.save([waiver])).toMatchObject({ status: 200 })
    portal.clock.set(ist('2024-08-01 12:00'))
    const other = await applicant(portal, ravi)
    await other.complete(answersWith(ashasAnswers, { 'category-details': { tfws: 'no' } }))
    portal.clock.set(ist('2024-08-25 12:00'))
    publishFinalMerit(portal.services, [
      { candidateId: other.id, lists: { state: 1, 'all-india': 1 } },
      { candidateId: owner.id, lists: { state: 12, 'all-india': 30 } },
    ])
    expect(await chooserOf(portal, other).save([waiver])).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'choice-waiver' }] },
    })
    const offered = portal.services.optionForm.offeredTo(other.actor.candidateId)
    expect(offered.map(({ choiceCode }) => choiceCode)).not.toContain(waiver)
  })

  test('refuses a field outside its contract, and accepts a round only as a whole number', async () => {
    const more = { version: 0, choices: [pune], confirmedAt: 1 }
    expect(await form.call('PUT', '', more)).toMatchObject({ status: 400 })
    expect(await form.call('PUT', '', { version: 0, choices: 'x' })).toMatchObject({ status: 400 })
    for (const round of ['0', '4', 'x', '01', '1e0', '1.0', '%201', '+1', '0x1', '१']) {
      expect(await portal.api('GET', `option-form/${round}`, undefined, owner.from)).toMatchObject({ status: 404 })
    }
    expect(await chooserOf(portal, owner, 2).save([pune], 0)).toMatchObject({
      status: 422,
      body: { code: 'options-not-yet', message: expect.stringMatching(/opens on \d+ \w+ 2024/) },
    })
  })

  test('simultaneous saves are kept separately', async () => {
    const saves = await Promise.all([
      form.save([pune, pune], 0),
      form.save([pune, nashik], 0),
      portal.api('PUT', 'option-form/1', { version: 0, choices: [] }, {}),
    ])
    expect(saves.map(({ status }) => status)).toEqual([422, 200, 401])
  })
})

describe('what follows from an allotment', () => {
  const said = async (choices: readonly string[]) => {
    await form.save([...choices])
    return (await browser(portal, owner.cookies).get('option-form/lisitng-confirm')).text
  }

  test('names the choices below the first, or the only one of them', async () => {
    expect(await said([pune, nashik, nagpur])).toContain('If you get one of the choices 2 to 3, you decide')
  })

  test('of two choices, the second has a sentence of its own', async () => {
    expect(await said([pune, nashik])).toContain('If you get choice 2, you decide')
  })

  test('of one choice, nothing is said about others', async () => {
    const page = await said([pune])
    expect(page).toContain('So choose only a course you would really take')
    expect(page).not.toMatch(/you decide|So put first/)
  })
})

describe('confirming', () => {
  test('takes password and OTP, shows count, first three and fingerprint, and locks the list', async () => {
    await form.save([pune, nashik, nagpur, mms])
    const done = await form.confirm()
    expect(done).toMatchObject({ status: 200, body: { data: { version: 2, choices: [pune, nashik, nagpur, mms] } } })
    const { fingerprint, confirmedAt } = done.body.data
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    expect(confirmedAt).not.toBeNull()
    expect(await portal.sentTo(asha.email, 'options-confirmed')).toBe(1)
    await portal.services.messages.deliverDue()
    const sms = portal.box.sent.findLast(({ to, template }) => to === asha.mobile && template === 'options-confirmed')
    expect(sms?.text).toContain(
      `Choices: 4, first ${pune}, ${nashik}, ${nagpur}. List code ${fingerprint.slice(0, 12)}`,
    )
    expect(await form.save([pune], 2)).toMatchObject({ status: 423, body: { code: 'options-locked' } })
    expect(await form.read()).toMatchObject({ locked: { code: 'options-locked' } })
    expect(await form.confirm()).toMatchObject({ status: 409, body: { code: 'options-confirmed' } })
  })

  test('the fingerprint depends on the list: the same list has the same one, another order another', async () => {
    await form.save([pune, nashik])
    const first = (await form.confirm()).body.data.fingerprint
    await form.unlock()
    expect((await form.confirm()).body.data.fingerprint).toBe(first)
    await form.unlock()
    await form.save([nashik, pune])
    expect((await form.confirm()).body.data.fingerprint).not.toBe(first)
  })

  test('refuses a missing proof, the proof of another act, and a list other than the one viewed', async () => {
    await form.save([pune])
    expect(await form.call('POST', '/confirm', { password: asha.password })).toMatchObject({ status: 400 })
    const wrong = await form.call('POST', '/confirm', { password: asha.password, otp: '000000' })
    expect(wrong.status).toBe(422)
    const unlockProof = await form.proof('unlock-options')
    expect((await form.call('POST', '/confirm', unlockProof)).status).toBe(422)
    await form.save([pune, nashik])
    expect(await form.confirm({ version: 1 })).toMatchObject({ status: 409, body: { code: 'options-stale' } })
    expect(await form.read()).toMatchObject({ confirmedAt: null })
    expect(await form.confirm({ version: 2 })).toMatchObject({ status: 200 })
  })

  test('an empty list, and one with a withdrawn code, are not confirmed', async () => {
    expect(await form.call('POST', '/confirm', { otp: '123456' })).toMatchObject({ body: { code: 'options-empty' } })
    await form.save([pune, nagpur])
    publishSeats(
      portal.services,
      someCourses.filter(({ code }) => code !== nagpur),
    )
    expect(await form.confirm()).toMatchObject({ status: 422, body: { errors: [{ code: 'choice-not-offered' }] } })
  })

  test.each([
    ['a millisecond before', -1, 200],
    ['at', 0, 422],
    ['a millisecond after', 1, 422],
  ])('case 51: %s the deadline', async (_, offset, status) => {
    await form.save([pune])
    const proof = await form.proof('confirm-options')
    portal.clock.set(plus(closing, offset))
    expect((await form.call('POST', '/confirm', proof)).status).toBe(status)
    expect((await form.read()).confirmedAt === null).toBe(status !== 200)
  })

  test('case 51: begun before the deadline and finished after it counts', async () => {
    await form.save([pune])
    const proof = await form.proof('confirm-options')
    const arrived = plus(closing, -1)
    portal.clock.set(plus(closing, 20_000))
    const { optionForm } = portal.services
    expect(await optionForm.confirm(owner.id, 1, proof, { at: arrived })).toMatchObject({ ok: true })
    expect(optionForm.save(owner.id, 1, { version: 2, choices: [] }, { at: closing })).toMatchObject({ ok: false })
  })

  test('case 54: confirm and unlock at once run one after the other, and each answer matches the stored state', async () => {
    await form.save([pune, nashik])
    await form.confirm()
    const unlockProof = await form.proof('unlock-options')
    const confirmProof = await form.proof('confirm-options')
    const answers = await Promise.all([
      form.call('POST', '/unlock', unlockProof),
      form.call('POST', '/confirm', confirmProof),
      form.call('PUT', '', { version: 2, choices: [nagpur] }),
    ])
    expect(answers[0]!.status).toBe(200)
    // The list was confirmed when the second was requested: it is refused or, after the unlock, done.
    expect([200, 409]).toContain(answers[1]!.status)
    expect(answers[2]!.status).not.toBe(200)
    const { confirmedAt, choices } = await form.read()
    expect(confirmedAt !== null).toBe(answers[1]!.status === 200)
    expect(choices).toEqual([pune, nashik])
    const acts = (await form.history()).map(({ act }: { act: string }) => act)
    expect(acts.filter((act: string) => act === 'unlocked')).toHaveLength(1)
  })

  test('pressed twice, the second press finds it done', async () => {
    await form.save([pune])
    const proof = await form.proof('confirm-options')
    const answers = await Promise.all([form.call('POST', '/confirm', proof), form.call('POST', '/confirm', proof)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await portal.sentTo(asha.mobile, 'options-confirmed')).toBe(1)
  })

  test('an unlocked list does not count, and its owner gets a message', async () => {
    await form.save([pune])
    await form.confirm()
    expect(await form.unlock()).toMatchObject({ status: 200, body: { data: { confirmedAt: null, fingerprint: null } } })
    expect(await portal.sentTo(asha.mobile, 'options-unlocked')).toBe(1)
    expect(await form.unlock()).toMatchObject({ status: 409, body: { code: 'options-not-confirmed' } })
  })
})

test('every saved list is kept, with its act, time and device', async () => {
  await form.save([pune])
  await form.save([pune, nashik])
  await form.confirm()
  await form.unlock()
  const phone = await logIn(portal, owner.userId, asha, {
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 10) Chrome/84.0 Mobile Safari/537.36' },
  })
  await portal.api('PUT', 'option-form/1', { version: 4, choices: [nashik] }, { token: phone.token })
  const history = await form.history()
  expect(
    history.map(({ act, choices, version }: { act: string; choices: string[]; version: number }) => [
      version,
      act,
      choices,
    ]),
  ).toEqual([
    [5, 'saved', [nashik]],
    [4, 'unlocked', [pune, nashik]],
    [3, 'confirmed', [pune, nashik]],
    [2, 'saved', [pune, nashik]],
    [1, 'saved', [pune]],
  ])
  expect(history[0].device).toContain('Android')
  expect(history[4].device).not.toBe('')
})

describe('the next round', () => {
  const second = () => chooserOf(portal, owner, 2)
  beforeEach(async () => {
    await form.save([nagpur, pune, waiver])
    await form.confirm()
    publishClosings(portal.services, 1, [
      [pune, 'GOPENS', 11],
      [pune, 'GSCS', 15],
      [nashik, 'GOPENS', 12],
      [nashik, 'AI', 29],
      [nashik, 'GSTS', 900],
    ])
    portal.clock.set(ist('2024-09-06 12:00'))
  })

  test('case 55: the list is carried over from a round, and courses that have vanished are named', async () => {
    publishSeats(
      portal.services,
      someCourses.filter(({ code }) => code !== nagpur),
    )
    const page = browser(portal, owner.cookies)
    const before = viewOf<View<{ earlier: { added: number; gone: object[] } }>>(
      await page.get('option-form/select-prefrence'),
    )
    expect(before.data.earlier).toMatchObject({
      added: 2,
      gone: [{ code: nagpur, name: 'Wainganga Institute, Nagpur' }],
    })
    const done = await page.post('option-form/select-prefrence?round=2', { version: '0', act: 'import' })
    expect(done.status).toBe(303)
    expect(await second().read()).toMatchObject({ round: 2, version: 1, choices: [pune, waiver], confirmedAt: null })
    expect((await second().history())[0]).toMatchObject({ act: 'imported' })
    // The confirmed list of the first round is unchanged.
    expect(await form.read()).toMatchObject({ choices: [nagpur, pune, waiver], locked: { code: 'option-form-closed' } })
  })

  test('shows the last place of the last round at the seats open to her, and the places within her reach', async () => {
    await second().save([pune, nashik, nagpur])
    const { data } = viewOf<View<{ lines: { code: string; closings: object[] }[]; outlook: object }>>(
      await browser(portal, owner.cookies).get('option-form/select-prefrence'),
    )
    expect(data.lines.map(({ closings }) => closings)).toEqual([
      [
        expect.objectContaining({ type: 'GOPENS', merit: 11, isReached: false }),
        expect.objectContaining({ type: 'GSCS', merit: 15, isReached: true }),
      ],
      [
        expect.objectContaining({ type: 'GOPENS', merit: 12, isReached: true }),
        expect.objectContaining({ type: 'AI', merit: 29, isReached: false }),
      ],
      [],
    ])
    expect(data.outlook).toMatchObject({ inReach: 2, isShort: true })
    const found = viewOf<View<{ rows: { code: string }[] }>>(
      await browser(portal, owner.cookies).get('option-form/select-institutes?round=2&reached=true'),
    )
    expect(found.data.rows.map(({ code }) => code)).toEqual([pune, nashik])
  })

  test('if seats open to her remained, the last round had one for her', async () => {
    const leave = portal.services.db.sqlite.prepare(
      'INSERT INTO allotment_vacancies (run_id, choice_code, seat_type, count) SELECT id, ?, ?, 1 FROM allotment_runs',
    )
    leave.run(pune, 'LOPENS')
    leave.run(nashik, 'PWDOPENS')
    leave.run(nagpur, 'AI')
    await second().save([pune, nashik, nagpur])
    const page = browser(portal, owner.cookies)
    const { data } = viewOf<View<{ lines: { closings: object[] }[]; outlook: object }>>(
      await page.get('option-form/select-prefrence'),
    )
    expect(data.lines.map(({ closings }) => closings)).toMatchObject([
      // The vacant ladies' seat had become a general one.
      [{ type: 'GOPENS', merit: 11, isLeft: true, isReached: true }, { type: 'GSCS' }],
      [
        { type: 'GOPENS', isLeft: false },
        { type: 'AI', isLeft: false },
      ],
      [{ type: 'AI', merit: null, isLeft: true, isReached: true }],
    ])
    expect(data.outlook).toMatchObject({ inReach: 3 })
    // What is said before the list is confirmed counts them too.
    type Confirm = DataOf<typeof import('#pages/candidate/option-form/lisitng-confirm/page.server.ts').load>
    const confirm = viewOf<View<Confirm>>(await page.get('option-form/lisitng-confirm')).data
    expect(confirm.doctor?.reached).toEqual([1, 2, 3])
    expect((await page.get('option-form/print2')).text).toMatch(/11\s*·\s*Seats left/)
  })

  test('a choice that this round makes likely, though the last one had no seat there for her, says why', async () => {
    portal.services.pastSeasons.keep(
      ['2022-2023', '2023-2024'].flatMap((academicYear) =>
        // The others are at institutes of then: so many figures make the chance nearly sure.
        [nagpur, ...Array.from({ length: 20 }, (_, n) => `${404010110 + n * 100_000}`)].map((choiceCode) => ({
          ...{ academicYear, choiceCode, seatType: 'ALL' as const, round: 2 },
          ...{ merit: 800, listed: 900, admitted: 30, vacant: 5 },
        })),
      ),
    )
    publishFinalMerit(portal.services, [{ candidateId: owner.id, lists: { state: 1, 'all-india': 1 } }])
    type Confirm = DataOf<typeof import('#pages/candidate/option-form/lisitng-confirm/page.server.ts').load>
    const page = browser(portal, owner.cookies)
    const here = 'option-form/lisitng-confirm?lang=en'
    const doctor = async () => viewOf<View<Confirm>>(await page.get(here)).data.doctor
    await second().save([pune])
    const suggested = (await doctor())?.suggestions.find(({ code }) => code === nagpur)
    expect(suggested?.about).toMatch(
      /likely in this round though not in CAP Round 1, by seats of the type All candidates/,
    )
    await second().save([pune, nagpur, nashik])
    expect(await doctor()).toMatchObject({ later: [2], reached: [1, 3], chances: { counts: { likely: 1 } } })
    expect((await page.get(here)).text).toContain('CAP Round 1 had no seat for your number at these likely choices: 2.')
    // The order counts what the last round reached, and leads to what this one may.
    const order = (await page.get('option-form/select-prefrence?lang=en')).text.replaceAll('<!-- -->', '')
    expect(order).toContain('would have been enough at 2 of your choices. CAP Round 2 may reach further')
    // Nothing below a choice that is nearly sure counts; a first one can only be frozen.
    await second().save([nagpur, pune, nashik])
    expect(await doctor()).toMatchObject({ sure: { place: 1, below: 2, freezes: true } })
    expect((await page.get(here)).text).toContain('You will most probably get choice 1.')
  })

  test('an unpublished run reveals nothing', async () => {
    portal.services.db.sqlite.prepare("UPDATE allotment_runs SET state = 'released', published_at = NULL").run()
    const { data } = viewOf<View<{ head: { closedRound: number | null }; lines: { closings: object[] }[] }>>(
      await browser(portal, owner.cookies).get('option-form/print2?round=1'),
    )
    expect(portal.services.optionForm.closedRound(2)).toBeNull()
    expect(data.lines.every(({ closings }) => closings.length === 0)).toBe(true)
  })
})

describe('reminders of an unconfirmed list', () => {
  const reminded = () => portal.sentTo(asha.mobile, 'options-reminder')
  const at = async (before: number) => {
    portal.clock.set(plus(closing, -hours(before)))
    await portal.services.reminders.remind()
  }

  test('come 24, 6 and 1 hours before the end, once each, and after a pause only the latest', async () => {
    await form.save([pune])
    await at(25)
    expect(await reminded()).toBe(0)
    await at(24)
    await at(23)
    expect(await reminded()).toBe(1)
    await at(5)
    expect(await reminded()).toBe(2)
    await at(0.5)
    await portal.services.reminders.remind()
    expect(await reminded()).toBe(3)
    portal.clock.set(closing)
    await portal.services.reminders.remind()
    expect(await reminded()).toBe(3)
  })

  test('go out in batches that wait for one another: a crowd delays neither pages nor OTPs', async () => {
    const { db, reminders, messages } = portal.services
    db.sqlite.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
      INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
      SELECT 'ML2490' || printf('%04d', i), 'Somebody', 'some' || i || '@example.org', 9100000000 + i, 'MH', 'MH-pune', 'en', 1, 1 FROM n`)
    db.sqlite.exec(`INSERT INTO option_forms (candidate_id, round, version, saved_at)
      SELECT id, 1, 1, 1 FROM candidates WHERE user_id LIKE 'ML2490%'`)
    const noted = () => db.sqlite.prepare('SELECT count(*) FROM reminders').pluck().get()
    await at(1)
    expect(noted()).toBe(500)
    await reminders.remind()
    expect(noted(), 'the first piece is still on its way').toBe(500)
    for (let tick = 0; tick < 4; tick++) {
      while (messages.isWaiting('options-reminder')) await messages.deliverDue()
      await reminders.remind()
    }
    expect(noted()).toBe(700)
  })

  test('come again if the end is moved, and not to candidates who have confirmed', async () => {
    await form.save([pune])
    await at(1)
    expect(await reminded()).toBe(1)
    const later = plus(closing, hours(24))
    portal.services.db.transact(() => portal.services.notices.moveClosings([{ key: 'round-1-options', to: later }]))
    portal.clock.set(plus(later, -hours(1)))
    await portal.services.reminders.remind()
    expect(await reminded()).toBe(2)
    await form.confirm()
    portal.clock.set(plus(later, -hours(0.5)))
    await portal.services.reminders.remind()
    expect(await reminded()).toBe(2)
  })
})

describe('the seven pages', () => {
  const post = (path: string, fields: Record<string, string | string[]>) =>
    browser(portal, owner.cookies).post(`option-form/${path}`, fields)
  const get = async (path: string) => viewOf<View>(await browser(portal, owner.cookies).get(path))

  test.each(['', '/select-course', '/select-institutes', '/select-prefrence', '/lisitng-confirm', '/print', '/print2'])(
    'option-form%s opens, empty, filled, confirmed and after the round',
    async (path) => {
      const page = browser(portal, owner.cookies)
      const open = async () => expect((await page.get(`option-form${path}`)).status).toBe(200)
      await open()
      await form.save([pune, nashik])
      await open()
      await form.confirm()
      await open()
      portal.clock.set(ist('2024-09-01 12:00'))
      await open()
      for (const lang of ['en', 'mr']) expect((await page.get(`option-form${path}?lang=${lang}`)).status).toBe(200)
    },
  )

  test('the first page leads to the institutes, and with a saved list to what the strip above asks for', async () => {
    const act = async () =>
      (await browser(portal, owner.cookies).get('option-form')).text.match(
        /<a href="[^"]*option-form\/([a-z-]+)[^"]*" class="btn"/,
      )?.[1]
    expect(await act()).toBe('select-institutes')
    await form.save([pune, nashik])
    expect(await act()).toBe('lisitng-confirm')
  })

  test('the filters are drawn once they are asked for; an empty result offers nothing to add', async () => {
    const text = async (query: string) =>
      (await browser(portal, owner.cookies).get(`option-form/select-institutes${query}`)).text
    const all = await text('')
    expect(all).not.toContain('<select')
    expect(all).toContain('data-form="add"')
    expect(await text('?tab=filters')).toMatch(/<select [^>]*name="district"/)
    for (const q of ['पुणे', 'Poona', 'SPPU', 'Nasik', 'पुणे विद्यापीठ'])
      expect(await text(`?q=${encodeURIComponent(q)}`), q).toContain('data-form="add"')
    const none = await text('?q=nothing+of+that+name')
    expect(none).toContain('Nothing matches this search')
    expect(none).not.toContain('data-form="add"')
  })

  describe('without JavaScript, the server filters and orders the institutes', () => {
    const fees = { [pune]: 90_000, [mms]: 150_000, [waiver]: 12_000, [nashik]: 60_000 }
    const rows = async (query: string) =>
      viewOf<View<{ rows: { code: string; distance: number | null }[]; count: number }>>(
        await browser(portal, owner.cookies).get(`option-form/select-institutes?${query}`),
      ).data
    const codes = async (query: string) => (await rows(query)).rows.map(({ code }) => code)
    beforeEach(() => {
      const facts = {
        nameMr: null,
        address: null,
        addressMr: null,
        phone: null,
        email: null,
        website: null,
        facilities: [],
        directions: null,
      }
      const nobody = { id: 1, loginName: 'admin', role: 'admin' } as const
      portal.services.directory.saveInstitutes(nobody, {
        institutes: [
          { ...facts, code: pune.slice(0, 4), addressMr: '12, तलाव रोड, पुणे', hostel: 'women', place: null },
          {
            ...facts,
            code: nashik.slice(0, 4),
            address: '7, Lake Road, Nashik',
            hostel: 'none',
            place: '20.0110,73.7900',
          },
        ],
        fees: Object.entries(fees).map(([choiceCode, fee]) => ({ choiceCode, annualFee: rupees(fee) })),
      })
    })

    test('by fee: what costs more, and what is not known, is left out', async () => {
      expect((await codes('fee=90000')).sort()).toEqual([pune, waiver, nashik].sort())
      expect(await codes('fee=1')).toEqual([])
    })

    test('in the order of the fees, those not known last', async () => {
      const inOrder = await codes('order=fee')
      expect(inOrder.slice(0, 4)).toEqual([waiver, nashik, pune, mms])
      expect(inOrder).toHaveLength((await rows('')).count)
    })

    test('by hostel: one for women is none for men', async () => {
      const ofPune = (await codes('hostel=women')).sort()
      expect(ofPune).toContain(pune)
      expect(ofPune).not.toContain(nashik)
      expect(await codes('hostel=men')).toEqual([])
      expect((await codes('hostel=any')).sort()).toEqual(ofPune)
    })

    test('by distance from the district of the address', async () => {
      const found = (await rows('')).rows
      const home = portal.services.application.answers(owner.id)['personal-details']!.district
      expect(found.find(({ code }) => code === pune)!.distance).toBe(home === 'MH-pune' ? 0 : expect.any(Number))
      const near = await codes('near=20')
      const distances = found.map(({ code, distance }) => [code, distance] as const)
      expect(near.sort()).toEqual(
        distances.flatMap(([code, distance]) => (distance !== null && distance <= 20 ? [code] : [])).sort(),
      )
    })

    test('what means nothing asks for nothing', async () => {
      const { count } = await rows('')
      const asked = ['fee=abc', 'fee=-5', 'near=%00', 'hostel=DROP', 'order=__proto__', 'chance=likely', 'page=99999']
      for (const query of asked) {
        const found = await rows(query)
        expect([query, found.count, found.rows.length > 0]).toEqual([query, count, true])
      }
    })

    test('a browser that searches by itself gets every row with its words and figures, and only of courses on offer to her', async () => {
      const { data } = viewOf<View<{ all: Everything; filters: { districts: { value: string }[] } }>>(
        await browser(portal, owner.cookies).get('option-form/select-institutes?all=true'),
      )
      expect(data.all.rows).toHaveLength((await rows('')).count)
      expect(data.all.rows.find(({ code }) => code === pune)!.said).toMatch(/pune/)
      expect(Object.keys(data.all.figures).sort()).toEqual(data.all.rows.map(({ code }) => code).sort())
      expect(data.filters.districts.length).toBeGreaterThan(0)
      // Each address is known in one language.
      expect(data.all.institutes[pune.slice(0, 4)]!.address).toBe('12, तलाव रोड, पुणे')
      expect(data.all.institutes[nashik.slice(0, 4)]!.address).toBe('7, Lake Road, Nashik')
    })
  })

  test('without JavaScript: tick, order, move to a number, insert, remove', async () => {
    const ticked = await post(`select-institutes?q=a&ticked=${pune}`, { ticked: pune, [`code-${nashik}`]: 'true' })
    expect(ticked.status).toBe(303)
    // The address keeps the search but not the ticks: a choice taken off the list later does not come back ticked.
    expect(ticked.headers.location).toMatch(/select-institutes\?q=a&round=1#found$/)
    const order = (fields: Record<string, string | string[]>) => post('select-prefrence', fields)
    const list = async () => (await form.read()).choices
    expect(await list()).toEqual([pune, nashik])
    await order({ version: '1', choices: [pune, nashik], act: `down:${pune}` })
    expect(await list()).toEqual([nashik, pune])
    const put = await order({ version: '2', choices: [nashik, pune], act: 'insert', code: ' 303310110 ', place: '1' })
    expect(put.headers.location).toMatch(/#c-303310110$/)
    expect(await list()).toEqual([nagpur, nashik, pune])
    await order({ version: '3', choices: [nagpur, nashik, pune], act: 'numbers', [`to-${pune}`]: '1' })
    expect(await list()).toEqual([pune, nagpur, nashik])
    await order({ version: '4', choices: [pune, nagpur, nashik], act: `remove:${nagpur}` })
    expect(await list()).toEqual([pune, nashik])
    await order({ version: '5', choices: [pune, nashik], act: `up:${nashik}` })
    expect(await list()).toEqual([nashik, pune])
  })

  test('without JavaScript the search and its filters take the ticks along', async () => {
    const path = 'select-institutes'
    const page = (await browser(portal, owner.cookies).get(`option-form/${path}?tab=filters`)).text
    const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
    // Whatever leads to another result belongs to the form that holds the ticks.
    expect(main.match(/<(?:input|select)[^>]* name="(?:q|district|fee|order)"[^>]*>/g)).toHaveLength(4)
    expect(main.match(/<(?:input|select|button)[^>]* form="ticks"[^>]*>/g)!.length).toBeGreaterThan(8)
    expect(main).not.toMatch(/<a [^>]*href="[^"]*select-institutes\?(?!round=1")/)
    // Enter presses the first button of a form, which must not be a star.
    expect(main.match(/<button[^>]*>/)![0]).toMatch(/ form="ticks".* value="typed"/)

    type Result = View<{ ticked: string[]; search: object; areFiltersOpen: boolean; rows: { code: string }[] }>
    const found = async (query: string, fields: Record<string, string>) => {
      const pressed = await post(`${path}${query}`, fields)
      expect(pressed.status).toBe(303)
      const { data } = await get(String(pressed.headers.location).replace('/mbale/candidate/', ''))
      return data as Result['data']
    }
    const ticks = { ticked: pune, [`code-${nashik}`]: 'true' }
    const typed = await found('?fee=200000&page=2', { ...ticks, find: 'typed', q: 'Nagpur', fee: '' })
    expect([typed.ticked, typed.search]).toEqual([[pune, nashik], { q: 'Nagpur' }])
    expect(typed.rows.map(({ code }) => code)).toEqual([nagpur])
    const chip = await found('?q=Pune', { ticked: pune, find: 'fee:100000', q: 'Nashik' })
    expect([chip.ticked, chip.search]).toEqual([[pune], { q: 'Nashik', fee: '100000' }])
    const off = await found('?fee=100000', { ...ticks, find: 'fee:100000' })
    expect([off.ticked, off.search]).toEqual([[pune, nashik], {}])
    const opened = await found('?q=Pune', { ...ticks, find: 'filters' })
    expect([opened.ticked, opened.search, opened.areFiltersOpen]).toEqual([[pune, nashik], { q: 'Pune' }, true])
    const all = await found('?q=Pune&status=Government', { ...ticks, find: 'clear', q: 'x' })
    expect([all.ticked, all.search]).toEqual([[pune, nashik], {}])
    // Nothing is in the list yet.
    expect((await form.read()).choices).toEqual([])
  })

  test.each([
    ['a code that nobody offers', { ticked: '999999999' }],
    [
      'no code',
      { ticked: "' OR 1=1 --,<script>,../..,%00", 'code-<b>': 'true', 'code-': 'true', 'code-__proto__': 'true' },
    ],
    ['a course of the list already', { ticked: nagpur, [`code-${nagpur}`]: 'true' }],
  ])('a search takes no tick along of %s', async (_, hidden) => {
    await form.save([nagpur])
    for (const find of ['typed', 'fee:__proto__', 'constructor:1', 'filters', ':', 'clear:1', 'order:DROP', '\u0000']) {
      const pressed = await post('select-institutes', { ...hidden, [`code-${pune}`]: 'true', find, q: '', near: '-1' })
      expect([find, pressed.status]).toEqual([find, 303])
      const { data } = await get(String(pressed.headers.location).replace('/mbale/candidate/', ''))
      expect([find, data]).toEqual([find, expect.objectContaining({ ticked: [pune], search: {} })])
    }
  })

  test('without JavaScript the way on takes typed numbers along, or stops at a wrong one', async () => {
    await form.save([pune, nashik])
    const page = (await browser(portal, owner.cookies).get('option-form/select-prefrence')).text
    expect([...page.matchAll(/<(a|button) [^>]*>Continue: check and confirm</g)].map(([, tag]) => tag)).toEqual([
      'button',
    ])
    expect(page).toMatch(/<button[^>]* value="onward"/)
    const list = { choices: [pune, nashik], act: 'onward' }
    const wrong = await post('select-prefrence', { ...list, version: '1', [`to-${nashik}`]: '1st' })
    expect([wrong.status, (await form.read()).choices]).toEqual([422, [pune, nashik]])
    const on = await post('select-prefrence', { ...list, version: '1', [`to-${nashik}`]: '1' })
    expect([on.status, on.headers.location]).toEqual([303, expect.stringContaining('/lisitng-confirm?round=1')])
    expect((await form.read()).choices).toEqual([nashik, pune])
    // Nothing typed: nothing changes.
    const unchanged = await post('select-prefrence', { version: '2', choices: [nashik, pune], act: 'onward' })
    expect([unchanged.status, (await form.read()).choices]).toEqual([303, [nashik, pune]])
    const stale = await post('select-prefrence', { ...list, version: '1' })
    expect(stale.status).toBe(409)
  })

  test('a code that cannot be inserted remains in its field, and nothing is saved', async () => {
    await form.save([pune])
    const again = await post('select-prefrence', { version: '1', choices: [pune], act: 'insert', code: pune })
    expect(again.status).toBe(422)
    expect(viewOf<View>(again).form).toMatchObject({
      values: { code: pune },
      errors: [{ field: 'code', message: `${pune} is already in the list` }],
    })
    const none = await post('select-prefrence', { version: '1', choices: [pune], act: 'insert', code: ' ' })
    expect(viewOf<View>(none).form).toMatchObject({ errors: [{ field: 'code', message: 'Enter a choice code' }] })
    expect(await form.read()).toMatchObject({ version: 1 })
  })

  test('a number that is not a place is reported, and nothing is saved', async () => {
    await form.save([pune, nashik])
    const list = { version: '1', choices: [pune, nashik] }
    const again = await post('select-prefrence', { ...list, act: 'numbers', [`to-${nashik}`]: 'first' })
    expect(again.status).toBe(422)
    expect(viewOf<View>(again).form).toMatchObject({
      values: { [`to-${nashik}`]: 'first' },
      errors: [{ field: `to-${nashik}`, message: expect.stringContaining('“first”') }],
    })
    const inserting = await post('select-prefrence', { ...list, act: 'insert', code: nagpur, place: '-5' })
    expect(viewOf<View>(inserting).form).toMatchObject({ errors: [{ field: 'place' }] })
    expect(await form.read()).toMatchObject({ version: 1 })
    await post('select-prefrence', { ...list, act: 'numbers', [`to-${nashik}`]: '१' })
    expect((await form.read()).choices).toEqual([nashik, pune])
  })

  test('case 49: a stale page without JavaScript shows the difference, and the candidate chooses one of the two', async () => {
    await form.save([pune, nashik])
    await form.save([nashik, pune])
    const stale = await post('select-prefrence', { version: '1', choices: [pune, nashik], act: `remove:${nashik}` })
    expect(stale.status).toBe(409)
    const { data } = viewOf<View<{ version: number; stale: object }>>(stale)
    expect(data).toMatchObject({
      version: 2,
      stale: { mine: [pune], difference: { added: [], removed: [nashik], moved: [{ code: pune, from: 2, to: 1 }] } },
    })
    expect(await form.read()).toMatchObject({ version: 2 })
    expect((await post('select-prefrence', { version: '2', choices: [pune] })).status).toBe(303)
    expect(await form.read()).toMatchObject({ version: 3, choices: [pune] })
  })

  test('confirm and unlock by forms, with their OTPs', async () => {
    await form.save([pune])
    const page = browser(portal, owner.cookies)
    expect((await page.post('option-form/lisitng-confirm', { intent: 'otp' })).headers.location).toContain('step=otp')
    const otp = await portal.otpFor(asha.mobile)
    const wrong = await page.post('option-form/lisitng-confirm?round=1&step=otp', { version: '1', otp })
    expect(wrong.status).toBe(422)
    const done = await page.post('option-form/lisitng-confirm?round=1&step=otp', {
      version: '1',
      otp,
      password: asha.password,
    })
    expect(done.status).toBe(303)
    expect(await form.read()).toMatchObject({ version: 2, locked: { code: 'options-locked' } })
    portal.clock.advance(31_000)
    await page.post('option-form/lisitng-confirm?round=1', { intent: 'unlock' })
    const undone = await page.post('option-form/lisitng-confirm?round=1&step=unlock', {
      version: '2',
      otp: await portal.otpFor(asha.mobile),
      password: asha.password,
    })
    expect(undone.status).toBe(303)
    expect(await form.read()).toMatchObject({ confirmedAt: null, locked: null })
  })

  test('every page of an unconfirmed list says so, and no other does', async () => {
    const banner = async (path = 'dashboard') => (await get(path)).session?.unconfirmed
    expect(await banner()).toBeNull()
    await form.save([pune, nashik])
    for (const path of ['dashboard', 'message', 'home', 'option-form']) {
      expect(await banner(path), path).toEqual({ round: 1, count: 2, closesAt: closing })
    }
    const bar = 'NOT confirmed: your CAP Round 1 choices will not be considered'
    expect((await browser(portal, owner.cookies).get('message')).text).toContain(bar)
    // The dashboard says it once, at its top, with the act.
    const { text } = await browser(portal, owner.cookies).get('dashboard')
    const main = text.slice(text.indexOf('<body'), text.indexOf('<script', text.indexOf('<main')))
    expect(main).not.toContain(bar)
    expect(main.match(/NOT confirmed/g)).toHaveLength(1)
    expect(main).toContain('Only a confirmed list counts.')
    await form.confirm()
    expect(await banner()).toBeNull()
    // Then its top says that the list counts, and when the result comes.
    expect((await browser(portal, owner.cookies).get('dashboard')).text).toMatch(/The result comes on \d+ Aug 2024, /)
    await form.unlock()
    expect(await banner()).not.toBeNull()
    portal.clock.set(closing)
    expect(await banner()).toBeNull()
  })

  test('only a list that is not confirmed is offered as a draft to print', async () => {
    const page = browser(portal, owner.cookies)
    await form.save([pune])
    expect((await page.get('option-form/print')).text).toContain('option-form/print2')
    await form.confirm()
    expect((await page.get('option-form/print')).text).not.toContain('option-form/print2')
  })

  test('the confirmed list is printed with a code that tells if it still counts', async () => {
    await form.save([pune, nashik])
    expect((await portal.api('GET', 'printables/option-form-1.pdf', undefined, owner.from)).status).toBe(404)
    await form.confirm()
    portal.services.db.sqlite.prepare('DELETE FROM documents').run()
    const { printables, optionForm } = portal.services
    const printed = await printables.print(owner.actor, 'option-form-1', 'mr')
    expect(printed).toMatchObject({ ok: true, value: { fileName: `${owner.userId}-option-form-1.pdf` } })
    const page = await browser(portal, owner.cookies).get('option-form/print.pdf?round=1')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(optionForm.printed(owner.id, 1)).toMatchObject({ version: 2 })
    expect((await browser(portal, owner.cookies).get('option-form/print.pdf?round=9')).status).toBe(404)

    const code = createCodes({ secret: demoSecret }, 'mbale', portal.services.identity.epochs).issue({
      kind: 'option-form',
      candidateId: owner.id,
      number: optionFormNumber(1, 2),
    })
    const checked = () => printables.verify(code, '127.0.0.1')
    expect(checked()).toMatchObject({ value: { kind: 'option-form', userId: owner.userId, state: 'valid' } })
    await form.unlock()
    expect(checked()).toMatchObject({ value: { state: 'list-unlocked' } })
    await form.save([nashik])
    await form.confirm()
    expect(checked()).toMatchObject({ value: { state: 'list-superseded' } })
    const verified = await browser(portal).get(`verification?code=${code}`)
    expect(verified.text).toContain('another list is confirmed now')
  })

  test('the menu leads to each round and marks the current one', async () => {
    await form.save([pune])
    portal.clock.set(ist('2024-09-06 12:00'))
    const page = await browser(portal, owner.cookies).get('option-form?round=1')
    expect(page.text).toMatch(/option-form\?round=1"[^>]*aria-current="page"/)
    expect(page.text).toContain('option-form?round=2"')
    expect(viewOf<View<{ head: { round: number } }>>(page).data.head.round).toBe(1)
    expect((await get('option-form')).data).toMatchObject({ head: { round: 2, isOpen: true } })
  })
})
