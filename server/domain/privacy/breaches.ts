import { type Language, languages } from '#server/kernel/languages.ts'
import { hours } from '#server/kernel/time.ts'

/**
 * The notices after a breach of personal data, in the order of their clocks. `cert-in`: the report of the incident;
 * `people` and `board`: without delay; `report`: the full report to the Board. Source: rules §13.6.
 */
export const breachNotices = ['cert-in', 'people', 'board', 'report'] as const
export type BreachNotice = (typeof breachNotices)[number]

/** Milliseconds from the moment at which the breach was noticed; null: without delay, so at once. */
const terms: Readonly<Record<BreachNotice, number | null>> = {
  'cert-in': hours(6),
  people: null,
  board: null,
  report: hours(72),
}

/** By when a notice has to be out. */
export const noticeDueAt = (notice: BreachNotice, noticedAt: number): number => noticedAt + (terms[notice] ?? 0)

export const isWithoutDelay = (notice: BreachNotice): boolean => terms[notice] === null

/** The notices of a breach that have not been sent, the earliest due first. */
export const openNotices = (sent: Readonly<Record<BreachNotice, number | null>>, noticedAt: number): BreachNotice[] =>
  breachNotices
    .filter((notice) => sent[notice] === null)
    .sort((one, other) => noticeDueAt(one, noticedAt) - noticeDueAt(other, noticedAt))

/** The parts of what the cell says about a breach, each in both languages. */
export const breachParts = ['what', 'data', 'consequences', 'measures', 'steps'] as const
export type BreachPart = (typeof breachParts)[number]

/** `('what', 'en')` → `whatEn`: the fact in one language. */
export const breachFact = <P extends BreachPart>(part: P, language: Language) =>
  `${part}${language === 'en' ? 'En' : 'Mr'}` as `${P}En` | `${P}Mr`

/** Every fact that may follow after a breach has been recorded. */
export const breachFacts = [
  'people',
  ...breachParts.flatMap((part) => languages.map((one) => breachFact(part, one))),
] as const
