import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Services } from '#server/features/index.ts'
import { translate } from '#server/i18n/texts.ts'
import { staffPersona } from './staff-personas'
import { demoStore } from './store'

type Published = 'provisional-merit' | 'final-merit' | 'allotment'

/** The admin tells of what has just been published in a notice; what is held back is not told. `round`: of an allotment. */
export const announce =
  (what: Published, round?: CapRound) =>
  (portal: Services): void => {
    if (!demoStore(portal.db).isPublished(what, round)) return
    const words = (language: 'en' | 'mr', part: 'title' | 'body') =>
      translate(language, `demo:notice.${what}.${part}`, { round: round ?? '' })
    portal.notices.publish(staffPersona(portal, 'admin'), {
      kind: 'notice',
      titleEn: words('en', 'title'),
      titleMr: words('mr', 'title'),
      bodyEn: words('en', 'body'),
      bodyMr: words('mr', 'body'),
    })
  }
