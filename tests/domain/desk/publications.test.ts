import { expect, test } from 'vitest'
import { publicationAlarms, type ScheduledPublication } from '#server/domain/desk/publications.ts'
import { hours } from '#server/kernel/time.ts'

const now = 1_000 * hours(1)
const publication = (dueAt: number | null, released: ScheduledPublication['released'], isPublished = false) =>
  ({ activity: `at ${dueAt}`, page: 'merit', dueAt, isPublished, released }) as never as ScheduledPublication
const row = { id: 1, isCurrent: true }

test.each<[string, ScheduledPublication, string | null]>([
  ['nothing is released a day before', publication(now + hours(24), null), 'unreleased'],
  ['more than a day before', publication(now + hours(24) + 1, null), null],
  ['nothing is released at its instant', publication(now, null), 'unreleased, missed'],
  ['a millisecond before it', publication(now + 1, null), 'unreleased'],
  ['no date, nothing released', publication(null, null), null],
  ['released', publication(now + 1, row), null],
  ['released without a date', publication(null, row), 'undated'],
  ['released from data that are no longer so', publication(now + hours(99), { ...row, isCurrent: false }), 'outdated'],
  ['released, with data that have changed since', publication(now + 1, { ...row, hasChanged: true }), 'changed'],
  ['published', publication(now, null, true), null],
])('a publication that cannot happen raises the alarm (rules §12.4): %s', (_, one, expected) => {
  const [alarm] = publicationAlarms([one], now)
  expect(alarm ? `${alarm.fault}${alarm.isMissed ? ', missed' : ''}` : null).toBe(expected)
})

test('the most urgent alarm comes first', () => {
  const scheduled = [publication(now + 2, null), publication(now - 1, null), publication(null, row)]
  expect(publicationAlarms(scheduled, now).map(({ dueAt }) => dueAt)).toEqual([null, now - 1, now + 2])
})
