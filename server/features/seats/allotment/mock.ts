import type { Participant } from '#server/domain/allotment/input.ts'
import { isMockTime, mockAt } from '#server/domain/allotment/mock.ts'
import { type CapRound, roundActivity, roundNumbers, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import type { Preparation } from '#server/domain/terms/release.ts'
import { breath } from '#server/kernel/background.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { AllotmentDeps } from './deps'
import type { MockRun, MockSeat, MockStore } from './mock-store'
import { createParticipants } from './participants'

/** The name of a preparation; its subject is the round. */
const kind = 'mock-allotment'

/** The number of seats written before pages get their turn. */
const writtenAtOnce = 500

/** The mock as a candidate sees it. `mine`: null if they took no part; a seat of nulls if they would have had none. */
type MockView = { at: number; participants: number; mine: MockSeat | null }

/** A round's mock as the desk sees it. */
export type MockLine = (MockRun & { seated: number }) | { state: 'due'; dueAt: Instant }

/**
 * The mock allotment: in the middle of a round's window, on the option forms confirmed by then, with the real engine.
 * It shows candidates what their list would bring while they can still change it; nothing follows from it.
 */
export function createMock(deps: AllotmentDeps & { mocks: MockStore }) {
  const { db, store, mocks, clock, course, engine } = deps
  const participants = createParticipants(deps)
  const { preparations } = deps.releases
  const isTime = (round: CapRound, now: Instant) =>
    isMockTime(deps.activity(roundActivity(round, 'options')), course.mockAllotmentAfter, now)

  async function run(
    preparation: Preparation,
    { round, edition, matrix }: { round: CapRound; edition: number; matrix: number },
  ): Promise<void> {
    const all: number[] = []
    const { kept, absent } = await deps.keptSeats(round)
    const held = new Set(kept.filter(({ isFinal }) => !isFinal).map(({ candidateId }) => candidateId))
    const reading = participants({
      round,
      edition,
      held,
      absent,
      released: deps.releasedFor(round),
      onRead: () => {},
      onLeftOut: () => {},
    })
    const facts = { round, stages: rulesOf(course.rounds, round).stages, seats: store.seats(matrix), kept }
    const outcome = await engine.run(facts, noting(reading, all), (step) => void preparation.at(step))
    if (!outcome.ok)
      throw new Error(`the mock allotment of round ${round}: ${outcome.why} ${outcome.details.join(' ')}`)
    const won = new Map(outcome.allotments.map((one) => [one.candidateId, one]))
    db.transact(() => mocks.clear(round))
    for (let at = 0; at < all.length; at += writtenAtOnce) {
      if (!preparation.at('writing', at, all.length)) return
      const piece = all.slice(at, at + writtenAtOnce)
      db.transact(() => {
        for (const candidateId of piece) mocks.add(round, candidateId, won.get(candidateId))
      })
      await breath()
    }
    db.transact(() => void (preparation.isOurs() && mocks.end(round, 'done', all.length)))
  }

  return {
    /** Runs the mock allotment of the round that is due for it, once. A job. */
    async mockDue(): Promise<void> {
      const now = clock.portal()
      const round = roundNumbers(course.rounds).find((number) => isTime(number, now))
      const [edition, matrix] = [store.meritEdition(), store.seatMatrixEdition()]
      if (round === undefined || edition === undefined || matrix === undefined) return
      const isMine = db.transact(() => {
        const isOpen = (mocks.run(round)?.state ?? 'running') === 'running'
        if (!isOpen || !preparations.claim(kind, round)) return false
        mocks.begin(round, now)
        return true
      })
      if (!isMine) return
      await preparations.run(
        kind,
        round,
        (preparation) => run(preparation, { round, edition, matrix }),
        // A mock that the end of the process interrupted starts again.
        (isBrokenOff) => void (isBrokenOff || db.transact(() => mocks.end(round, 'failed', 0))),
      )
    },

    /** The seat a candidate would have had; null if this round has no mock, or no longer has one. */
    mock(candidateId: number, round: CapRound, now: Instant): MockView | null {
      const found = isTime(round, now) ? mocks.run(round) : undefined
      if (found?.state !== 'done') return null
      return { at: found.begunAt, participants: found.participants, mine: mocks.seat(round, candidateId) ?? null }
    },

    /** The state of a round's mock, or when it is due; null if there was none and will be none. */
    mockLine(round: CapRound): MockLine | null {
      const found = mocks.run(round)
      if (found) return { ...found, seated: mocks.seated(round) }
      const now = clock.portal()
      const dueAt = mockAt(deps.activity(roundActivity(round, 'options')), course.mockAllotmentAfter)
      const isToCome = dueAt !== null && (now < dueAt || isTime(round, now))
      return isToCome ? { state: 'due', dueAt } : null
    },
  }
}

/** Passes participants on and keeps their ids. */
async function* noting(pieces: AsyncIterable<Participant[]>, ids: number[]): AsyncGenerator<Participant[]> {
  for await (const piece of pieces) {
    for (const { candidateId } of piece) ids.push(candidateId)
    yield piece
  }
}
