import Type, { type Static } from 'typebox'
import { noticeKinds } from '../../domain/portal/notices'
import { contract, field } from '../../http/shape'

const title = (fault: string) => field({ fault, minLength: 3, maxLength: 160 })
const body = (fault: string) => field({ fault, minLength: 3, maxLength: 2000, multiline: true })
const date = (fault: string) => field({ fault, maxLength: 10, pattern: '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' })
const time = (fault: string) => field({ fault, maxLength: 5, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
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
  date: Type.Optional(date('noticeDate')),
  time: Type.Optional(time('noticeTime')),
  /** Sent once the writer has seen the preview. */
  confirmed: Type.Optional(Type.Enum(['yes'] as const)),
})
export type NoticeDraft = Static<typeof NoticeDraft>

/** Takes a notice off the pages, or puts it back. */
export const NoticeAct = contract({ intent: Type.Enum(['withdraw', 'restore'] as const), id })

/** New times for an activity. An activity at a single instant has only an opening. */
export const ScheduleChange = contract({
  activity: field({ fault: 'activity', maxLength: 60 }),
  opensDate: date('opensDate'),
  opensTime: time('opensTime'),
  closesDate: Type.Optional(date('closesDate')),
  closesTime: Type.Optional(time('closesTime')),
  reasonEn: field({ fault: 'scheduleReason', minLength: 10, maxLength: 500 }),
  reasonMr: field({ fault: 'scheduleReason', minLength: 10, maxLength: 500 }),
  /** The times that the officer saw and agreed to, as `<opening> <closing>` in epoch milliseconds. */
  confirmed: Type.Optional(field({ fault: 'agreedTo', maxLength: 40 })),
})
export type ScheduleChange = Static<typeof ScheduleChange>
