import type { MeritStage } from '#server/domain/merit/lists.ts'
import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import { isOpen } from '#server/domain/terms/schedule.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { pieceOf, tellNextPiece } from '#server/kernel/in-pieces.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { MeritListsDeps } from './deps'
import type { ToTell } from './store'

/** Candidates told at a time. */
const perTick = 300
const templates = { provisional: 'merit-provisional', final: 'merit-final' } as const satisfies Record<
  MeritStage,
  MessageTemplate
>

/** The messages to everybody about a published list. */
export function createTellDue({ db, store, clock, activity, isWaiting, tell: send }: MeritListsDeps) {
  /**
   * A candidate's next step, in one line. `takesPart`: in the rounds, which have an option form. `isOnJkList`: seated by
   * the cell.
   */
  function nextOf(
    stage: MeritStage,
    { takesPart, isOnJkList }: { takesPart: boolean; isOnJkList: boolean },
    language: Language,
  ): string {
    const now = clock.portal()
    const [grievances, options] = [activity('grievances'), activity('round-1-options')]
    if (stage === 'provisional' && grievances?.closesAt) {
      const by = formatDateTime(grievances.closesAt, language)
      if (isOpen(grievances, now)) return translate(language, 'merit:told.grievances', { by })
      if (now < grievances.opensAt) {
        const from = formatDateTime(grievances.opensAt, language)
        return translate(language, 'merit:told.grievances-from', { from, by })
      }
    }
    if (stage === 'final' && takesPart && options && now < options.opensAt)
      return translate(language, 'merit:told.options', { from: formatDateTime(options.opensAt, language) })
    return translate(language, stage === 'final' && isOnJkList ? 'merit:told.jk-choices' : 'merit:told.log-in')
  }

  function tell(stage: MeritStage, { id: candidateId, ...numbers }: ToTell): void {
    const places = [
      ['state', numbers.state],
      ['all-india', numbers.allIndia],
      ['jk', numbers.jk],
    ] as const
    // Migrants from Jammu and Kashmir get seats outside the rounds, and nobody takes part without a number.
    const isOnJkList = numbers.jk !== null
    const takesPart = !isOnJkList && (numbers.state ?? numbers.allIndia) !== null
    send(candidateId, templates[stage], (language) => {
      const words = places
        .filter(([, number]) => number !== null)
        .map(([list, number]) => translate(language, `merit:told.${list}`, { number: formatCount(number!) }))
      const place = words.length ? words.join(', ') : translate(language, 'merit:told.not-in-list')
      return { place, next: nextOf(stage, { takesPart, isOnJkList }, language) }
    })
  }

  /**
   * A job: tells the next candidates that a list is published, and their places in it, once the previous ones have
   * been told. Skips candidates whose entry has not changed since the last edition.
   */
  return function tellDue(): void {
    tellNextPiece({
      db,
      due: store.toAnnounce,
      isBusy: ({ merit_editions: { stage } }) => isWaiting(templates[stage]),
      next: ({ merit_announcements: { editionId, against, toldUpTo } }) =>
        pieceOf(store.toTell({ edition: editionId, against, after: toldUpTo, limit: perTick }), perTick),
      tell({ merit_editions: { stage } }, person) {
        if (person.isAsBefore) return false
        tell(stage, person)
      },
      keep: ({ merit_announcements: { editionId, toldUpTo, told: before } }, { upTo, told, isDone }) =>
        store.told(editionId, {
          toldUpTo: upTo ?? toldUpTo,
          told: before + told,
          finishedAt: isDone ? clock.portal() : null,
        }),
    })
  }
}
