import { type FieldFault, ok, type Result, refuse } from '../kernel/result'
import type { Instant } from '../kernel/time'
import type { CapRound } from './cap-rounds'
import { inLatinDigits } from './person'
import { type Activity, isOpen } from './schedule'
import { isChoiceCode, isWaiverCode } from './seat-types'

/** A list holds at most so many choices. Source: decisions §8. */
export const maxChoices = 300

/** What the rules of an option form look at. */
export type OptionFormFacts = {
  /** A number in the State or the All India list of the final merit edition in force. */
  hasMeritNumber: boolean
  /** How many choices are saved. */
  count: number
  confirmedAt: Instant | null
}

type Window = Pick<Activity, 'opensAt' | 'closesAt'> | null

/** Is this round's list taken at `at`? `window`: the round's activity of the schedule. Source: decisions §8, §12. */
function inTime(facts: OptionFormFacts, window: Window, at: Instant): Result<undefined> {
  if (!facts.hasMeritNumber) return refuse('options-without-merit', 403)
  if (!window || at < window.opensAt) return refuse('options-not-yet', 422)
  if (!isOpen(window, at)) return refuse('option-form-closed', 422)
  return ok()
}

/** May the list be changed at `at`? A confirmed one only after it is unlocked. */
export function mayChangeOptions(facts: OptionFormFacts, window: Window, at: Instant): Result<undefined> {
  const timely = inTime(facts, window, at)
  if (!timely.ok) return timely
  return facts.confirmedAt === null ? ok() : refuse('options-locked', 423)
}

/** May the list be confirmed at `at`? Only a confirmed one counts. */
export function mayConfirmOptions(facts: OptionFormFacts, window: Window, at: Instant): Result<undefined> {
  const timely = inTime(facts, window, at)
  if (!timely.ok) return timely
  if (facts.confirmedAt !== null) return refuse('options-confirmed', 409)
  return facts.count ? ok() : refuse('options-empty', 422)
}

/** May the confirmation be taken back at `at`? */
export function mayUnlockOptions(facts: OptionFormFacts, window: Window, at: Instant): Result<undefined> {
  const timely = inTime(facts, window, at)
  if (!timely.ok) return timely
  return facts.confirmedAt === null ? refuse('options-not-confirmed', 409) : ok()
}

/** What may be chosen. `isOffered`: the choice code stands in the seat matrix in force. */
export type Offer = { isOffered(code: string): boolean; isTfws: boolean }

/**
 * What is wrong with a list: too long, a code twice, a code that is not offered (never was, or is withdrawn), a code of
 * the tuition fee waiver without that claim. One fault for each choice, in their order. Source: decisions §8.
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

/** A choice code as it was typed or pasted: ` 101110110t ` → `101110110T`. */
export const tidyChoiceCode = (typed: string): string => inLatinDigits(typed).replace(/[\s-]/g, '').toUpperCase()

/** A place in the list as it was typed, `3` or `३`; null for what is no place. */
export function typedPlace(typed: string): number | null {
  const digits = inLatinDigits(typed).trim()
  return /^0*[1-9][0-9]{0,3}$/.test(digits) ? Number(digits) : null
}

/** The list with the choice at `from` moved to `to`; places count from 0, and beyond an end means that end. */
export function moved(choices: readonly string[], from: number, to: number): string[] {
  const rest = [...choices]
  rest.splice(Math.max(0, Math.min(to, choices.length - 1)), 0, ...rest.splice(from, 1))
  return rest
}

/** The list with a code put in at `to` (0: first); the end unless told. */
export function inserted(choices: readonly string[], code: string, to = choices.length): string[] {
  const at = Math.max(0, Math.min(to, choices.length))
  return [...choices.slice(0, at), code, ...choices.slice(at)]
}

/**
 * The list by the numbers that were typed beside its choices: those whose number differs from their place are taken out
 * and put in at their numbers, smallest first; the others close up. `numbers`: as typed, 1 for the first place.
 */
export function renumbered(choices: readonly string[], numbers: Readonly<Record<string, number>>): string[] {
  const isMoved = (code: string, place: number) => numbers[code] !== undefined && numbers[code] !== place + 1
  const goers = choices
    .filter(isMoved)
    // Two with one number stay in the order in which they stood.
    .map((code) => ({ code, to: numbers[code]! }))
    .sort((a, b) => a.to - b.to)
  let list: string[] = choices.filter((code, place) => !isMoved(code, place))
  for (const { code, to } of goers) list = inserted(list, code, to - 1)
  return list
}

/** A list of an earlier round taken into this one: what is still offered is added after what is there. Source: decisions §8. */
export function imported(
  choices: readonly string[],
  earlier: readonly string[],
  offer: Offer,
): { choices: string[]; gone: string[] } {
  const may = (code: string) => offer.isOffered(code) && (offer.isTfws || !isWaiverCode(code))
  const added = earlier.filter((code) => may(code) && !choices.includes(code))
  return { choices: [...choices, ...added].slice(0, maxChoices), gone: earlier.filter((code) => !may(code)) }
}

/** What tells two lists apart: what only one of them holds, and what stands at another place. */
export type Difference = {
  added: readonly string[]
  removed: readonly string[]
  moved: readonly { code: string; from: number; to: number }[]
}

/** From the list that is saved to the one at hand; places count from 1. */
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

/** The hours before the end of the window at which an unconfirmed list is reminded of. Source: decisions §8. */
export const reminderHours = [24, 6, 1] as const

/** The reminder whose time it is; after a long silence the latest one alone. Null: none, or it is too late. */
export function optionReminderAt(closesAt: number, now: number): (typeof reminderHours)[number] | null {
  if (now >= closesAt) return null
  return [...reminderHours].reverse().find((hours) => now >= closesAt - hours * 3_600_000) ?? null
}

/**
 * What follows if a choice is allotted: choices up to `freezing` freeze by themselves, of the others the candidate
 * decides, and in the last round every seat is final. Source: decisions §8 "After allotment".
 */
export const consequenceOf = (
  round: CapRound,
  preference: number,
  autoFreezeUpTo: Readonly<Record<CapRound, number>>,
): 'freezes' | 'final' | 'decide' =>
  preference <= autoFreezeUpTo[round] ? 'freezes' : round === 3 ? 'final' : 'decide'

/** Below so many choices that would have been reached last time a list is called short. */
const enoughInReach = 3

/** What a list promises to somebody with a merit number. */
export type Outlook = {
  /** Choices whose last round closed at this candidate's number or a larger one; null where no round was published. */
  inReach: number | null
  /** Seats of the list that this candidate could use. */
  seats: number
  isShort: boolean
}

/**
 * Is the list short for the merit number? After a published round: fewer than three of its choices would have been
 * reached. Before the first one: its seats are fewer than the merit number, so that everybody before them could take
 * all. A list that already holds everything on offer is never called short. Source: decisions §8.
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
