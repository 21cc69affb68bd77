import { expect, test } from 'vitest'
import { missingStateHolidays, yearsOfSeason } from '#server/domain/season/state-holidays.ts'
import { ist } from '#server/kernel/time.ts'

test('each list has days of its own year, each once and in order, and names where it was published', () => {
  for (const { year, source, days } of missingStateHolidays([])) {
    const dates = days.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].sort())
    for (const { date, name } of days) {
      expect(date).toMatch(new RegExp(`^${year}-\\d\\d-\\d\\d$`))
      expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
      expect(name, 'in both languages, and no longer than a line of the list takes').toMatch(
        /^[A-Z][^·]{3,} · [\u0900-\u097f][^·a-zA-Z]{2,}$/,
      )
      expect(name.length).toBeLessThanOrEqual(80)
    }
    expect(source.en).toContain('notification of')
    expect(source.mr).toContain('अधिसूचना')
  }
})

test('days that the desk has listed, under whatever name, are not missing', () => {
  const [all] = missingStateHolidays([])
  const [left] = missingStateHolidays([{ date: all!.days[0]!.date }])
  expect(left!.days).toEqual(all!.days.slice(1))
  expect(missingStateHolidays(all!.days)[0]!.days).toEqual([])
})

test('a season has the years of its dates, and before it has any those of its name', () => {
  expect(yearsOfSeason('2027-2028', [])).toEqual([2027, 2028])
  expect(yearsOfSeason('2027-2028', [ist('2027-07-01 10:00'), ist('2027-10-31 17:00')])).toEqual([2027])
  // The day begins in India.
  expect(yearsOfSeason('2027-2028', [ist('2028-01-01 00:00'), ist('2027-12-31 23:59')])).toEqual([2027, 2028])
})
