import type { Activity } from '#server/domain/terms/schedule.ts'
import type { Language } from '#server/kernel/languages.ts'

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ')

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

/** How long before its end, or before its instant, an activity is reminded of: a day and three hours. */
const alarms = ['-P1D', '-PT3H']

/**
 * Activities as an iCalendar file (RFC 5545) with reminders. An activity with a closing time becomes a span and is
 * reminded of before it closes; any other is an instant. `changedAt`: when the dates of an activity were last changed, so that a calendar that
 * has the event moves it, and leaves the others alone. `url`: the page of all dates.
 */
export function calendarOf(
  activities: readonly Activity[],
  {
    slug,
    name,
    language,
    now,
    changedAt,
    url,
  }: { slug: string; name: string; language: Language; now: number; changedAt(key: string): number; url: string },
): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Pravesh//Schedule//EN', 'METHOD:PUBLISH']
  for (const { key, title, opensAt, closesAt } of activities) {
    const summary = escapeText(`${title[language]} (${name})`)
    lines.push(
      'BEGIN:VEVENT',
      `UID:${key}@${slug}`,
      `DTSTAMP:${stamp(now)}`,
      `SEQUENCE:${Math.floor(changedAt(key) / 1000)}`,
      `DTSTART:${stamp(opensAt)}`,
      ...(closesAt === null ? [] : [`DTEND:${stamp(closesAt)}`]),
      `SUMMARY:${summary}`,
      `URL:${url}`,
      ...alarms.flatMap((before) => [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        `DESCRIPTION:${summary}`,
        `TRIGGER;RELATED=${closesAt === null ? 'START' : 'END'}:${before}`,
        'END:VALARM',
      ]),
      'END:VEVENT',
    )
  }
  return [...lines, 'END:VCALENDAR', ''].map(fold).join('\r\n')
}
