import Type, { type Static } from 'typebox'
import { contract, field } from '../../http/shape'

const text = () => field({ fault: 'bannerText', maxLength: 300 })
const date = () => field({ fault: 'bannerDate', maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const time = () => field({ fault: 'bannerTime', maxLength: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** A banner for all pages: from–until, in India's time. */
export const NewBanner = contract({
  tone: Type.Enum(['info', 'warn'] as const, { fault: 'bannerTone' }),
  textEn: text(),
  textMr: text(),
  fromDate: date(),
  fromTime: time(),
  untilDate: date(),
  untilTime: time(),
  /** Sent once the writer has seen the preview. */
  confirmed: Type.Optional(Type.Enum(['yes'] as const)),
})
export type NewBanner = Static<typeof NewBanner>

/** Ends a banner early. */
export const EndBanner = contract({ end: field({ fault: 'banner', maxLength: 9, pattern: '^[1-9][0-9]*$' }) })
