import { describe, expect, test } from 'vitest'
import { isMockTime, mockAt } from '#server/domain/allotment/mock.ts'
import { hours, ist, minutes, plus } from '#server/kernel/time.ts'
import { addRound, codes } from '#tests/support/allotment.ts'
import { atDesk } from '#tests/support/desk.ts'
import { someCourses, withAChooser } from '#tests/support/options.ts'
import { browser, openPortal } from '#tests/support/portal.ts'
import { elsewhere } from '#tests/support/release.ts'

/** Options of round 1: 24 August 10:00 to 27 August 17:00. */
const middle = ist('2024-08-26 01:30')
const closed = ist('2024-08-27 17:00')

test('the mock allotment is due from a set share of the time for options until they close', () => {
  const options = { opensAt: ist('2024-08-24 10:00'), closesAt: closed }
  expect(mockAt(options, 0.5)).toBe(middle)
  expect(isMockTime(options, 0.5, plus(middle, -1))).toBe(false)
  expect(isMockTime(options, 0.5, middle)).toBe(true)
  expect(isMockTime(options, 0.5, plus(closed, -1))).toBe(true)
  expect(isMockTime(options, 0.5, closed)).toBe(false)
  expect(mockAt(options, null)).toBeNull()
  expect(mockAt({ ...options, closesAt: null }, 0.5)).toBeNull()
  expect(mockAt(undefined, 0.5)).toBeNull()
})

describe('the mock allotment of a round', () => {
  async function midway() {
    const portal = await openPortal()
    const officer = await atDesk(portal, 'admin', 'first')
    const ids = addRound(
      portal.services.db,
      [
        { merit: 1, options: [codes.first] },
        { merit: 2, options: [codes.first, codes.second] },
        { merit: 3, options: [codes.first] },
        { merit: 4, options: [codes.second], confirmedAt: null },
      ],
      officer.id,
    )
    portal.clock.set(middle)
    const { allotment, db } = portal.services
    const of = (n: number) => allotment.mock(ids[n]!, 1, portal.services.clock.portal())
    /** The desk's view of it. */
    const line = () => allotment.rounds()[0]!.mock
    const runs = () => db.sqlite.prepare('SELECT state, begun_at AS begunAt, participants FROM mock_runs').all()
    return { portal, ids, allotment, of, line, runs, sqlite: db.sqlite }
  }

  test('gives each candidate with a confirmed list the outcome, and binds no candidate', async () => {
    const { allotment, of, portal } = await midway()
    await allotment.mockDue()
    const told = { at: middle, participants: 3 }
    expect(of(0)).toMatchObject({ ...told, mine: { choiceCode: codes.first, seatType: 'GOPENS', preference: 1 } })
    // The ladies' seat becomes a general one, as in round 1.
    expect(of(1)).toMatchObject({ mine: { choiceCode: codes.first, preference: 1, institute: 'Institute 8001' } })
    expect(of(2)).toMatchObject({ mine: { choiceCode: null, seatType: null, preference: null } })
    expect(of(3)).toEqual({ ...told, mine: null })
    expect(portal.rows()).toMatchObject({ allotment_runs: 0, allotments: 0, allotment_closings: 0, outbox: 0 })
  })

  test('runs once, not before its time, and disappears when the options close', async () => {
    const { portal, allotment, of, line, runs, ids, sqlite } = await midway()
    portal.clock.set(plus(middle, -1))
    await allotment.mockDue()
    expect(runs()).toEqual([])
    expect(line()).toEqual({ state: 'due', dueAt: middle })
    portal.clock.set(closed)
    expect(line()).toBeNull()
    portal.clock.set(middle)
    await Promise.all([allotment.mockDue(), allotment.mockDue()])
    sqlite.prepare('UPDATE option_forms SET confirmed_at = 3 WHERE candidate_id = ?').run(ids[3]!)
    portal.clock.set(plus(middle, hours(5)))
    await allotment.mockDue()
    expect(runs()).toEqual([{ state: 'done', begunAt: middle, participants: 3 }])
    expect(of(0)).not.toBeNull()
    portal.clock.set(closed)
    expect(of(0)).toBeNull()
    expect(line()).toEqual({ state: 'done', begunAt: middle, participants: 3, seated: 2 })
  })

  test('restarts if its process dies on the way, and is shown only when complete', async () => {
    const { portal, allotment, of, runs, ids, sqlite } = await midway()
    sqlite.prepare("INSERT INTO mock_runs (round, state, begun_at) VALUES (1, 'running', ?)").run(middle)
    sqlite.prepare('INSERT INTO mock_seats (round, candidate_id) VALUES (1, ?)').run(ids[0]!)
    elsewhere(portal, 'mock-allotment', 1)
    await allotment.mockDue()
    expect(of(0)).toBeNull()
    portal.clock.advance(minutes(1) + 1)
    const later = portal.clock.portal()
    await allotment.mockDue()
    expect(runs()).toEqual([{ state: 'done', begunAt: later, participants: 3 }])
    expect(of(0)!.mine!.choiceCode).toBe(codes.first)
  })

  test('shows nothing if it fails', async () => {
    const { allotment, of, line, runs, sqlite } = await midway()
    // The engine refuses this whole input.
    sqlite.exec("UPDATE seat_matrix_pools SET seat_type = 'NONE' WHERE seat_type = 'GOBCS'")
    await allotment.mockDue()
    expect(runs()).toMatchObject([{ state: 'failed' }])
    expect(of(0)).toBeNull()
    expect(line()).toMatchObject({ state: 'failed' })
  })
})

test('the candidate reads it on the option form, in both languages, marked as not binding', async () => {
  const { portal, owner, form } = await withAChooser({ at: ist('2024-08-25 12:00') })
  const screen = browser(portal, owner.cookies)
  expect((await form.save([someCourses[0]!.code], 0)).status).toBe(200)
  portal.clock.set(middle)
  await portal.services.allotment.mockDue()
  expect((await screen.get('option-form')).text).toContain('You had not confirmed your option form')

  portal.services.db.sqlite.exec(
    `DELETE FROM mock_seats; DELETE FROM mock_runs; UPDATE option_forms SET confirmed_at = 5`,
  )
  await portal.services.allotment.mockDue()
  const page = await screen.get('option-form')
  expect(page.text).toContain('Mock allotment: not binding')
  expect(page.text).toContain('Your list would have given you choice 1:')
  expect(page.text).toContain(someCourses[0]!.code)
  expect((await screen.get('option-form?lang=mr')).text).toContain('सराव जागावाटप: बंधनकारक नाही')
})
