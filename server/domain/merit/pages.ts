import type { CandidatureType, Category } from '#server/domain/terms/claims.ts'
import type { DecidedBy, MeritCriterion } from '#server/domain/terms/criteria.ts'
import { foldedPieces } from '#server/kernel/folded.ts'
import { typedCode } from '#server/kernel/typed-text.ts'
import { isMeritStage, type MeritList, type MeritStage } from './lists'

/** A line of a published list, as shown to everybody. Source: rules §7.3. */
export type MeritLine = {
  meritNumber: number
  userId: string
  fullName: string
  type: CandidatureType
  category: Category
  /** The first criterion, in per cent to four places. */
  percentage: string
}

/** A published edition; `number` counts within its stage. Instants are epoch milliseconds. */
export type PublishedEdition = {
  id: number
  stage: MeritStage
  number: number
  /** The reason for another edition; null for the first. */
  reason: string | null
  publishedAt: number
  /** The number of candidates in each list; empty lists are left out. */
  lists: readonly { list: MeritList; count: number }[]
}

/** The name of an edition in addresses: `final-2`. */
export const editionName = ({ stage, number }: Pick<PublishedEdition, 'stage' | 'number'>): string =>
  `${stage}-${number}`

/** Reads such a name; null for anything else. */
export function readEditionName(name: string): { stage: MeritStage; number: number } | null {
  const [, stage, number] = /^([a-z]+)-([1-9]\d{0,3})$/.exec(name) ?? []
  return isMeritStage(stage) ? { stage, number: Number(number) } : null
}

/** Lines per page of a list. */
export const linesOnPage = 50

/** The page of a whole list that shows a merit number; the first page is 1. */
export const pageOfNumber = (meritNumber: number): number => Math.ceil(meritNumber / linesOnPage)

/** The terms of a search in a list; all of them must match. */
export type MeritQuery = { q?: string; type?: string; category?: string }

/** The typed text as a merit number, an Application ID, or the first letters of names. */
export type MeritSought =
  | { kind: 'all' }
  | { kind: 'number'; meritNumber: number }
  | { kind: 'user-id'; userId: string }
  | { kind: 'words'; words: readonly string[] }

const mostWords = 6

/** Ignores punctuation between words; text of punctuation alone becomes words that match nobody. */
export function soughtIn(typed: string): MeritSought {
  const text = typedCode(typed)
  if (text === '') return { kind: 'all' }
  if (/^\d{1,7}$/.test(text)) return { kind: 'number', meritNumber: Number(text) }
  const userId = text.replace(/[ -]/g, '').toUpperCase()
  if (/^[A-Z]{2}\d{8}$/.test(userId)) return { kind: 'user-id', userId }
  return { kind: 'words', words: foldedPieces(typed).slice(0, mostWords) }
}

/** A neighbour in a list: the number, and the criterion that decided between the two. It reveals nothing else. */
type Neighbour = { meritNumber: number; decidedBy: DecidedBy }

/** A candidate's own place in one list, with the reasons. Source: rules §7.5. */
export type MeritPlace = MeritLine & {
  list: MeritList
  /** The number of candidates in the list. */
  of: number
  /** Null for the first. */
  above: Neighbour | null
  /** Null for the last. */
  below: Neighbour | null
  /** The number in the previous edition (for the first final list: in the provisional one); null if there was none. */
  before: number | null
}

/** A candidate's own places in a stage's edition in force. */
export type MeritStanding = {
  edition: PublishedEdition
  places: readonly MeritPlace[]
  /** The compared values of this candidate, in the order of comparison. */
  compared: readonly Compared[]
}

/** A percentage to four places for display; for the date of birth, the date. */
export type Compared =
  | { criterion: Exclude<MeritCriterion, 'birth-date'>; percentage: string }
  | { criterion: 'birth-date'; date: string }
