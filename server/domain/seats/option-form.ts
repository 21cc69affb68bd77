import type { RoundEntry } from '#server/domain/terms/cap-rounds.ts'
import { type Activity, isOpen, outsideWindow } from '#server/domain/terms/schedule.ts'
import { isChoiceCode, isWaiverCode } from '#server/domain/terms/seat-types.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { typedCode } from '#server/kernel/typed-text.ts'

/** The most choices in a list. Source: rules §8.5. */
export const maxChoices = 300

/** The most choices that a candidate can star: as many as fit in a list. Source: rules §8.5. */
const maxStars = maxChoices

/** The act of a star's button: `on:900110110` sets it, `off:…` takes it away. Null for any other text. */
export function pressedStar(value: unknown): { code: string; isStarred: boolean } | null {
  const found = typeof value === 'string' ? /^(on|off):([0-9A-Za-z]{1,20})$/.exec(value) : null
  return found && { code: found[2]!, isStarred: found[1] === 'on' }
}

/** May a candidate with these stars star another choice? One that is starred already stays so. */
export function mayStar(
  stars: readonly string[],
  code: string,
  { isOffered }: Pick<Offer, 'isOffered'>,
): Result<undefined> {
  if (!isChoiceCode(code) || !isOffered(code)) return refuse('star-not-offered', 422)
  if (!stars.includes(code) && stars.length >= maxStars) return refuse('stars-full', 409, { params: { max: maxStars } })
  return ok()
}

/** The facts behind the rules of an option form. */
export type OptionFormFacts = {
  /** An order has taken the candidate out of the admission. */
  isExcluded: boolean
  /** A number in the State or the All India list of the final merit edition in force. */
  hasMeritNumber: boolean
  /** How the candidate enters the round, by the seats of the rounds before it. */
  entry: RoundEntry
  /** How many choices are saved. */
  count: number
  confirmedAt: Instant | null
}

type Window = Pick<Activity, 'opensAt' | 'closesAt'> | null

/** Does this round take lists at `at`? `window`: the round's activity of the schedule. Source: rules §8.5, §12.3. */
function inTime(facts: OptionFormFacts, window: Window, at: Instant): Result<undefined> {
  if (facts.isExcluded) return refuse('application-excluded', 423)
  if (!facts.hasMeritNumber) return refuse('options-without-merit', 403)
  if (facts.entry === 'seated') return refuse('options-seated', 403)
  if (facts.entry === 'left') return refuse('options-left', 403)
  if (!window || at < window.opensAt) return outsideWindow('options-not-yet', window, at)
  if (!isOpen(window, at)) return refuse('option-form-closed', 422)
  return ok()
}

/** May the list be changed at `at`? A confirmed list must be unlocked first. */
export function mayChangeOptions(facts: OptionFormFacts, window: Window, at: Instant): Result<undefined> {
  const timely = inTime(facts, window, at)
  if (!timely.ok) return timely
  return facts.confirmedAt === null ? ok() : refuse('options-locked', 423)
}

/** May the list be confirmed at `at`? Only a confirmed list counts. */
export function mayConfirmOptions(facts: OptionFormFacts, window: Window, at: Instant): Result<undefined> {
  const timely = inTime(facts, window, at)
  if (!timely.ok) return timely
  if (facts.confirmedAt !== null) return refuse('options-confirmed', 409)
  return facts.count ? ok() : refuse('options-empty', 422)
}

/** May the confirmation be withdrawn at `at`? */
export function mayUnlockOptions(facts: OptionFormFacts, window: Window, at: Instant): Result<undefined> {
  const timely = inTime(facts, window, at)
  if (!timely.ok) return timely
  return facts.confirmedAt === null ? refuse('options-not-confirmed', 409) : ok()
}

/** The choices on offer. `isOffered`: the choice code is in the seat matrix in force. */
export type Offer = { isOffered(code: string): boolean; isTfws: boolean }

/**
 * The faults of a list: too long, a code twice, a code that is not offered (never was, or is withdrawn), a tuition fee
 * waiver code without that claim. One fault for each choice, in order. Source: rules §8.5.
 */
export function choiceFaults(choices: readonly string[], { isOffered, isTfws }: Offer): FieldFault[] {
  if (choices.length > maxChoices)
    return [{ field: 'choices', code: 'choices-too-many', params: { max: maxChoices, count: choices.length } }]
  const seen = new Set<string>()
  const faults: FieldFault[] = []
  for (const code of choices) {
    const fault = seen.has(code)
      ? 'choice-twice'
      : code === ''
        ? 'choice-missing'
        : !isChoiceCode(code) || !isOffered(code)
          ? 'choice-not-offered'
          : isWaiverCode(code) && !isTfws
            ? 'choice-waiver'
            : null
    if (fault) faults.push({ field: 'choices', code: fault, params: { code: code.slice(0, 20) } })
    seen.add(code)
  }
  return faults
}

/** A typed place in the list, `3` or `३`; null for anything else. */
export function typedPlace(typed: string): number | null {
  const digits = typedCode(typed).trim()
  return /^0*[1-9][0-9]{0,3}$/.test(digits) ? Number(digits) : null
}

/** The list with the choice at `from` moved to `to`; places count from 0, and a place beyond an end means that end. */
export function moved(choices: readonly string[], from: number, to: number): string[] {
  const rest = [...choices]
  rest.splice(Math.max(0, Math.min(to, choices.length - 1)), 0, ...rest.splice(from, 1))
  return rest
}

/** The list with a code inserted at `to` (0: first; default: the end). */
export function inserted(choices: readonly string[], code: string, to = choices.length): string[] {
  const at = Math.max(0, Math.min(to, choices.length))
  return [...choices.slice(0, at), code, ...choices.slice(at)]
}

/**
 * Reorders the list by the numbers typed beside its choices: choices whose number differs from their place are taken
 * out and put in at their numbers, smallest first; the others close up. `numbers`: as typed, 1 for the first place.
 */
export function renumbered(choices: readonly string[], numbers: Readonly<Record<string, number>>): string[] {
  const isMoved = (code: string, place: number) => numbers[code] !== undefined && numbers[code] !== place + 1
  const goers = choices
    .filter(isMoved)
    // Choices with the same number keep their order.
    .map((code) => ({ code, to: numbers[code]! }))
    .sort((a, b) => a.to - b.to)
  let list: string[] = choices.filter((code, place) => !isMoved(code, place))
  for (const { code, to } of goers) list = inserted(list, code, to - 1)
  return list
}

/**
 * Imports a list of an earlier round: choices still on offer are appended to the present list.
 * Source: rules §8.5.
 */
export function imported(
  choices: readonly string[],
  earlier: readonly string[],
  offer: Offer,
): { choices: string[]; gone: string[] } {
  const may = (code: string) => offer.isOffered(code) && (offer.isTfws || !isWaiverCode(code))
  const added = earlier.filter((code) => may(code) && !choices.includes(code))
  return { choices: [...choices, ...added].slice(0, maxChoices), gone: earlier.filter((code) => !may(code)) }
}

/** The differences between two lists: choices in only one of them, and choices at another place. */
export type Difference = {
  added: readonly string[]
  removed: readonly string[]
  moved: readonly { code: string; from: number; to: number }[]
}

/** The difference from the saved list to the present one; places count from 1. */
export function differenceOf(saved: readonly string[], mine: readonly string[]): Difference {
  const places = new Map(saved.map((code, place) => [code, place + 1]))
  const added = mine.filter((code) => !places.has(code))
  const removed = saved.filter((code) => !mine.includes(code))
  const moved = mine.flatMap((code, place) => {
    const from = places.get(code)
    return from === undefined || from === place + 1 ? [] : [{ code, from, to: place + 1 }]
  })
  return { added, removed, moved }
}

/** A list with fewer choices than this within last round's reach is called short. */
const enoughInReach = 3

/** A list's prospects for a merit number. */
export type Outlook = {
  /**
   * Choices whose last round closed at this candidate's number or a larger one; null before the first published round.
   */
  inReach: number | null
  /** Seats of the list that this candidate could use. */
  seats: number
  isShort: boolean
}

/**
 * Is the list short for the merit number? After a published round: fewer than three of its choices would have been
 * within reach. Before the first: it has fewer seats than the merit number, so that candidates ahead could take them
 * all. A list of everything on offer is never called short. Source: rules §8.5.
 */
export function outlookOf(facts: {
  meritNumber: number
  count: number
  offered: number
  seats: number
  inReach: number | null
}): Outlook {
  const { meritNumber, count, offered, seats, inReach } = facts
  const isShort = inReach === null ? seats < meritNumber : inReach < enoughInReach
  return { inReach, seats, isShort: count < offered && isShort }
}
