import { formatDateTime } from '#server/i18n/format.ts'
import { laterReporting, toReport } from '#server/i18n/seat-act.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { RoundsAhead } from './rounds-ahead'
import type { Seat } from './seats'

/** A captured payment of the fee, as the message names it. */
export type FeePaid = { amount: string; reference: string }

/** The messages that a candidate gets about their decision. */
export function createTold({ store, tell }: SeatAcceptanceDeps, { following }: Pick<RoundsAhead, 'following'>) {
  /** Facts of a seat that every message about it names. */
  const named = ({ offer }: Seat, language: Language) => {
    const { institute, course: branch } = store.place(offer)
    const decision = translate(language, `acceptance:decision.${offer.decision!}`)
    return { round: offer.round, choiceCode: offer.choiceCode, institute, branch, decision }
  }

  return {
    decided(seat: Seat): void {
      const by = seat.act?.by ?? null
      tell(seat.offer.candidateId, 'seat-decided', (language) => ({
        ...named(seat, language),
        next:
          by === null
            ? translate(language, 'acceptance:message.pay')
            : translate(language, 'acceptance:message.pay-by', { by: formatDateTime(by, language) }),
      }))
    },

    /** `fee`: null if it was paid for an earlier seat. */
    accepted(seat: Seat, fee: FeePaid | null): void {
      const { act, offer, reporting, reportsFrom } = seat
      tell(offer.candidateId, 'seat-accepted', (language) => ({
        ...named(seat, language),
        fee: fee
          ? translate(language, 'acceptance:message.fee-paid', fee)
          : translate(language, 'acceptance:message.fee-paid-before'),
        next:
          act?.kind === 'report'
            ? toReport(reportsFrom, act.by, language, pageTexts[language])
            : [
                translate(language, 'acceptance:message.held', { next: following(offer.round) ?? offer.round + 1 }),
                laterReporting(reporting, language, pageTexts[language]),
              ]
                .filter(Boolean)
                .join(' '),
      }))
    },
  }
}

export type Told = ReturnType<typeof createTold>
