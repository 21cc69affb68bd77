import { type Category, type Claims, categories, genders } from '#server/domain/terms/claims.ts'
import { type Counts, noCounts } from '#server/kernel/counts.ts'
import type { Offer, OfferState } from './offer'
import { addToTally, tallyMeasures } from './tally'

/** The stages of a season, in the order of the report; a candidate counts at each one reached. Source: rules §9.8. */
export const seasonStages = [
  'registered',
  'submitted',
  'confirmed',
  'final-merit',
  'options',
  'allotted',
  'accepted',
  'reported',
  'admitted',
  'cancelled',
  'jk-admitted',
] as const
export type SeasonStage = (typeof seasonStages)[number]

/** What the report counts by. `none`: not answered, or no seat. */
export const stageDimensions = ['category', 'gender', 'district', 'type', 'institute'] as const
export type StageDimension = (typeof stageDimensions)[number]
export type StagePlace = Record<StageDimension, string>
export const nowhere = 'none'

/** The numbers of candidates at each stage. */
export type StageCounts = Counts<SeasonStage>

/** What the stages before the seats are read from. */
type StageFacts = {
  isSubmitted: boolean
  isConfirmed: boolean
  isInFinalMerit: boolean
  hasOptions: boolean
  /** Admitted on a seat for J&K migrants, which no round gives. */
  isJkAdmitted: boolean
  /** The newest seat of a round; null without one. */
  seat: { offer: Offer; state: OfferState } | null
}

/** The stages that a candidate has reached. Those of the seat are the report's by institute (rules §9.7). */
export function stagesOf({ seat, ...facts }: StageFacts): SeasonStage[] {
  const tally = noCounts(tallyMeasures)
  if (seat) addToTally(tally, { ...seat, isAwaited: false })
  const reached: Record<SeasonStage, boolean> = {
    registered: true,
    submitted: facts.isSubmitted,
    confirmed: facts.isConfirmed,
    'final-merit': facts.isInFinalMerit,
    options: facts.hasOptions,
    allotted: tally.allotted > 0,
    accepted: tally.accepted > 0,
    reported: tally.reported > 0,
    admitted: tally.admitted > 0,
    cancelled: tally.cancelled > 0,
    'jk-admitted': facts.isJkAdmitted,
  }
  return seasonStages.filter((stage) => reached[stage])
}

/** The lines of the ministry's annual return: those admitted, of all and by group; J&K migrants are in a line of their own only. Source: rules §9.8. */
export const returnLines = ['all', ...categories, 'EWS', 'PwD', 'minority', 'maharashtra', 'outside', 'jk'] as const
export type ReturnLine = (typeof returnLines)[number]
export const returnColumns = [...genders, nowhere] as const
/** The number admitted by gender. */
export type ReturnCounts = Counts<(typeof returnColumns)[number]>

/** The key of the words of a gender in the annual return. */
export const returnColumnKey = (gender: (typeof returnColumns)[number]) =>
  gender === nowhere ? 'reports:stages.none.gender' : (`form:gender.${gender}` as const)

const isCategory = (line: string): line is Category => (categories as readonly string[]).includes(line)

/** The key of the words of a line of the annual return. */
export const returnLineKey = (line: ReturnLine) =>
  isCategory(line) ? (`form:category.${line}` as const) : (`reports:return.${line}` as const)

/** The lines in which somebody whom a round admitted counts. Domicile follows from the type: A to E are of Maharashtra. */
export function linesOf(claims: Claims): ReturnLine[] {
  return [
    'all',
    claims.category,
    ...(claims.isEws ? ['EWS' as const] : []),
    ...(claims.isDisabled ? ['PwD' as const] : []),
    ...(claims.minorities.length ? ['minority' as const] : []),
    ['A', 'B', 'C', 'D', 'E'].includes(claims.type) ? 'maharashtra' : 'outside',
  ]
}
