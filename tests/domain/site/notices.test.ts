import { expect, test } from 'vitest'
import { isNoticeKind, matching, withArchive } from '#server/domain/site/notices.ts'
import { activitiesOf } from '#server/domain/site/windows.ts'
import { days } from '#server/kernel/time.ts'

test('a notice moves to the archive after 45 days, unless it is among the newest five (rules §11.3)', () => {
  const now = days(1000)
  const old = (...ages: number[]) =>
    withArchive(
      ages.map((age) => ({ publishedAt: now - age })),
      now,
    )
  expect(old(days(99), days(99), days(99), days(99), days(99), days(99))).toMatchObject({
    current: { length: 5 },
    archived: { length: 1 },
  })
  const ages = [1, 2, 3, 4, 5, days(45), days(45) + 1]
  expect(old(...ages).current.map(({ publishedAt }) => now - publishedAt)).toEqual(ages.slice(0, 6))
  expect(old(...ages).archived.map(({ publishedAt }) => now - publishedAt)).toEqual(ages.slice(6))
})

test('a search finds texts with every word in either language', () => {
  const text = (en: string, mr: string) => ({ title: { en, mr }, body: { en: 'Fees', mr: 'शुल्क' } })
  const texts = [text('Pay online', 'ऑनलाइन भरा'), text('At the bank', 'बँकेत')]
  expect([matching(texts, 'fees online'), matching(texts, 'बँकेत fees'), matching(texts, 'bank online')]).toEqual([
    ...[[texts[0]], [texts[1]], []],
  ])
  expect(matching(texts, '  ')).toEqual(texts)
})

test('a kind of notice is a word of three', () => {
  expect(['notice', 'news', 'faq', 'link', null].filter(isNoticeKind)).toEqual(['notice', 'news', 'faq'])
})

test('pages open in the windows of their activities, the seat in those of every allotment', () => {
  const plan = [{}, {}] as never
  expect(activitiesOf('seat', plan)).toEqual(['round-1-allotment', 'round-2-allotment'])
  expect(activitiesOf('capTwo', plan)).toEqual(['round-2-options'])
  expect([activitiesOf('grivancy', plan), activitiesOf('print', plan)]).toEqual([['grievances'], []])
})
