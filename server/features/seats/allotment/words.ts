import { districtName } from '#server/domain/application/form/lists.ts'
import { namesIn } from '#server/domain/application/form/seat-names.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import type { AllottedLetter } from '#server/domain/site/printable.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { TextValues } from '#server/i18n/page-text.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { AllottedSeat, Outcome } from './outcome'

type Row = { label: string; value: string }
type NextStep =
  | 'freezes'
  | 'freeze'
  | 'betterment'
  | 'no-action'
  | 'last'
  | 'later-rounds'
  | 'no-later-rounds'
  | 'jk'
  | 'unlisted'

/** `OBC, ladies (LOBCS)`. */
const seatWords = (type: SeatType, language: Language): string => `${seatTypeName(type)[language]} (${type})`

/** A candidate's numbers in the lists, in words. */
function numberRows({ stateMerit, allIndiaMerit }: Outcome, language: Language): Row[] {
  const number = (value: number | null) =>
    value === null ? translate(language, 'results:seat.no-number') : formatCount(value)
  return [
    { label: translate(language, 'results:seat.state-merit'), value: number(stateMerit) },
    { label: translate(language, 'results:seat.all-india-merit'), value: number(allIndiaMerit) },
  ]
}

/** Has the lists by which districts are named. */
type Portal = { lists?: Lists }

/** What everybody may know of a seat, in words. */
function namedSeat(seat: AllottedSeat, language: Language, portal: Portal): Row[] {
  const t = (key: TextKey, values?: TextValues) => translate(language, key, values)
  const { seatType, originalType } = seat
  const type = seatWords(seatType, language)
  const named = namesIn(language, portal)
  return [
    { label: t('results:seat.institute'), value: `${named(seat.institute)} (${seat.instituteCode})` },
    { label: t('results:seat.course'), value: named(seat.course) },
    { label: t('results:seat.choice-code'), value: seat.choiceCode },
    {
      label: t('results:seat.type'),
      value: originalType ? t('results:seat.converted', { type, from: seatWords(originalType, language) }) : type,
    },
  ]
}

/** The seat, in words. `choices`: how many the option form held. */
function seatRows(seat: AllottedSeat, choices: number, language: Language, portal: Portal): Row[] {
  const t = (key: TextKey, values?: TextValues) => translate(language, key, values)
  const { preference } = seat
  const named = namesIn(language, portal)
  return [
    ...namedSeat(seat, language, portal),
    {
      label: t('results:seat.preference'),
      value:
        preference === null
          ? t('results:seat.preference-kept')
          : t('results:seat.preference-of', { preference, count: choices }),
    },
    { label: t('results:seat.university'), value: named(seat.university) },
    { label: t('results:seat.district'), value: districtName(seat.district, language, portal) },
    { label: t('results:seat.status'), value: institutionWord(seat.status, language) },
  ]
}

/** The candidate's next steps after a round. Source: rules §8.11. */
function nextSteps({ isLastRound, seat, acceptance, outside }: Outcome, language: Language): Row[] {
  const t = (key: TextKey, values?: TextValues) => translate(language, key, values)
  const step = (name: NextStep, values?: TextValues): Row => ({
    label: t(`results:next.${name}`),
    value: t(`results:next.${name}-about`, values),
  })
  if (!seat && outside === 'jk') return [step('jk')]
  if (!seat)
    return [step(isLastRound ? 'no-later-rounds' : outside === 'no-merit-number' ? 'unlisted' : 'later-rounds')]
  const accept: Row = {
    label: t('results:next.accept'),
    value: acceptance?.closesAt
      ? t('results:next.window', {
          from: formatDateTime(acceptance.opensAt, language),
          until: formatDateTime(acceptance.closesAt, language),
        })
      : t('results:next.window-unknown'),
  }
  if (seat.consequence === 'freezes' && !isLastRound) return [accept, step('freezes', { preference: seat.preference! })]
  if (isLastRound) return [accept, step('last')]
  return [accept, step('freeze'), step('betterment'), step('no-action')]
}

/**
 * The seat as the large code of its letter states it: short, and the same in both languages. What is most often in dispute stands
 * first, because a line that is too long for the code is cut at its end.
 */
function signedLine({ round, stateMerit, allIndiaMerit }: Outcome, seat: AllottedSeat): string {
  const numbers = [
    stateMerit === null ? '' : `, State ${stateMerit}`,
    allIndiaMerit === null ? '' : `, All India ${allIndiaMerit}`,
  ]
  const { choiceCode, seatType, instituteCode, institute, course } = seat
  return `${choiceCode} ${seatType}, CAP Round ${round}${numbers.join('')}: ${instituteCode} ${institute}, ${course}`
}

/**
 * The letter of a round that allotted a seat; null for any other. `accepted`: what is recorded about accepting it; its
 * next acts replace those of the round.
 */
export function letterOf(
  outcome: Outcome,
  language: Language,
  portal: Portal,
  accepted: { rows: readonly Row[]; next: readonly Row[] | null } = { rows: [], next: null },
): AllottedLetter | null {
  const { round, publishedAt, seat, choices } = outcome
  return (
    seat && {
      round,
      publishedAt,
      about: signedLine(outcome, seat),
      numbers: numberRows(outcome, language),
      seat: seatRows(seat, choices, language, portal),
      known: [...namedSeat(seat, language, portal), ...numberRows(outcome, language)],
      acceptance: accepted.rows,
      next: accepted.next ?? nextSteps(outcome, language),
    }
  )
}

/** A round's result for pages: its words in the page's language, and the reasons as numbers. */
export function outcomeInWords(outcome: Outcome, language: Language, portal: Portal) {
  const { round, publishedAt, state, outside, seat, choices, higher } = outcome
  const named = namesIn(language, portal)
  return {
    round,
    state,
    outside,
    published: formatDateTime(publishedAt, language),
    choices,
    numbers: numberRows(outcome, language),
    seat: seat && {
      institute: named(seat.institute),
      course: named(seat.course),
      choiceCode: seat.choiceCode,
      preference: seat.preference,
      type: seatWords(seat.seatType, language),
      isRetained: seat.isRetained,
      rows: seatRows(seat, choices, language, portal),
    },
    next: nextSteps(outcome, language),
    higher: higher.map(({ pools, ...choice }) => ({
      ...choice,
      institute: named(choice.institute),
      course: named(choice.course),
      pools: pools.map(({ seatType, ...pool }) => ({ ...pool, seat: seatWords(seatType, language) })),
    })),
  }
}

export type OutcomeInWords = ReturnType<typeof outcomeInWords>
