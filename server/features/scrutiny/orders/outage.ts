import { type Move, momentOf, movesOf, overtaken } from '#server/domain/admission/orders.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours } from '#server/kernel/time.ts'
import type { OrdersDeps } from './deps'
import type { Order } from './order'
import type { Outage } from './schema'

/**
 * The closings that an outage would move, the activities that would then begin too early, and the number of people
 * told.
 */
export type OutagePreview = { moves: Move[]; overtaken: Activity[]; told: number }

/** Orders after an outage of the portal: every closing that it disturbed moves. Source: rules §12.2. */
export function createOutages({ store, clock, course, notices, bulkMessages }: OrdersDeps) {
  function preview({ date, time, hours: length }: Pick<Outage, 'date' | 'time' | 'hours'>): Result<OutagePreview> {
    const since = momentOf(date, time)
    if (since === null) return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'outageDate.invalid' }] })
    if (since > clock.portal())
      return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'outageDate.future' }] })
    const moves = movesOf(notices.schedule(), since, length)
    if (!moves.length) return refuse('outage-moves-nothing')
    return ok({ moves, overtaken: overtaken(notices.schedule(), moves), told: bulkMessages.countEverybody() })
  }

  /** The new closings, in one language. */
  function wordsOfOutage({ moves }: Order, language: Language) {
    const titles = new Map(notices.schedule().map(({ key, title }) => [key, title[language]]))
    const lines = moves.map(({ key, to }) =>
      translate(language, 'orders:told.line', { title: titles.get(key)!, by: formatDateTime(to, language) }),
    )
    return {
      title: translate(language, 'orders:told.title'),
      body: [translate(language, 'orders:told.body'), lines.join('\n')].join('\n\n'),
      sms: translate(language, 'orders:told.sms', { course: course.courseShortTitle[language] }),
    }
  }

  return {
    preview,

    /** Moves the closings of a released order; joins the transaction of the release. */
    carryOut(order: Order): Result<undefined> {
      const now = movesOf(notices.schedule(), order.since!, order.hours!)
      if (JSON.stringify(now) !== JSON.stringify(order.moves)) return refuse('order-stale', 409)
      notices.moveClosings(order.moves)
      store.moveOpenOrders(order.since!, hours(order.hours!))
      return ok()
    },

    /** Tells everybody the new closings. */
    tellEverybody(order: Order, releasedBy: number): void {
      const [en, mr] = [wordsOfOutage(order, 'en'), wordsOfOutage(order, 'mr')]
      bulkMessages.tellMany({ preparedBy: order.preparedBy, releasedBy }, null, {
        title: { en: en.title, mr: mr.title },
        body: { en: en.body, mr: mr.body },
        sms: { en: en.sms, mr: mr.sms },
      })
    },
  }
}

export type Outages = ReturnType<typeof createOutages>
