import { istOffset } from '#server/kernel/time.ts'

/** Converts an instant to the date and time of a form, in Indian time: `['2024-08-14', '17:00']`. */
export function wallClock(at: number): readonly [date: string, time: string] {
  const text = new Date(at + istOffset).toISOString()
  return [text.slice(0, 10), text.slice(11, 16)]
}
