import type { Language } from '#server/kernel/languages.ts'
import { inRupees, type Paise } from '#server/kernel/money.ts'
import { civilDate, type Instant, istOffset } from '#server/kernel/time.ts'
import { writtenDate } from '#server/kernel/written-date.ts'
import { grouped } from '#server/kernel/written-number.ts'

const inIndia = (at: number) => new Date(at + istOffset)
const pad = (n: number) => String(n).padStart(2, '0')

/** `14 Aug 2024`, Latin digits in both languages: the day in India. */
export const formatDate = (at: Instant | number, language: Language): string =>
  writtenDate(civilDate(at as Instant), language)

/** `17:00`, in India's time. */
export function formatTime(at: Instant | number): string {
  const d = inIndia(at)
  return `${pad(d.getUTCHours())}:${pad(d.getUTCMinutes())}`
}

/** `14 Aug 2024, 17:00`, in India's time. */
export const formatDateTime = (at: Instant | number, language: Language): string =>
  `${formatDate(at, language)}, ${formatTime(at)}`

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * The time left, `milliseconds` ≥ 0, in its largest unit and the next smaller one, if that is not 0: `2 days 3 hours`,
 * `2 days`, and with the seconds only in the last hour. Rounded down, so that nobody believes they have more. Latin digits in
 * both languages.
 */
export function formatTimeLeft(milliseconds: number, language: Language): string {
  const seconds = Math.floor(milliseconds / 1000)
  const found = units.findIndex(([, size]) => seconds >= size)
  const largest = found < 0 ? units.length - 1 : found
  let rest = seconds
  const counted = units.map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest %= size
    return { unit, count }
  })
  return counted
    .slice(largest, largest + 2)
    .filter(({ count }, place) => place === 0 || count > 0)
    .map(({ unit, count }) => inUnits(count, unit, language))
    .join(' ')
}

const inUnits = (count: number, unit: string, language: Language) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** A whole number with Indian grouping: `1,00,000`. */
export const formatCount = (count: number): string => grouped(String(count))

/** `48, 24, 6 and 1`. */
export function formatList(items: readonly (string | number)[], language: Language): string {
  const rest = items.slice(0, -1).join(', ')
  return rest ? `${rest} ${language === 'en' ? 'and' : 'आणि'} ${items[items.length - 1]}` : items.join()
}

/** The size of a file: `340 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** ₹1,200 or ₹1,200.50 with Indian grouping (lakh, crore) and Latin digits in both languages. */
export function formatRupees(amount: Paise): string {
  const [whole = '0', fraction = ''] = inRupees(amount)
    .toFixed(amount % 100 === 0 ? 0 : 2)
    .split('.')
  return `₹${formatCount(Number(whole))}${fraction && `.${fraction}`}`
}
