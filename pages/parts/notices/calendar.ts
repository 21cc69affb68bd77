import type { Activity } from '#server/domain/terms/schedule.ts'
import type { Language } from '#server/kernel/languages.ts'

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&')

/** Folds a line at 75 bytes, as the format requires; each continuation begins with a space. */
function fold(line: string): string {
  const parts = ['']
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 74) {
      parts.push('')
      bytes = 0
    }
    parts[parts.length - 1] += character
    bytes += size
  }
  return parts.join('\r\n ')
}

/** Activities as an iCalendar file (RFC 5545). An activity with a closing time becomes a span, any other an instant. */
export function calendarOf(
  activities: readonly Activity[],
  owner: { slug: string; name: string; language: Language; now: number },
): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Pravesh//Schedule//EN']
  for (const { key, title, opensAt, closesAt } of activities) {
    lines.push(
      'BEGIN:VEVENT',
      `UID:${key}@${owner.slug}`,
      `DTSTAMP:${stamp(owner.now)}`,
      `DTSTART:${stamp(opensAt)}`,
      ...(closesAt === null ? [] : [`DTEND:${stamp(closesAt)}`]),
      `SUMMARY:${escapeText(`${title[owner.language]} (${owner.name})`)}`,
      'END:VEVENT',
    )
  }
  return [...lines, 'END:VCALENDAR', ''].map(fold).join('\r\n')
}

/** The file as a data URL that a link downloads, with and without JavaScript. */
export const calendarAddress = (file: string): string => `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`
