import type { SeatDuty } from '#server/domain/admission/offer.ts'
import { type RollCallAnswer, rollCallHours } from '#server/domain/seats/roll-call.ts'
import type { FormState } from '#server/domain/terms/states.ts'
import { days, hours, type Instant, istOffset, minutes, plus } from '#server/kernel/time.ts'
import type { MessageTemplate } from './message-templates'

/** What a reminder knows of its candidate, by its subject. An act that is recorded changes these facts. */
export type ReminderFacts = {
  /** `hasPaid`: the fee of the application has been received and counts. */
  form: { state: FormState; hasPaid: boolean }
  /** The appointment at a centre. `hasCome`: the centre has recorded the visit. */
  appointment: { state: FormState; hasCome: boolean }
  /** `isInList`: in the provisional merit list that is in force. */
  grievance: { isInList: boolean; hasFiled: boolean }
  /** How many certificates due at the instant were not handed in, or were rejected. */
  certificates: { missing: number }
  options: { isConfirmed: boolean; takesPart: boolean }
  /** The answer to a roll-call that holds for its round; null for silence. */
  'roll-call': { answer: RollCallAnswer | null; isInPlay: boolean }
  /** What the candidate still has to do for the seat, or how they lost it by doing nothing. */
  seat: { owes: SeatDuty | 'not-accepted' | 'not-reported' | null }
  /** The return after a cancellation. */
  return: { isRecorded: boolean }
}
export type ReminderSubject = keyof ReminderFacts

/**
 * A kind of reminder. `concerns`: the state of facts in which it is sent; it stops as soon as that state has ended.
 * `hours`: when it is sent, before (positive) or after its instant. `within`: how many ms later it may still be sent,
 * after an instant; a reminder before one may be sent until then. `again`: ms after which everybody is looked at once
 * more, because the instant of one candidate may come into being late.
 */
type Row<Subject extends ReminderSubject> = {
  subject: Subject
  template: MessageTemplate
  hours: readonly number[]
  within?: number
  again?: number
  concerns(facts: ReminderFacts[Subject]): boolean
}

const row = <Subject extends ReminderSubject>(subject: Subject, rest: Omit<Row<Subject>, 'subject'>) => ({
  subject,
  ...rest,
})

/** A seat's instant may come into being at any time: a grievance is decided, an institute resets a candidate. */
const rest = minutes(5)

/** How long after an instant its news is still worth sending, in ms: longer than an outage, shorter than the next stage. */
const newsFor = hours(24)

/** Forms that nobody has confirmed and that wait for somebody else than their candidate, or for both. */
const unconfirmed: readonly FormState[] = ['submitted', 'picked-up', 'resubmitted', 'at-centre', 'reverted']

const owesSeat = ({ owes }: ReminderFacts['seat']) => owes === 'verify' || owes === 'decide' || owes === 'pay'

/**
 * Every reminder: who is reminded of what, when, and by which message. Its channels are those of the message
 * (`messageTemplates`); its instants come from the schedule and from what is recorded about a candidate. Source: rules §10.9.
 */
export const reminders = {
  'not-submitted': row('form', {
    template: 'form-reminder',
    hours: [72, 24, 6],
    concerns: ({ state, hasPaid }) => state === 'draft' && !hasPaid,
  }),
  'paid-not-submitted': row('form', {
    template: 'paid-reminder',
    hours: [72, 24, 6],
    concerns: ({ state, hasPaid }) => state === 'draft' && hasPaid,
  }),
  'sent-back': row('form', {
    template: 'correct-reminder',
    hours: [24, 6],
    concerns: ({ state }) => state === 'reverted',
  }),
  'not-confirmed': row('form', {
    template: 'centre-reminder',
    hours: [24],
    concerns: ({ state }) => state === 'at-centre',
  }),
  'scrutiny-ended': row('form', {
    template: 'unconfirmed-notice',
    hours: [-1],
    within: newsFor,
    concerns: ({ state }) => unconfirmed.includes(state),
  }),
  // The instant is the beginning of the day of the appointment: the evening before is 18:00.
  'appointment-tomorrow': row('appointment', {
    template: 'appointment-reminder',
    hours: [6],
    concerns: ({ state, hasCome }) => state === 'at-centre' && !hasCome,
  }),
  // The instant is the end of the appointment.
  'appointment-missed': row('appointment', {
    template: 'appointment-missed',
    hours: [-1],
    within: newsFor,
    concerns: ({ state, hasCome }) => state === 'at-centre' && !hasCome,
  }),
  'grievances-open': row('grievance', {
    template: 'grievances-open',
    hours: [0],
    within: newsFor,
    concerns: ({ isInList, hasFiled }) => isInList && !hasFiled,
  }),
  certificates: row('certificates', {
    template: 'certificate-reminder',
    hours: [7 * 24, 3 * 24, 24],
    concerns: ({ missing }) => missing > 0,
  }),
  options: row('options', {
    template: 'options-reminder',
    hours: [24, 6, 1],
    concerns: ({ isConfirmed, takesPart }) => takesPart && !isConfirmed,
  }),
  'roll-call': row('roll-call', {
    template: 'roll-call',
    hours: rollCallHours,
    concerns: ({ answer, isInPlay }) => isInPlay && answer === null,
  }),
  seat: row('seat', {
    template: 'seat-reminder',
    hours: [48, 24, 6, 1],
    again: rest,
    concerns: owesSeat,
  }),
  report: row('seat', {
    template: 'seat-reminder',
    hours: [48, 24, 6, 1],
    again: rest,
    concerns: ({ owes }) => owes === 'report',
  }),
  'seat-lapsed': row('seat', {
    template: 'seat-ended',
    hours: [0],
    within: days(14),
    again: rest,
    concerns: ({ owes }) => owes === 'not-accepted' || owes === 'not-reported',
  }),
  'return-late': row('return', {
    template: 'return-overdue',
    hours: [0],
    within: days(30),
    concerns: ({ isRecorded }) => !isRecorded,
  }),
} as const
export type ReminderName = keyof typeof reminders

export const reminderNames = Object.keys(reminders) as ReminderName[]

/** A row as the code that handles every reminder sees it. */
export const reminderRow = (name: ReminderName): Row<ReminderSubject> => reminders[name] as Row<ReminderSubject>

/** The names of the reminders about a subject. */
export type ReminderOf<Subject extends ReminderSubject> = {
  [Name in ReminderName]: (typeof reminders)[Name]['subject'] extends Subject ? Name : never
}[ReminderName]

/** One time at which a reminder is sent: so many hours before its instant, or after it if negative. */
export type ReminderTime = { hours: number; at: Instant }

const timesOf = ({ hours: before }: Pick<Row<ReminderSubject>, 'hours'>, instant: Instant): ReminderTime[] =>
  before.map((n) => ({ hours: n, at: plus(instant, -hours(n)) }))

/** Every time at which a reminder of an instant is sent, in their order. */
export const reminderTimes = (name: ReminderName, instant: Instant): ReminderTime[] => timesOf(reminders[name], instant)

/**
 * The time that is due now; after an interruption only the latest one. Null before the first, and once it is of no use:
 * the instant has passed, or the news of it is old.
 */
export function reminderDue(name: ReminderName, instant: Instant, now: Instant): ReminderTime | null {
  const { hours: all, within = 0 } = reminderRow(name)
  const due = timesOf({ hours: all }, instant)
    .filter(({ at }) => now >= at)
    .pop()
  if (!due) return null
  const end = due.hours > 0 ? instant : plus(due.at, within)
  return now < end ? due : null
}

/** The next time at which a reminder of an instant falls due; null if there is none any more. */
export const nextReminder = (name: ReminderName, instant: Instant, now: Instant): ReminderTime | null =>
  reminderTimes(name, instant).find(({ at }) => at > now) ?? null

/** No SMS and no WhatsApp message of ours rings between these hours of the day in India. Source: rules §10.9. */
const quietHours = { from: 21, until: 9 } as const

/** The beginning of the day in India. */
export const beginningOfDay = (at: Instant): Instant => plus(at, -((at + istOffset) % days(1)))

/**
 * Until when a message to a phone waits at night: the next morning. Null by day, and if its deadline is not after that
 * morning. `deadline`: null for news without one. Source: rules §10.9.
 */
export function quietUntil(now: Instant, deadline: Instant | null): Instant | null {
  const midnight = beginningOfDay(now)
  const hour = (now - midnight) / hours(1)
  if (hour >= quietHours.until && hour < quietHours.from) return null
  const morning = plus(midnight, hours(quietHours.until) + (hour < quietHours.until ? 0 : days(1)))
  return deadline !== null && deadline <= morning ? null : morning
}
