import Type, { type Static } from 'typebox'
import { noticeKinds, questionPhases } from '#server/domain/site/notices.ts'
import { contract, day, field, timeOfDay } from '#server/http/shape.ts'

const title = (fault: string) => field({ fault, minLength: 3, maxLength: 160 })
const body = (fault: string) => field({ fault, minLength: 3, maxLength: 2000, multiline: true })
const id = field({ fault: 'noticeId', maxLength: 9, pattern: '^[1-9][0-9]*$' })

/** A notice as written at the desk. Without a date it is published at once. */
export const NoticeDraft = contract({
  kind: Type.Enum(noticeKinds, { fault: 'noticeKind' }),
  /** The notice to change; a new one has none. */
  id: Type.Optional(id),
  titleEn: title('noticeTitle'),
  titleMr: title('noticeTitle'),
  bodyEn: body('noticeBody'),
  bodyMr: body('noticeBody'),
  /** Of a question. */
  phase: Type.Optional(Type.Enum(questionPhases, { fault: 'noticePhase' })),
  date: Type.Optional(day('noticeDate')),
  time: Type.Optional(timeOfDay('noticeTime')),
  /** Sent once the writer has seen the preview. */
  confirmed: Type.Optional(Type.Enum(['yes'] as const)),
})
export type NoticeDraft = Static<typeof NoticeDraft>

/** Takes a notice off the pages, or puts it back. */
export const NoticeAct = contract({ intent: Type.Enum(['withdraw', 'restore'] as const), id })

const when = Type.Optional(field({ fault: 'scheduleTime', maxLength: 40 }))
const version = field({ fault: 'scheduleVersion', maxLength: 9, pattern: '^(0|[1-9][0-9]*)$' })

/**
 * The table of the schedule: for each activity its opening and closing (`opens-<key>`, `closes-<key>`), and whether it
 * is left out. `version`: of the draft that the officer saw, 0 for none.
 */
export const scheduleForm = (keys: readonly string[]) =>
  contract({
    version,
    intent: Type.Optional(Type.Enum(['shift', 'preview'] as const)),
    /** The row from which a shift begins, and the number of working days. */
    from: Type.Optional(field({ fault: 'scheduleFrom', maxLength: 60 })),
    days: Type.Optional(field({ fault: 'scheduleShift', maxLength: 4 })),
    ...Object.fromEntries(
      keys.flatMap((key) => [
        [`opens-${key}`, when],
        [`closes-${key}`, when],
        [`out-${key}`, Type.Optional(Type.Enum(['true'] as const))],
      ]),
    ),
  })
export type ScheduleShift = { from: string; days: string }

/** An activity of the cell. */
export const OwnActivity = contract({
  intent: Type.Enum(['add'] as const),
  version,
  titleEn: title('noticeTitle'),
  titleMr: title('noticeTitle'),
  kind: Type.Enum(['window', 'instant'] as const, { fault: 'scheduleKind' }),
})
export type OwnActivity = Static<typeof OwnActivity>

/** Hands the draft to a second person. */
export const SchedulePreparation = contract({
  intent: Type.Enum(['prepare'] as const),
  version,
  reasonEn: field({ fault: 'scheduleReason', minLength: 10, maxLength: 500 }),
  reasonMr: field({ fault: 'scheduleReason', minLength: 10, maxLength: 500 }),
})
export type SchedulePreparation = Static<typeof SchedulePreparation>

/** What a person does with a whole change. */
export const ScheduleAct = contract({ intent: Type.Enum(['release', 'reopen', 'discard'] as const), id })

/** The days on which no office works: `15 Aug 2026 Independence Day`, one a line. */
export const HolidaysChange = contract({
  intent: Type.Enum(['holidays'] as const),
  holidays: Type.Optional(field({ fault: 'holidays', maxLength: 6000, multiline: true, tidy: 'lines' })),
})
/** Adds the state's holidays of a year to the list. */
export const StateHolidays = contract({
  intent: Type.Enum(['state-holidays'] as const),
  year: Type.Integer({ minimum: 2000, maximum: 2099, fault: 'holidays' }),
})

export type HolidaysChange = Static<typeof HolidaysChange>
