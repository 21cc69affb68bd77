import { type DocumentKind, requiredDocuments } from '#server/domain/application/required-documents.ts'
import { promisedBy } from '#server/domain/scrutiny/certificates.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type CivilDate, civilDate, days, type Instant, ist, plus } from '#server/kernel/time.ts'
import type { OfferState } from './offer'

/**
 * A document whose original the institute looks at. `mayBeAwaited`: a certificate that was only applied for when the
 * form was filled; the institute may note that it is still awaited.
 */
export type Original = { kind: DocumentKind; mayBeAwaited: boolean }

/** The originals to look at before a candidate is admitted, in display order. Source: rules §8.15. */
export function originalsOf(answers: Answers): Original[] {
  const originals = new Map<DocumentKind, Original>()
  for (const { kind } of requiredDocuments(answers)) {
    const promised = promisedBy(kind)
    const original = promised ?? kind
    originals.set(original, { kind: original, mayBeAwaited: promised !== null })
  }
  return [...originals.values()]
}

/** What the institute saw. */
export type SeenOriginals = { seen: readonly DocumentKind[]; awaited: readonly DocumentKind[] }

/** The originals that are neither seen nor rightly awaited; without them nobody is admitted. */
export const missingOriginals = (originals: readonly Original[], { seen, awaited }: SeenOriginals): DocumentKind[] =>
  originals
    .filter(({ kind, mayBeAwaited }) => !seen.includes(kind) && !(mayBeAwaited && awaited.includes(kind)))
    .map(({ kind }) => kind)

/** A day of reporting: what is recorded from its closing on belongs to the next day. */
export type ReportingDay = { day: CivilDate; closesAt: Instant }

/**
 * The days of a round's reporting. Each closes at the hour at which the whole window closes; the last one closes with
 * it. Empty while the schedule gives no closing date. Source: rules §8.14, §8.15.
 */
export function reportingDays(window: { opensAt: number; closesAt: number | null } | undefined): ReportingDay[] {
  if (!window || window.closesAt === null) return []
  const closes = window.closesAt as Instant
  const hour = closes - ist(civilDate(closes))
  const found: ReportingDay[] = []
  for (let start = ist(civilDate(window.opensAt as Instant)); start <= closes; start = plus(start, days(1))) {
    const closesAt = plus(start, hour)
    if (closesAt > window.opensAt) found.push({ day: civilDate(start), closesAt })
  }
  return found
}

/** The days whose closing has passed. */
export const daysOver = (all: readonly ReportingDay[], now: Instant): ReportingDay[] =>
  all.filter(({ closesAt }) => now >= closesAt)

/** The facts that decide if an institute may sign a day. */
type SigningFacts = {
  days: readonly ReportingDay[]
  signed: readonly string[]
  /** Corrections of this institute that wait for a second person. */
  waiting: number
}

/**
 * May an institute sign this day? Once it has closed, and nothing waits for a second person. Signing a day signs every
 * day of the round before it. Source: rules §8.15.
 */
export function maySign(
  day: string,
  { days: all, signed, waiting }: SigningFacts,
  now: Instant,
): Result<ReportingDay[]> {
  const place = all.findIndex((one) => one.day === day)
  const asked = all[place]
  if (!asked) return refuse('reporting-no-day', 404)
  if (now < asked.closesAt) return refuse('reporting-day-open', 409)
  if (signed.includes(day)) return refuse('reporting-day-signed', 409)
  if (waiting > 0) return refuse('reporting-corrections-wait', 409)
  return ok(all.slice(0, place + 1).filter((one) => !signed.includes(one.day)))
}

/** Has an institute signed the whole round? Its last day is signed, as the schedule gives it now. */
export const isSigned = (all: readonly ReportingDay[], signed: readonly string[]): boolean => {
  const last = all[all.length - 1]
  return last !== undefined && signed.includes(last.day)
}

/** What waits for two people after the institute's own act is over. Source: rules §8.15. */
export const correctionKinds = ['record-late', 'undo'] as const
export type CorrectionKind = (typeof correctionKinds)[number]

/**
 * May this correction be prepared or released? `record-late`: the candidate was not recorded in time, and the institute
 * has not signed the round. `undo`: the candidate is admitted.
 */
export function mayCorrect(kind: CorrectionKind, state: OfferState, isRoundSigned: boolean): Result<undefined> {
  if (kind === 'undo') return state === 'admitted' ? ok() : refuse('not-admitted-yet', 409)
  if (state !== 'not-reported') return refuse('not-late', 409)
  return isRoundSigned ? refuse('reporting-day-signed', 409) : ok()
}

/** How an institute's list groups its candidates. */
export const deskGroups = ['to-report', 'admitted', 'not-recorded', 'accepting', 'lost'] as const
export type DeskGroup = (typeof deskGroups)[number]

/** The group of a candidate: expected, admitted, missed, still deciding or holding, or without the seat. */
export function deskGroupOf(state: OfferState): DeskGroup {
  switch (state) {
    case 'to-report':
    case 'admitted':
      return state
    case 'not-reported':
      return 'not-recorded'
    case 'not-accepted':
    case 'ended':
      return 'lost'
    default:
      return 'accepting'
  }
}

/** Does the institute see the facts and documents of this candidate? Only of those who accepted its seat. */
export const showsDocuments = (state: OfferState): boolean =>
  state === 'to-report' || state === 'admitted' || state === 'not-reported' || state === 'held'
