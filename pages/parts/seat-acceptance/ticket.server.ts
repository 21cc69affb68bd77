import { optionsAct } from '#pages/parts/option-form/options-act.ts'
import { nextOptionsOf } from '#pages/parts/option-form/options-time.ts'
import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import type { NextAct } from '#pages/parts/state/state.ts'
import { href } from '#pages/ui/href.ts'
import { isDuty, type NextSeatAct, type SeatDuty } from '#server/domain/admission/offer.ts'
import { isAllIndiaSeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { Seat } from '#server/features/admission/seat-acceptance/seats.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { aboutSeatAct } from '#server/i18n/seat-act.ts'
import { goneInWords, hasGone, noRoundLeft, orderInWords } from './seat.server'

/**
 * A seat as a ticket: how it stands, what it is, where it is, and its next act. `next`: the act for this seat; null if there
 * is none. `isHere`: the page is the one on which it is done. Source: rules §8.14.
 */
export function ticketOf(page: CandidatePage, seat: Seat, next: NextSeatAct | null, isHere?: boolean) {
  const { services, actor, language, t, named } = page
  const { offer, state } = seat
  const place = services.seatAcceptance.place(seat)
  const allotted = services.results.seatIn(actor.candidateId, offer.round)
  const isGone = hasGone(seat)
  const fee = feeInWords(services.directory.annualFee(offer.choiceCode))
  const type = (code: Parameters<typeof seatTypeName>[0]) => `${seatTypeName(code)[language]} (${code})`
  // The list by which this type of seat is given.
  const isAllIndia = allotted !== null && isAllIndiaSeatType(allotted.seat.seatType)
  const rank = isAllIndia ? allotted.allIndiaMerit : allotted?.stateMerit
  const facts = [
    allotted && {
      label: t('results:seat.preference'),
      value:
        offer.preference === null
          ? t('results:seat.preference-kept')
          : t('results:seat.preference-of', { preference: offer.preference, count: allotted.choices }),
    },
    {
      label: t('acceptance:seat.course-fee'),
      value: fee ? t('results:seat.fee', { fee }) : t('acceptance:ticket.ask-fee'),
    },
    rank != null && {
      label: t(isAllIndia ? 'results:seat.all-india-merit' : 'results:seat.state-merit'),
      value: formatCount(rank),
    },
    { label: t('results:seat.choice-code'), value: offer.choiceCode },
    allotted && {
      label: t('results:seat.type'),
      value: allotted.seat.originalType
        ? t('results:seat.converted', {
            type: type(allotted.seat.seatType),
            from: type(allotted.seat.originalType),
          })
        : type(allotted.seat.seatType),
      isWide: true,
    },
  ]
  return {
    isGone,
    /** The candidate gave it up themselves, so nothing of how it was given matters any more. */
    isGivenUp: offer.ending === 'cancelled',
    headline: headlineOf(page, seat),
    notes: notesOf(page, seat, next),
    act: next && isDuty(next.kind) ? seatActInWords(page, seat, { ...next, kind: next.kind }, isHere) : null,
    institute: named(place.institute),
    course: named(place.course),
    round: t('rounds:round', { round: offer.round }),
    facts: facts.filter((fact) => !!fact),
    /** How to reach the institute, and what to bring; null once the seat is gone. */
    where: isGone ? null : services.reportAt.of(seat, language),
    /** By when to report, with what; null unless that is the next act. */
    isToReport: state === 'to-report',
    /** Not for who reports later or is admitted: their originals are not named. */
    isToBring: seat.reporting !== null && seat.reporting.when !== 'later',
    giveUp: isGone ? null : giveUpOf(page),
    ...papersOf(page, seat, isGone),
  }
}

/**
 * A ticket where nothing is left to do for the seat but to fill in the option form of the next round, with that as its act.
 * The dashboard has the act above its ticket.
 */
export function withOptionsAct(page: CandidatePage, ticket: Ticket): Ticket {
  const duty = page.session?.duty
  return duty?.kind === 'options' && !ticket.isGone && !ticket.act
    ? { ...ticket, act: optionsAct(page, duty.options) }
    : ticket
}

export type Ticket = ReturnType<typeof ticketOf>

/** The letter of the seat, null once it is gone, and the receipt of the admission, null until the institute has recorded it. */
const papersOf = ({ base }: CandidatePage, { state, offer }: Seat, isGone: boolean) => ({
  letter: isGone ? null : href(base, 'allotment/letter-:round.pdf', { round: offer.round }),
  receipt: state === 'admitted' ? href(base, 'self-arc-home/receipt.pdf') : null,
})

/** The page on which the seat is given up for good; null while it cannot be. */
const giveUpOf = ({ services, actor, arrivedAt, base }: CandidatePage): string | null =>
  services.cancellation.may(actor.candidateId, arrivedAt).ok ? href(base, 'cancel-admission-request') : null

/** How the seat stands for its candidate, as the first words of the ticket. */
function headlineOf({ t }: CandidatePage, seat: Seat): string {
  const gone = goneInWords(seat, t)
  if (gone !== null) return gone
  const { state, offer } = seat
  switch (state) {
    case 'admitted':
    case 'held':
    case 'to-report':
      return t(`acceptance:state.${state}`)
    case 'not-reported':
      return t('application:seat.reported', { round: offer.round })
    case 'to-verify':
      return t(offer.isRetained || offer.resetAt !== null ? 'acceptance:ticket.still-yours' : 'acceptance:ticket.won')
    case 'in-grievance':
      return t('acceptance:ticket.in-grievance')
    default:
      return t('acceptance:ticket.not-accepted-yet')
  }
}

/** What the candidate waits for, or which rounds are left. */
function notesOf(page: CandidatePage, seat: Seat, next: NextSeatAct | null): string[] {
  const { language, t } = page
  if (hasGone(seat)) return [...orderInWords(page, seat), noRoundLeft(page, seat)].filter((one) => one !== null)
  if (seat.state === 'not-reported') return [t('application:seat.reported-about')]
  if (seat.state === 'admitted') return [t('acceptance:ticket.admitted-about')]
  if (!next || isDuty(next.kind)) return []
  const options = next.kind === 'await-round' ? nextOptionsOf(page, seat.offer.round) : undefined
  const isToCome = options && options.state !== 'now'
  const waits = `${t(`signedin:seat.${next.kind}`, { round: next.round })}. ${aboutSeatAct(next, language, t)}`
  return [waits, ...(isToCome ? [t('application:allotment.better-options', options)] : [])]
}

/**
 * What a candidate has to do next for a seat, in words. On the page where it is done (`isHere`) its own form has the button,
 * and the decision a link to it; who reports takes the letter along.
 */
function seatActInWords(
  { language, base, t }: CandidatePage,
  seat: Seat,
  act: NextSeatAct & { kind: SeatDuty },
  isHere = false,
): NextAct {
  const { kind, round, by, from } = act
  // What is done on the portal cannot be done before; where to report can be read at any time.
  const isClosedYet = from !== null && kind !== 'report'
  const opens =
    from === null
      ? []
      : [t(isClosedYet ? 'acceptance:ticket.from' : 'signedin:seat.from', { from: formatDateTime(from, language) })]
  // Where there is nothing to choose, the act is not called a choice.
  const isFreezeOnly = kind === 'decide' && seat.decisions.length === 1
  const letter =
    kind === 'report'
      ? {
          href: href(base, 'allotment/letter-:round.pdf', { round: seat.offer.round }),
          text: t('acceptance:letter.go'),
        }
      : null
  const text = t(`acceptance:ticket.go.${isFreezeOnly ? 'freeze' : kind}`)
  return {
    title: isFreezeOnly ? t('acceptance:ticket.freeze', { round }) : t(`signedin:seat.${kind}`, { round }),
    notes: [aboutSeatAct(act, language, t), ...opens],
    due: by === null ? null : { words: t('signedin:seat.by', { time: formatDateTime(by, language) }), until: by },
    go: isHere ? letter : isClosedYet ? null : { href: href(base, 'self-arc-home'), text },
    // The decision has a filled button of its own, further down.
    also: isHere && !isClosedYet && kind === 'decide' ? [{ href: '#decide', text }] : [],
    isSeatAct: true,
  }
}
