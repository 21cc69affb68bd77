import { beforeEach, describe, expect, test } from 'vitest'
import { byPaper } from '#server/domain/admission/papers.ts'
import type { Said } from '#server/domain/admission/self-verification.ts'
import { ist, plus } from '#server/kernel/time.ts'
import { runOf } from '#tests/features/allotment/published-round.ts'
import { auditLines } from '#tests/support/audit.ts'
import { atDesk } from '#tests/support/desk.ts'
import { asha, browser, faultsOf } from '#tests/support/portal.ts'
import { acceptance, type Seated, seated } from '#tests/support/seated.ts'

let at: Seated
beforeEach(async () => {
  at = await seated()
})

const verify = (said: Partial<Said> = {}) => at.portal.services.selfVerification.verifyUnasked(at.owner.id, 1, said)
const state = () => at.portal.services.seatAcceptance.current(at.owner.id)!.state
const answers = () => at.portal.services.application.answers(at.owner.id)
const versions = () => at.portal.services.application.versionsOf(at.owner.actor.candidateId).length
const audited = () => auditLines(at.portal).map(({ act }) => act)
const wrongDegree: Partial<Said> = {
  answers: { degree: 'incorrect' },
  right: { degreeMarks: '1808', degreeOutOf: '4000' },
}

describe('self-verification', () => {
  test('of facts that are all correct opens the decision, once', async () => {
    expect(state()).toBe('to-verify')
    expect(verify()).toEqual({ ok: true, value: { round: 1, corrected: [], grievance: null } })
    expect(state()).toBe('to-decide')
    expect(verify()).toMatchObject({ refusal: { code: 'already-verified' } })
    expect(await at.portal.sentTo(asha.mobile, 'verification-recorded')).toBe(1)
    expect(versions()).toBe(1)
  })

  test('case 63: corrects a fact without a benefit at once, as the next version, and goes on', () => {
    const right = { motherName: 'Suneeta Ramesh Patil', fullName: 'Asha Ramesh Pateel' }
    const done = verify({ answers: { 'mother-name': 'incorrect', name: 'incorrect' }, right })
    expect(done).toMatchObject({ value: { corrected: ['name', 'mother-name'], grievance: null } })
    expect(answers()['personal-details']).toMatchObject({ motherName: 'Suneeta Ramesh Patil' })
    expect(at.portal.services.application.standing(at.owner.id).details.full_name).toBe('Asha Ramesh Pateel')
    expect(versions()).toBe(2)
    expect(state()).toBe('to-decide')
    expect(audited()).toEqual(expect.arrayContaining(['self-verification.submitted', 'self-verification.corrected']))
  })

  test('a name that changes by more than its spelling waits for an officer, and the institute sees both', async () => {
    const right = { fullName: 'Rahul Vijay Patil', motherName: 'Sunitha Ramesh Patil' }
    const done = verify({ answers: { 'mother-name': 'incorrect', name: 'incorrect' }, right })
    expect(done).toMatchObject({ value: { corrected: ['mother-name'], grievance: 'ML24-G00001' } })
    expect(at.portal.services.application.standing(at.owner.id).details.full_name).toBe(asha.fullName)
    expect(state()).toBe('in-grievance')
    const changes = () => at.portal.services.selfVerification.nameChanges(at.owner.id, 'en')
    const spelled = { fact: 'mother-name', stated: 'Sunita Ramesh Patil', right: 'Sunitha Ramesh Patil' }
    expect(changes()).toEqual([expect.objectContaining({ ...spelled, byOfficer: false })])
    const [grievance] = at.portal.services.grievances.own(at.owner.actor.candidateId).grievances
    const upheld = await at.portal.services.selfVerification.uphold(at.owner.id, grievance!.id)
    at.portal.services.db.transact(() => upheld({ reference: grievance!.number, body: 'Seen on the marksheet' }))
    expect(at.portal.services.application.standing(at.owner.id).details.full_name).toBe('Rahul Vijay Patil')
    expect(changes()).toEqual([
      expect.objectContaining({ fact: 'name', stated: asha.fullName, right: 'Rahul Vijay Patil', byOfficer: true }),
      expect.objectContaining({ ...spelled, byOfficer: false }),
    ])
  })

  test('case 63: a mistake with a benefit raises a grievance that blocks acceptance and changes nothing yet', async () => {
    expect(verify(wrongDegree)).toMatchObject({ value: { grievance: 'ML24-G00001' } })
    expect(state()).toBe('in-grievance')
    expect(answers()['qualifications-details']).toMatchObject({ degreeMarks: '1880' })
    const decided = at.portal.services.seatAcceptance.decideUnasked(at.owner.id, 1, 'freeze')
    expect(decided).toMatchObject({ refusal: { code: 'grievance-undecided' } })
    const [grievance] = at.portal.services.grievances.own(at.owner.actor.candidateId).grievances
    expect(grievance).toMatchObject({ type: 'self-verification', state: 'open', steps: ['qualifications-details'] })
    expect(grievance!.thread[0]!.text).toContain('1808')
    expect(at.portal.services.selfVerification.saidIn(at.owner.id, grievance!.id, 'en')).toEqual([
      {
        fact: 'degree',
        label: 'Degree marks',
        stated: expect.stringContaining('1880'),
        right: expect.stringContaining('1808'),
      },
    ])
    expect(await at.portal.sentTo(asha.mobile, 'verification-grievance')).toBe(1)
  })

  test('one that is refused leaves no trace', async () => {
    const before = await at.portal.contents()
    expect(verify({ answers: { degree: 'incorrect' } })).toMatchObject({ refusal: { code: 'check-answers' } })
    expect(verify({ ...wrongDegree, right: { degreeMarks: '1880', degreeOutOf: '4000' } })).toMatchObject({
      refusal: { fields: [{ field: 'right-degreeMarks', code: 'right-value-same' }] },
    })
    expect(await at.portal.contents()).toBe(before)
  })

  test('is too early before acceptance opens and too late once it has closed', () => {
    at.portal.clock.set(acceptance.published)
    expect(verify()).toMatchObject({
      refusal: { code: 'acceptance-not-yet', params: { opensAt: expect.any(Number) } },
    })
    at.portal.clock.set(acceptance.closes)
    expect(verify()).toMatchObject({ refusal: { code: 'acceptance-closed' } })
    at.portal.clock.set(plus(acceptance.closes, -1))
    expect(verify()).toMatchObject({ ok: true })
  })
})

describe('the grievance about a fact behind a seat', () => {
  const decide = async (intent: 'approve' | 'refuse') => {
    const officer = await atDesk(at.portal, 'so')
    const post = { text: 'Compared with the marksheet.', intent }
    expect((await officer.post('grievances/1', post)).status, 'asked first').toBe(409)
    return officer.post('grievances/1', { ...post, agreed: intent })
  }

  test('upheld without an effect on the seat: the facts are corrected, and acceptance opens', async () => {
    verify(wrongDegree)
    expect((await decide('approve')).status).toBe(303)
    expect(answers()['qualifications-details']).toMatchObject({ degreeMarks: '1808' })
    expect(state()).toBe('to-decide')
    expect(versions()).toBe(2)
    expect(await at.portal.sentTo(asha.mobile, 'verification-upheld')).toBe(1)
    expect(await at.portal.sentTo(asha.mobile, 'grievance-approved')).toBe(0)
  })

  const wrongCategory: Partial<Said> = { answers: { category: 'incorrect' }, right: { category: 'OPEN' } }

  test('the officer sees before deciding if the seat was won by the mistake', async () => {
    const officer = await atDesk(at.portal, 'so')
    verify(wrongDegree)
    const kept = await officer.get('grievances/1')
    expect(kept.text).toContain('The seat was not won by this mistake.')
    expect(kept.text).toContain('1808')
    await officer.post('grievances/1', { text: 'The marksheet says 1880.', intent: 'refuse', agreed: 'refuse' })
    at.portal.services.db.sqlite.exec('DELETE FROM self_verifications')
    verify(wrongCategory)
    const lost = await officer.get('grievances/2')
    expect(lost.text).toContain('The seat was won by this mistake.')
    expect(lost.text).toContain('No other candidate&#x27;s seat would differ.')
  })

  test('upheld where the seat was won by the mistake: the seat ends, and they take part on the corrected facts', async () => {
    verify(wrongCategory)
    expect((await decide('approve')).status).toBe(303)
    expect(state()).toBe('ended')
    expect(at.portal.services.seatAcceptance.current(at.owner.id)!.offer.ending).toBe('grievance-upheld')
    expect(at.portal.services.seatAcceptance.entry(at.owner.id, 2)).toEqual({ kind: 'takes-part' })
    expect(answers()['category-details']).toMatchObject({ category: 'OPEN' })
    expect(versions()).toBe(2)
    const told = at.portal.services.db.sqlite
      .prepare("SELECT params FROM outbox WHERE template = 'verification-upheld'")
      .pluck()
      .all()
    expect(told.join()).toContain('Your CAP Round 1 seat is cancelled.')
  })

  test('refused: the facts stay, and acceptance opens', async () => {
    verify(wrongDegree)
    expect((await decide('refuse')).status).toBe(303)
    expect(answers()['qualifications-details']).toMatchObject({ degreeMarks: '1880' })
    expect(state()).toBe('to-decide')
    expect(await at.portal.sentTo(asha.mobile, 'verification-refused')).toBe(1)
  })

  test('decided after the deadline: the candidate has 24 hours of their own', async () => {
    verify(wrongDegree)
    at.portal.clock.set(plus(acceptance.closes, 60_000))
    expect(state()).toBe('in-grievance')
    await decide('refuse')
    expect(at.portal.services.seatAcceptance.current(at.owner.id)!.act).toEqual({
      kind: 'decide',
      by: plus(acceptance.closes, 60_000 + 24 * 3_600_000),
    })
  })

  test('undecided after the deadline: the dashboard says what holds now, leads to it, and which dates are not theirs', async () => {
    verify(wrongDegree)
    const dashboard = async (language = 'en') => {
      const { text } = await browser(at.portal, at.owner.cookies).get(`dashboard?lang=${language}`)
      return text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    }
    expect(await dashboard()).toContain('If the decision comes after 1 Sep 2024, 15:00')
    at.portal.clock.set(at.portal.services.notices.activity('round-2-options')!.opensAt as never)
    const late = await dashboard()
    expect(late).toContain('Acceptance closed on 1 Sep 2024, 15:00')
    expect(late).toContain('24 hours from the decision')
    expect(late).not.toContain('If the decision comes after')
    expect(late).toMatch(/href="\/mbale\/candidate\/self-arc-home"[\s\S]*?ML24-G00001/)
    const [options] = /<li[^>]*><span class="what">Option form, CAP Round 2[\s\S]*?<\/li>/.exec(late) ?? []
    expect(options).toContain('Not for you until your grievance about the seat is decided')
    expect(await dashboard('mr')).toContain('तक्रारीवर निर्णय होईपर्यंत तुमच्यासाठी नाही')
    await decide('refuse')
    expect(await dashboard()).not.toContain('Not for you until')
  })

  test('decided after the next round, which set the seat aside: the candidate still has 24 hours of their own', async () => {
    verify(wrongDegree)
    const { services, clock } = at.portal
    clock.set(ist('2024-09-11 17:00'))
    runOf(at.portal, { round: 2, courses: [{ choiceCode: '301510110', seats: { GSCS: 2 } }], placed: [] })
    const owed = () => [...services.seatAcceptance.owed(clock.portal())].flatMap(({ acts }) => acts)
    expect(services.seatAcceptance.next(at.owner.id)).toMatchObject({ kind: 'await-grievance' })
    clock.set(ist('2024-09-12 12:00'))
    await decide('refuse')
    const by = ist('2024-09-13 12:00')
    expect(services.seatAcceptance.next(at.owner.id)).toMatchObject({ round: 1, kind: 'decide', by })
    expect(owed()).toMatchObject([{ candidateId: at.owner.id, kind: 'decide', by }])
    expect(services.seatAcceptance.mayDecide(at.owner.id, 1, 'freeze', clock.portal()).ok).toBe(true)
    clock.set(by)
    expect(state()).toBe('not-accepted')
  })

  test('decided shortly before the next round was prepared: the time runs on, and its end is told once', async () => {
    verify(wrongDegree)
    const { services, clock } = at.portal
    clock.set(ist('2024-09-11 10:00'))
    await decide('refuse')
    clock.set(ist('2024-09-11 17:00'))
    const courses = [{ choiceCode: '301510110', seats: { GSCS: 2 } }]
    runOf(at.portal, { round: 2, courses, placed: [], preparedAt: ist('2024-09-11 12:00') })
    const by = ist('2024-09-12 10:00')
    expect(services.seatAcceptance.next(at.owner.id)).toMatchObject({ round: 1, kind: 'decide', by })
    expect(services.seatAcceptance.wasSetAside(at.owner.id, 2)).toBe(true)
    const told = async () => {
      await services.messages.deliverDue()
      await services.reminders.remind()
      await services.messages.deliverDue()
      return at.portal.box.sent.filter(({ template, channel }) => template === 'seat-ended' && channel === 'sms')
    }
    clock.set(by)
    expect((await told()).map(({ text }) => text)).toEqual([
      expect.stringContaining('You can take part in CAP Round 3: its option form opens on 19 Sep 2024, 10:00.'),
    ])
    expect(await told()).toHaveLength(1)
    // The dashboard shows the lost seat, because the round did not consider this candidate.
    const screen = browser(at.portal, at.owner.cookies)
    expect((await screen.get('dashboard')).text).toContain('You did not accept your CAP Round 1 seat in time')
    expect((await screen.get('allotment')).text).not.toContain('You were not considered in this round')
  })

  test('decided before the next round was prepared: that round settles the seat', async () => {
    verify(wrongDegree)
    const { services, clock } = at.portal
    await decide('refuse')
    clock.set(ist('2024-09-11 17:00'))
    runOf(at.portal, { round: 2, courses: [{ choiceCode: '301510110', seats: { GSCS: 2 } }], placed: [] })
    expect(services.seatAcceptance.next(at.owner.id)).toBeNull()
    expect(services.seatAcceptance.mayDecide(at.owner.id, 1, 'freeze', clock.portal())).toMatchObject({
      refusal: { code: 'seat-of-earlier-round' },
    })
  })

  test('comes beside one that the candidate filed earlier', () => {
    at.portal.services.db.sqlite
      .prepare("INSERT INTO grievances (candidate_id, type, steps, state, filed_at) VALUES (?, 'merit', 0, 'open', 1)")
      .run(at.owner.id)
    expect(verify(wrongDegree)).toMatchObject({ ok: true })
  })
})

describe('the page', () => {
  /** Says that one fact is wrong on its paper, with the right values given, and that all the rest is correct. */
  async function checks(at: Seated, wrong: string, right: Record<string, string> = {}) {
    const screen = browser(at.portal, at.owner.cookies)
    const view = at.portal.services.selfVerification.view(at.owner.id, 1, 'en', at.portal.clock.portal())
    if (!view.ok) throw new Error(view.refusal.code)
    const found = byPaper(view.value.facts).find(({ facts }) => facts.some(({ fact }) => fact === wrong))
    const said = found && { [`paper-${found.paper}`]: 'incorrect', [`wrong-${wrong}`]: 'true' }
    return screen.post('self-arc-home?lang=en', { intent: 'check-facts', rest: 'correct', ...said, ...right })
  }

  test('asks what is wrong on a paper, and takes nothing for correct that nobody said', async () => {
    const at = await seated()
    at.portal.clock.set(acceptance.open)
    const screen = browser(at.portal, at.owner.cookies)
    const post = (fields: Record<string, string>) =>
      screen.post('self-arc-home?lang=en', { intent: 'check-facts', ...fields })
    const unnamed = await post({ rest: 'correct', 'paper-ssc-marksheet': 'incorrect' })
    expect([unnamed.status, faultsOf(unnamed)]).toEqual([422, { 'paper-ssc-marksheet': 'Tick what is wrong' }])
    const silent = await post({ 'paper-ssc-marksheet': 'correct' })
    expect(silent.status).toBe(422)
    expect(faultsOf(silent)['paper-ssc-marksheet']).toBeUndefined()
    expect(Object.values(faultsOf(silent))).toContain('Say if all of it is correct')
    const [summary] = /<div class="errors"[\s\S]*?<\/div>/.exec(unnamed.text)!
    expect(summary).toContain('SSC (10th) marksheet: Tick what is wrong')
    expect((await post({ rest: 'all', 'paper-photo': 'perhaps' })).status).toBe(422)
  })

  test('says before the proof that the seat will wait for an officer', async () => {
    const at = await seated()
    at.portal.clock.set(acceptance.open)
    const disputed = await checks(at, 'hsc', { 'right-hscMarks': '460', 'right-hscOutOf': '650' })
    expect(disputed.text).toContain('Your seat will wait for an officer')
    const spelling = await checks(at, 'none')
    expect(spelling.text).not.toContain('Your seat will wait for an officer')
  })

  test('parts the words of the question from the fault', async () => {
    const at = await seated()
    at.portal.clock.set(acceptance.open)
    const { text } = await checks(at, 'hsc', { 'right-hscMarks': '468', 'right-hscOutOf': '650' })
    const [summary] = /<div class="errors"[\s\S]*?<\/div>/.exec(text)!
    expect(summary).toMatch(/>[^<>]*[^:?.]: Enter the right value/)
  })
})
