import { expect, test } from 'vitest'
import { newestSeats } from '#server/domain/admission/newest-seats.ts'

test('each candidate counts once, with the seat of the newest round', async () => {
  const seat = (candidateId: number, round: number) => ({ offer: { candidateId }, round })
  const rounds = new Map([
    [1, [[seat(1, 1), seat(2, 1)], [seat(3, 1)]]],
    [2, [[seat(2, 2)]]],
  ])
  const asked: number[] = []
  const found: string[] = []
  let rests = 0
  const source = {
    newestRound: () => 2,
    *seatsOfRound(round: number) {
      asked.push(round)
      yield* rounds.get(round) ?? []
    },
  }
  for await (const { round, seats } of newestSeats(source, async () => void rests++))
    for (const { offer } of seats) found.push(`${round}: ${offer.candidateId}`)
  expect([found, asked, rests]).toEqual([['2: 2', '1: 1', '1: 3'], [2, 1], 3])
  asked.length = 0
  for await (const _ of newestSeats({ ...source, newestRound: () => null }, async () => {})) throw new Error('no round')
  expect(asked).toEqual([])
})
