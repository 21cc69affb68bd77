import { expect, test } from 'vitest'
import { missingStateHolidays } from '#server/domain/season/state-holidays.ts'

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
