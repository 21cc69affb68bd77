import { setImmediate as breath } from 'node:timers/promises'
import type { Participant } from '../../domain/allotment-input'
import { abandonedAfter } from '../../domain/allotment-runs'
import { type CapRound, capRoundNumbers, roundActivity } from '../../domain/cap-rounds'
import { isMockTime, mockAt } from '../../domain/mock-allotment'
import type { Instant } from '../../kernel/time'
import type { AllotmentDeps } from './deps'
import type { MockRun, MockSeat, MockStore } from './mock-store'
import { createParticipants } from './participants'

/** So many seats are written before pages have their turn. */
const writtenAtOnce = 500

/** What a candidate is told. `mine`: null where they took no part; a seat of nulls where they would have had none. */
export type MockView = { at: number; participants: number; mine: MockSeat | null }

/** A round's mock as the desk sees it. */
export type MockLine = (MockRun & { seated: number }) | { state: 'due'; dueAt: Instant }

/**
 * The mock allotment: in the middle of a round's window, on the option forms that are confirmed by then, with the engine of
 * the real one. It shows candidates what their list is worth while they can still change it; nothing follows from it.
 */
export function createMock(deps: AllotmentDeps & { mocks: MockStore }) {
  const { db, store, mocks, clock, course, engine } = deps
  const participants = createParticipants(deps)
  let underWay = Promise.resolve()
  let isClosing = false
  const isTime = (round: CapRound, now: Instant) =>
    isMockTime(deps.activity(roundActivity(round, 'options')), course.mockAllotmentAfter, now)

  async function run(round: CapRound, begunAt: Instant, edition: number, matrix: number): Promise<void> {
    const all: number[] = []
    const kept = deps.heldSeats(round)
    const held = new Set(kept.filter(({ isFinal }) => !isFinal).map(({ candidateId }) => candidateId))
    const reading = participants({ round, edition, held, onRead: () => {}, onLeftOut: () => {} })
    const facts = { round, stages: course.allotmentStages[round], seats: store.seats(matrix), kept }
    const outcome = await engine.run(facts, noting(reading, all), () => {})
    if (!outcome.ok)
      throw new Error(`the mock allotment of round ${round}: ${outcome.why} ${outcome.details.join(' ')}`)
    const won = new Map(outcome.allotments.map((one) => [one.candidateId, one]))
    db.transact(() => mocks.clear(round))
    for (let at = 0; at < all.length; at += writtenAtOnce) {
      const piece = all.slice(at, at + writtenAtOnce)
      db.transact(() => {
        for (const candidateId of piece) mocks.add(round, candidateId, won.get(candidateId))
      })
      await breath()
    }
    db.transact(() => mocks.end(round, begunAt, 'done', all.length))
  }

  return {
    /** Runs the mock allotment of the round that is due for it, once. A job. */
    async mockDue(): Promise<void> {
      const now = clock.portal()
      const round = capRoundNumbers.find((number) => isTime(number, now))
      const [edition, matrix] = [store.meritEdition(), store.seatMatrixEdition()]
      if (round === undefined || edition === undefined || matrix === undefined) return
      const isMine = db.transact(() => mocks.claim(round, now, now - abandonedAfter))
      if (!isMine) return
      underWay = run(round, now, edition, matrix).catch((error: unknown) => {
        // What the end of the process has stopped is taken in hand again.
        if (isClosing) return
        db.transact(() => mocks.end(round, now, 'failed', 0))
        deps.log.error({ err: error, round }, 'a mock allotment failed')
      })
      await underWay
    },

    /** What a candidate would have had; null where there is no mock of this round, or none any more. */
    mock(candidateId: number, round: CapRound, now: Instant): MockView | null {
      const found = isTime(round, now) ? mocks.run(round) : undefined
      if (found?.state !== 'done') return null
      return { at: found.begunAt, participants: found.participants, mine: mocks.seat(round, candidateId) ?? null }
    },

    /** How a round's mock went, or when it is due; null where there was none and will be none. */
    mockLine(round: CapRound): MockLine | null {
      const found = mocks.run(round)
      if (found) return { ...found, seated: mocks.seated(round) }
      const now = clock.portal()
      const dueAt = mockAt(deps.activity(roundActivity(round, 'options')), course.mockAllotmentAfter)
      const isToCome = dueAt !== null && (now < dueAt || isTime(round, now))
      return isToCome ? { state: 'due', dueAt } : null
    },

    /** Before the engine is closed: what it then breaks off is no failure. Answers with what is still under way. */
    closeMock(): Promise<void> {
      isClosing = true
      return underWay
    },
  }
}

/** Passes participants on and keeps who they are. */
async function* noting(pieces: AsyncIterable<Participant[]>, ids: number[]): AsyncGenerator<Participant[]> {
  for await (const piece of pieces) {
    for (const { candidateId } of piece) ids.push(candidateId)
    yield piece
  }
}
