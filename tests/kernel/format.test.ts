import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatRupees,
  formatTime,
  formatTimeLeft,
} from '#server/i18n/format.ts'
import { languages } from '#server/kernel/languages.ts'
import { type Paise, rupees } from '#server/kernel/money.ts'
import { type Instant, ist } from '#server/kernel/time.ts'

fc.configureGlobal({ seed: 2024 })

describe('the time left', () => {
  const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
  test.each([
    [0, '0 seconds', '0 सेकंद'],
    [999, '0 seconds', '0 सेकंद'],
    [7 * second, '7 seconds', '7 सेकंद'],
    [minute, '1 minute', '1 मिनिट'],
    [24 * minute + 7 * second, '24 minutes 7 seconds', '24 मिनिटे 7 सेकंद'],
    [hour - 1, '59 minutes 59 seconds', '59 मिनिटे 59 सेकंद'],
    // From an hour on without the seconds.
    [hour, '1 hour', '1 तास'],
    [hour + 59 * second, '1 hour', '1 तास'],
    [20 * hour + 49 * minute, '20 hours 49 minutes', '20 तास 49 मिनिटे'],
    [day - 1, '23 hours 59 minutes', '23 तास 59 मिनिटे'],
    [day, '1 day', '1 दिवस'],
    // Nor minutes beside days: “2 days 35 minutes” would read as nearly three.
    [2 * day + 35 * minute + 28 * second, '2 days', '2 दिवस'],
    [2 * day + 3 * hour + 59 * minute, '2 days 3 hours', '2 दिवस 3 तास'],
    [400 * day, '400 days', '400 दिवस'],
  ])('of %i ms is %s', (milliseconds, en, mr) => {
    expect(formatTimeLeft(milliseconds, 'en')).toBe(en)
    expect(formatTimeLeft(milliseconds, 'mr')).toBe(mr)
  })
})

describe('rupees', () => {
  test.each([
    [0, '₹0'],
    [1, '₹1'],
    [999, '₹999'],
    [1_000, '₹1,000'],
    [1_200, '₹1,200'],
    [99_999, '₹99,999'],
    [100_000, '₹1,00,000'],
    [1_000_000, '₹10,00,000'],
    [10_000_000, '₹1,00,00,000'],
    [12_345_678.5, '₹1,23,45,678.50'],
    [0.05, '₹0.05'],
    [1_199.99, '₹1,199.99'],
    [1_200.5, '₹1,200.50'],
  ])('%d is %s', (amount, text) => {
    expect(formatRupees(rupees(amount))).toBe(text)
  })

  test('are grouped as in India: three digits, then two and two', () => {
    const indian = new Intl.NumberFormat('en-IN')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (paise) => {
        const [whole, fraction] = formatRupees(paise as Paise)
          .slice(1)
          .split('.')
        expect(whole).toBe(indian.format(Math.floor(paise / 100)))
        expect(fraction).toBe(paise % 100 === 0 ? undefined : String(paise % 100).padStart(2, '0'))
      }),
      { numRuns: 500 },
    )
  })
})

test.each([
  [0, '1 KB'],
  [300, '1 KB'],
  [1536, '2 KB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [1024 * 1024, '1.0 MB'],
  [2_600_000, '2.5 MB'],
])('a file of %d bytes has %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

describe('dates and times are those of India, in Latin digits in both languages', () => {
  test.each([
    ['2024-08-14 17:00', '14 Aug 2024, 17:00', '14 ऑगस्ट 2024, 17:00'],
    ['2024-01-01 00:00', '1 Jan 2024, 00:00', '1 जाने 2024, 00:00'],
    ['2024-12-31 23:59:59', '31 Dec 2024, 23:59', '31 डिसें 2024, 23:59'],
    ['2024-02-29 09:05', '29 Feb 2024, 09:05', '29 फेब्रु 2024, 09:05'],
  ])('%s', (wallClock, english, marathi) => {
    expect(formatDateTime(ist(wallClock), 'en')).toBe(english)
    expect(formatDateTime(ist(wallClock), 'mr')).toBe(marathi)
  })

  test('every month has a name', () => {
    const names = (language: 'en' | 'mr') =>
      Array.from({ length: 12 }, (_, month) =>
        formatDate(ist(`2024-${String(month + 1).padStart(2, '0')}-15`), language).slice(3, -5),
      )
    expect(names('en').join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
    expect(names('mr').join(' ')).toBe('जाने फेब्रु मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टें ऑक्टो नोव्हें डिसें')
  })

  test('the day changes at midnight in India, wherever the server is', () => {
    const midnight = Date.parse('2024-12-31T18:30:00Z') as Instant
    expect(formatDateTime(midnight, 'en')).toBe('1 Jan 2025, 00:00')
    expect(formatDateTime(midnight - 1, 'en')).toBe('31 Dec 2024, 23:59')
    expect(formatTime(midnight - 1)).toBe('23:59')
  })

  test('no moment is written with other digits', () => {
    const moments = fc.integer({ min: 0, max: Date.parse('2099-12-31') })
    fc.assert(
      fc.property(moments, fc.constantFrom(...languages), (at, language) => {
        const text = formatDateTime(at, language)
        expect(text).toMatch(/^[1-9][0-9]? \S+ [0-9]{4}, [0-2][0-9]:[0-5][0-9]$/)
        expect(text).not.toMatch(/[\u0966-\u096F]/)
      }),
    )
  })
})
