import { inflateSync } from 'node:zlib'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { isGone } from '#server/domain/admission/offer.ts'
import { days, minutes, plus } from '#server/kernel/time.ts'
import { textOf } from '#tests/documents/paper.ts'
import { runOf } from '#tests/features/allotment/published-round.ts'
import { admitTo } from '#tests/support/acceptance.ts'
import { browser } from '#tests/support/portal.ts'
import { otherInstitute, reportingRound, roundOne } from '#tests/support/reporting.ts'

let round: Awaited<ReturnType<typeof reportingRound>>
beforeEach(async () => {
  round = await reportingRound()
  const { sqlite } = round.portal.services.db
  sqlite.prepare("DELETE FROM documents WHERE kind IN ('photo', 'signature')").run()
})

async function codeOf(candidateId: number, kind: string): Promise<string> {
  const printed = await round.portal.services.printables.print({ candidateId }, kind, 'en')
  if (!printed.ok) throw new Error(printed.refusal.code)
  return /(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}/.exec(textOf(printed.value.bytes))![0]
}

/** What a paper's short code says now, and its place in the list of revocations as it is signed anew. */
async function standing(code: string, list: string, place: number) {
  const { printables, letters } = round.portal.services
  const found = printables.verify(code, '127.0.0.1')
  round.portal.clock.advance(minutes(11))
  const { lst } = decodeJwt((await letters.list(list))!).status_list as { lst: string }
  const isRevoked = ((inflateSync(Buffer.from(lst, 'base64url'))[place >> 3]! >> (place & 7)) & 1) === 1
  return [found.ok && found.value.state, isRevoked ? 'revoked' : 'holds']
}

const betterSeat = (retained = false) => {
  const { asha, own, other, portal } = round
  portal.services.db.sqlite
    .prepare("UPDATE seat_decisions SET decision = 'betterment' WHERE candidate_id = ?")
    .run(asha.id)
  const seat = { choiceCode: retained ? own : other, seatType: 'GOPENS', preference: 1, retained }
  runOf(portal, {
    round: 2,
    courses: [
      { choiceCode: own, seats: { GOPENS: 4 } },
      { choiceCode: other, instituteCode: otherInstitute, institute: 'Kaveri College', seats: { GOPENS: 2 } },
    ],
    placed: [{ ...asha, state: 10, allIndia: 10, seat }],
  })
}

const end = (ending: 'claim-failed' | 'grievance-upheld' | 'withdrawn-by-order') =>
  round.portal.services.seatAcceptance.end({
    candidateId: round.asha.id,
    round: 1,
    ending,
    at: round.portal.clock.portal(),
    orderId: null,
  })

describe('an allotment letter ends with its seat, on the page and in the list alike', () => {
  const ways: [string, () => void, string][] = [
    ['the reporting deadline passed', () => round.portal.clock.set(plus(roundOne.reportBy, days(1))), 'seat-lost'],
    ['a certificate was never verified', () => end('claim-failed'), 'seat-lost'],
    ['a fact was wrong', () => end('grievance-upheld'), 'seat-lost'],
    ['an order took it back', () => end('withdrawn-by-order'), 'seat-lost'],
    ['they cancelled', () => void round.portal.services.cancellation.cancelUnasked(round.asha.id, 'x'), 'seat-lost'],
    ['the next round gave a better one', () => betterSeat(), 'later-round'],
    ['the next round gave it again, by another letter', () => betterSeat(true), 'later-round'],
  ]
  test.each(ways)('%s', async (_, way, state) => {
    const { asha, ravi, portal } = round
    const [code, ravis] = [await codeOf(asha.id, 'allotment-letter-1'), await codeOf(ravi.id, 'allotment-letter-1')]
    expect(await standing(code, 'allotment-1-1', asha.id)).toEqual(['valid', 'holds'])
    way()
    expect(await standing(code, 'allotment-1-1', asha.id)).toEqual([state, 'revoked'])
    const { state: seat } = portal.services.seatAcceptance.seat(asha.id, 1)!
    expect(state === 'later-round' || isGone(seat)).toBe(true)
    // Only their own.
    if (portal.clock.portal() < roundOne.reportBy)
      expect(await standing(ravis, 'allotment-1-1', ravi.id)).toEqual(['valid', 'holds'])
  })

  test('by doing nothing until the deadline, and not before', async () => {
    const { idle, portal } = round
    const code = await codeOf(idle.id, 'allotment-letter-1')
    expect(portal.services.seatAcceptance.seat(idle.id, 1)?.state).toBe('not-accepted')
    expect(await standing(code, 'allotment-1-1', idle.id)).toEqual(['seat-lost', 'revoked'])
    portal.clock.set(roundOne.accepted)
    expect(await standing(code, 'allotment-1-1', idle.id)).toEqual(['valid', 'holds'])
  })
})

describe('the receipt of an admission ends with the admission', () => {
  const admitted = async () => {
    const { asha, own, desk, portal } = round
    admitTo(portal.services.db, asha.id, 1, own, portal.clock.portal(), desk.id)
    const { id } = portal.services.db.sqlite.prepare('SELECT id FROM admissions').get() as { id: number }
    const code = await codeOf(asha.id, 'admission-receipt')
    expect(await standing(code, 'admission-1', id)).toEqual(['valid', 'holds'])
    return { code, id }
  }
  test('a better seat of a later round, not the same one again', async () => {
    const { code, id } = await admitted()
    betterSeat(true)
    expect(await standing(code, 'admission-1', id)).toEqual(['valid', 'holds'])
    round.portal.services.db.sqlite.prepare('UPDATE allotments SET retained = 0').run()
    expect(await standing(code, 'admission-1', id)).toEqual(['admission-ended', 'revoked'])
  })
  test('the seat taken back', async () => {
    const { code, id } = await admitted()
    end('withdrawn-by-order')
    expect(await standing(code, 'admission-1', id)).toEqual(['admission-ended', 'revoked'])
  })
  test('cancelled', async () => {
    const { code, id } = await admitted()
    round.portal.services.cancellation.cancelUnasked(round.asha.id, 'x')
    expect(await standing(code, 'admission-1', id)).toEqual(['admission-cancelled', 'revoked'])
  })
  test('a fact found wrong at the institute', async () => {
    const { code, id } = await admitted()
    const { asha, desk, portal } = round
    portal.services.db.sqlite
      .prepare(
        "INSERT INTO seat_resets (candidate_id, round, fact, reason, at, reset_by) VALUES (?, 1, 'category', 'x', ?, ?)",
      )
      .run(asha.id, portal.clock.portal(), desk.id)
    expect(await standing(code, 'admission-1', id)).toEqual(['admission-ended', 'revoked'])
  })
})

describe('the page of a short code says what the paper says', () => {
  test('of an allotment letter: round, institute, course, type of seat and numbers, so that an altered one is seen', async () => {
    const { asha, portal } = round
    const code = await codeOf(asha.id, 'allotment-letter-1')
    const { text } = await browser(portal).get(`verification?code=${code}`)
    for (const words of ['Genuine and valid', 'A••a R••••h P•••l', 'Sahyadri Institute', round.own, 'GOPENS'])
      expect(text).toContain(words)
    expect(text).not.toContain('Asha')
    const inMarathi = (await browser(portal).get(`verification?code=${code}&lang=mr`)).text
    expect(inMarathi).toContain('GOPENS')
  })

  test('of an admission and of a cancellation', async () => {
    const { asha, own, desk, portal } = round
    admitTo(portal.services.db, asha.id, 1, own, portal.clock.portal(), desk.id)
    const code = await codeOf(asha.id, 'admission-receipt')
    expect(portal.services.printables.verify(code, '127.0.0.1')).toMatchObject({
      value: { says: expect.arrayContaining([{ label: expect.any(String), value: own }]) },
    })
    portal.services.cancellation.cancelUnasked(asha.id, 'A reason that is nobody’s business')
    const { text } = await browser(portal).get(`verification?code=${await codeOf(asha.id, 'cancellation')}`)
    expect(text).toContain(own)
    expect(text).not.toContain('nobody’s business')
  })

  test('a wrong entry of the log is never beside good news', async () => {
    const { asha, portal } = round
    const code = await codeOf(asha.id, 'allotment-letter-1')
    portal.services.publicLog.settle()
    const { number } = portal.services.publicLog.findRound(1)!
    const right = await browser(portal).get(`verification?code=${code}&entry=${number}`)
    expect(right.text).toContain('Genuine and valid')
    for (const entry of [number + 1, 0, 99999]) {
      const { text } = await browser(portal).get(`verification?code=${code}&entry=${entry}`)
      expect(text).toContain('Do not rely on this paper')
      expect(text).not.toContain('Genuine')
    }
  })
})
