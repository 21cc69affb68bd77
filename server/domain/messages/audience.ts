import type { CandidatureType, Category } from '#server/domain/terms/claims.ts'
import { typedList } from '#server/kernel/typed-text.ts'

/** The stages of an application that a message can address. */
export const audienceStages = ['not-submitted', 'in-scrutiny', 'sent-back', 'confirmed'] as const
type AudienceStage = (typeof audienceStages)[number]

/**
 * Candidates who have something to do, or a seat. `fee-due`: the application or the conversion fee; `options-open`:
 * nothing confirmed in the round whose option form is open; `allotted`: a seat in the newest round; `not-accepted`,
 * `not-reported`: they still owe that for it; `in-play`: they take part in the next round, with a seat that they keep or without
 * one; `listed`: the Application IDs of a pasted list. Source: rules §10.8.
 */
export const audienceSegments = [
  'fee-due',
  'options-open',
  'allotted',
  'not-accepted',
  'not-reported',
  'in-play',
  'listed',
] as const
type AudienceSegment = (typeof audienceSegments)[number]

/**
 * The audience of a message from the cell; null matches everybody. `district`, `institute`: codes; an institute means a
 * seat there in the newest round.
 */
export type Audience = {
  stage: AudienceStage | null
  type: CandidatureType | null
  category: Category | null
  district: string | null
  segment: AudienceSegment | null
  institute: string | null
  /** The candidates of a pasted list, as a JSON array of row numbers. */
  listed: string | null
}

/**
 * An SMS in Latin script has one part; Devanagari takes up to four. `perTick`: told in one piece; `perLook`: looked at
 * for it; `listed`: Application IDs in a pasted list.
 */
export const bulkRules = {
  smsEn: 160,
  smsMr: 268,
  title: 120,
  body: 2000,
  perTick: 300,
  perLook: 1000,
  sample: 5,
  listed: 5000,
} as const

/** `prepared` waits for another person, `scheduled` for its time; the last three are final. */
export const bulkStates = ['prepared', 'scheduled', 'sending', 'sent', 'stopped', 'withdrawn'] as const
export type BulkState = (typeof bulkStates)[number]

/** The Application IDs of a pasted list, in capitals, each once, in their order; whatever separates them. */
export const idsIn = (text: string): string[] => [...new Set(typedList(text))]
