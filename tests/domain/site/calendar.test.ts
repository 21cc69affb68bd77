import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { calendarOf } from '#server/domain/site/calendar.ts'
import { ist } from '#server/kernel/time.ts'

const owner = {
  slug: 'mbale',
  name: 'Direct Second Year MBA, MMS; 2024',
  language: 'en',
  now: ist('2024-08-12 16:20'),
  changedAt: (): number => ist('2024-08-10 10:00'),
  url: 'https://example.org/mbale/candidate/importantdate',
} as const
const form = {
  key: 'application-form',
  title: { en: 'Filling in the form,\nwith documents', mr: 'अर्ज भरणे, कागदपत्रांसह आणि खूप मोठे नाव असलेली एक तारीख' },
  opensAt: ist('2024-08-01 10:00'),
  closesAt: ist('2024-08-31 17:00'),
}
const event = {
  key: 'final-merit',
  title: { en: 'Final list', mr: 'अंतिम यादी' },
  opensAt: ist('2024-08-22 18:00'),
  closesAt: null,
}

/** The lines of a file as a reader sees them: unfolded. */
const linesOf = (file: string) => file.replace(/\r\n /g, '').split('\r\n')

test('times are told in UTC, so that a phone abroad rings at the same instant', () => {
  const lines = linesOf(calendarOf([form], owner))
  expect(lines).toContain('DTSTART:20240801T043000Z')
  expect(lines).toContain('DTEND:20240831T113000Z')
})

test('a window is reminded of before it closes, an event before its instant: a day and three hours', () => {
  const alarms = (file: string) => linesOf(file).filter((line) => line.startsWith('TRIGGER'))
  expect(alarms(calendarOf([form], owner))).toEqual(['TRIGGER;RELATED=END:-P1D', 'TRIGGER;RELATED=END:-PT3H'])
  expect(alarms(calendarOf([event], owner))).toEqual(['TRIGGER;RELATED=START:-P1D', 'TRIGGER;RELATED=START:-PT3H'])
})

test('a date that moves replaces the event that a calendar has', () => {
  const of = (changedAt: number) => {
    const lines = linesOf(calendarOf([form], { ...owner, changedAt: () => changedAt }))
    return [
      lines.find((line) => line.startsWith('UID')),
      Number(lines.find((line) => line.startsWith('SEQUENCE'))!.slice(9)),
    ]
  }
  const [before, after] = [of(owner.changedAt()), of(owner.changedAt() + 60_000)]
  expect(after[0]).toBe(before[0])
  expect(after[1]).toBeGreaterThan(before[1] as number)
  expect(after[1]).toBeLessThan(2 ** 31)
})

test('the format is kept: line ends, folded lines of 75 bytes, signs escaped, no line break in a text', () => {
  for (const language of ['en', 'mr'] as const) {
    const file = calendarOf([form, event], { ...owner, language })
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(file.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    for (const part of ['VEVENT', 'VALARM'])
      expect(file.split(`BEGIN:${part}`).length).toBe(file.split(`END:${part}`).length)
  }
  expect(linesOf(calendarOf([form], owner))).toContain(
    'SUMMARY:Filling in the form\\, with documents (Direct Second Year MBA\\, MMS\\; 2024)',
  )
})

/** The file as a calendar program reads it. */
const eventsOf = (file: string) =>
  new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((component) => {
    const { summary, uid, sequence, startDate, endDate } = new ICAL.Event(component, { strictExceptions: true })
    const alarms = component
      .getAllSubcomponents('valarm')
      .map((alarm) => [
        alarm.getFirstProperty('trigger')!.getParameter('related'),
        String(alarm.getFirstPropertyValue('trigger')),
      ])
    const [start, end] = [startDate, endDate].map((at) => at.toJSDate().getTime())
    return { summary, uid, sequence, start, end, url: component.getFirstPropertyValue('url'), alarms }
  })

test.each(['en', 'mr'] as const)(
  'a program that reads RFC 5545 finds every date and both reminders (%s)',
  (language) => {
    const odd = {
      ...form,
      key: 'odd',
      title: { en: 'A \\ b; c, "d": é', mr: '“उद्धरण”; स्वल्पविराम, \\ आणि\r\nनवी ओळ' },
    }
    const [one, other, last] = eventsOf(calendarOf([form, event, odd], { ...owner, language }))
    expect(one).toEqual({
      summary: `${form.title[language].replace('\n', ' ')} (${owner.name})`,
      uid: 'application-form@mbale',
      sequence: owner.changedAt() / 1000,
      start: form.opensAt,
      end: form.closesAt,
      url: owner.url,
      alarms: [
        ['END', '-P1D'],
        ['END', '-PT3H'],
      ],
    })
    expect(other).toMatchObject({
      start: event.opensAt,
      alarms: [
        ['START', '-P1D'],
        ['START', '-PT3H'],
      ],
    })
    expect(last!.summary).toBe(`${odd.title[language].replace('\r\n', ' ')} (${owner.name})`)
  },
)

test('a date that moves raises its own number alone', () => {
  const numbers = (moved: string | null) =>
    eventsOf(calendarOf([form, event], { ...owner, changedAt: (key) => (key === moved ? 5_000_000 : 1_000_000) })).map(
      ({ sequence }) => sequence,
    )
  expect(numbers(null)).toEqual([1000, 1000])
  expect(numbers('final-merit')).toEqual([1000, 5000])
})
