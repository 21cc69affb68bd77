import type { CandidatureType, Category } from './application-form/claims'
import { isMeritStage, type MeritList, type MeritStage } from './merit-lists'
import type { DecidedBy, MeritCriterion } from './merit-ranking'

/** A line of a published list, as everybody may read it. Source: decisions §7 "Public columns". */
export type MeritLine = {
  meritNumber: number
  userId: string
  fullName: string
  type: CandidatureType
  category: Category
  /** The first criterion, in percent to four places. */
  percentage: string
}

/** A published edition; `number` counts within its stage. Instants are epoch milliseconds. */
export type PublishedEdition = {
  id: number
  stage: MeritStage
  number: number
  /** Why there is another edition; null for the first. */
  reason: string | null
  publishedAt: number
  /** How many stand in each list; a list that nobody stands in is not there. */
  lists: readonly { list: MeritList; count: number }[]
}

/** How an edition is named in addresses: `final-2`. */
export const editionName = ({ stage, number }: Pick<PublishedEdition, 'stage' | 'number'>): string =>
  `${stage}-${number}`

/** What such a name says; null for anything else. */
export function readEditionName(name: string): { stage: MeritStage; number: number } | null {
  const [, stage, number] = /^([a-z]+)-([1-9]\d{0,3})$/.exec(name) ?? []
  return isMeritStage(stage) ? { stage, number: Number(number) } : null
}

/** Lines on a page of a list. */
export const linesOnPage = 50

/** The page of a whole list on which a merit number stands; 1 for the first. */
export const pageOfNumber = (meritNumber: number): number => Math.ceil(meritNumber / linesOnPage)

/** What a search in a list asks for; everything that is named must hold. */
export type MeritQuery = { q?: string; type?: string; category?: string }

/** What was typed, as what it is: a merit number, an Application ID, or words that names begin with. */
export type MeritSought =
  | { kind: 'all' }
  | { kind: 'number'; meritNumber: number }
  | { kind: 'user-id'; userId: string }
  | { kind: 'words'; words: readonly string[] }

const mostWords = 6

/** Signs between words count for nothing; a name of signs alone is sought as words that nobody has. */
export function soughtIn(typed: string): MeritSought {
  const text = typed.normalize('NFC').trim()
  if (text === '') return { kind: 'all' }
  if (/^\d{1,7}$/.test(text)) return { kind: 'number', meritNumber: Number(text) }
  if (/^[a-z]{2}\d{8}$/i.test(text)) return { kind: 'user-id', userId: text.toUpperCase() }
  return { kind: 'words', words: (text.match(/[\p{L}\p{N}\p{Mn}\p{Mc}]+/gu) ?? []).slice(0, mostWords) }
}

/** A neighbour in a list: its number, and what decided between the two. Nothing more of it is told. */
export type Neighbour = { meritNumber: number; decidedBy: DecidedBy }

/** A candidate's own place in one list, and why. Source: decisions §7 "Explain my rank". */
export type MeritPlace = MeritLine & {
  list: MeritList
  /** How many stand in the list. */
  of: number
  /** Null for the first. */
  above: Neighbour | null
  /** Null for the last. */
  below: Neighbour | null
  /** The number in the edition before, or for the first final list in the provisional one; null where there was none. */
  before: number | null
}

/** A candidate's own places in the edition in force of a stage. */
export type MeritStanding = {
  edition: PublishedEdition
  places: readonly MeritPlace[]
  /** What was compared of this candidate, in the order in which it was. */
  compared: readonly Compared[]
}

/** A percentage to four places, as it is shown; of the date of birth the date. */
export type Compared =
  | { criterion: Exclude<MeritCriterion, 'birth-date'>; percentage: string }
  | { criterion: 'birth-date'; date: string }
