import Type, { type Static } from 'typebox'
import { contract, day, field, timeOfDay } from '#server/http/shape.ts'

const text = () => field({ fault: 'bannerText', maxLength: 300 })

/** A banner for all pages: from–until, in India's time. */
export const NewBanner = contract({
  tone: Type.Enum(['info', 'warn'] as const, { fault: 'bannerTone' }),
  textEn: text(),
  textMr: text(),
  fromDate: day('bannerDate'),
  fromTime: timeOfDay('bannerTime'),
  untilDate: day('bannerDate'),
  untilTime: timeOfDay('bannerTime'),
  /** Sent once the writer has seen the preview. */
  confirmed: Type.Optional(Type.Enum(['yes'] as const)),
})
export type NewBanner = Static<typeof NewBanner>

/** Ends a banner early. */
export const EndBanner = contract({ end: field({ fault: 'banner', maxLength: 9, pattern: '^[1-9][0-9]*$' }) })
