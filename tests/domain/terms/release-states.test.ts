import { expect, test } from 'vitest'
import { isPublicationDue, isReleased, releaseEvents, releaseStates, stateAfter } from '#server/domain/terms/release.ts'

const events = Object.keys(releaseEvents) as (keyof typeof releaseEvents)[]

test('every event is possible in its states and in no other', () => {
  const table = Object.fromEntries(
    releaseStates.map((state) => [
      state,
      Object.fromEntries(
        events.flatMap((event) => (stateAfter(state, event) ? [[event, stateAfter(state, event)]] : [])),
      ),
    ]),
  )
  expect(table).toEqual({
    preparing: { ready: 'prepared', fail: 'failed', discard: 'discarded' },
    prepared: { release: 'released', supersede: 'superseded', discard: 'discarded' },
    released: { publish: 'published', discard: 'discarded' },
    published: { supersede: 'superseded' },
    superseded: {},
    discarded: {},
    failed: {},
  })
})

test('publication is due from its instant on, and never without one', () => {
  expect([isPublicationDue(5, 4), isPublicationDue(5, 5), isPublicationDue(null, 9)]).toEqual([false, true, false])
})

test('a second person has released what waits for its instant, is in force, or was in force', () => {
  expect(releaseStates.filter(isReleased)).toEqual(['released', 'published', 'superseded'])
})
