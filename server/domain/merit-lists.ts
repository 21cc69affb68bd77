import { ok, type Result, refuse } from '../kernel/result'
import type { Instant } from '../kernel/time'
import type { CandidatureType } from './application-form/claims'

/** The lists that one ranking makes: types A–E, everybody, migrants from Jammu and Kashmir. Source: decisions §7. */
export const meritLists = ['state', 'all-india', 'jk'] as const
export type MeritList = (typeof meritLists)[number]

/** First the provisional list, against which a grievance may be filed; then the final one. */
export const meritStages = ['provisional', 'final'] as const
export type MeritStage = (typeof meritStages)[number]

export const isMeritList = (text: unknown): text is MeritList => (meritLists as readonly unknown[]).includes(text)
export const isMeritStage = (text: unknown): text is MeritStage => (meritStages as readonly unknown[]).includes(text)

/** Where an edition stands. `preparing`: it is being ranked and written down, and nothing but its progress is known. */
export const editionStates = ['preparing', 'prepared', 'released', 'published', 'discarded'] as const
export type EditionState = (typeof editionStates)[number]

/** The activity of the schedule at whose opening a stage is published. */
export const meritActivity = (stage: MeritStage) => `${stage}-merit` as const

/** The lists in which somebody of this type stands. */
export function listsOf(type: CandidatureType): readonly MeritList[] {
  if (type === 'OMS') return ['all-india']
  return type.startsWith('J-') ? ['jk', 'all-india'] : ['state', 'all-india']
}

type EditionFacts = { stage: MeritStage; state: EditionState }

const has = (editions: readonly EditionFacts[], of: MeritStage, ...states: EditionState[]) =>
  editions.some(({ stage, state }) => stage === of && states.includes(state))

/** Is nothing of a stage published any more? The provisional list is not corrected once the final one is out. */
export const isOver = (stage: MeritStage, editions: readonly EditionFacts[]): boolean =>
  stage === 'provisional' && has(editions, 'final', 'published')

/**
 * May another edition of a stage be prepared? One at a time of each stage; the final list follows a published provisional
 * one, which is not corrected any more once the final list is out; a correction says why. Source: decisions §7.
 */
export function mayPrepare(
  stage: MeritStage,
  reason: string | null,
  editions: readonly EditionFacts[],
): Result<undefined> {
  if (has(editions, stage, 'preparing', 'prepared', 'released')) return refuse('merit-in-hand', 409)
  if (stage === 'final' && !has(editions, 'provisional', 'published')) return refuse('merit-provisional-first', 409)
  if (isOver(stage, editions)) return refuse('merit-final-is-out', 409)
  return has(editions, stage, 'published') && reason === null
    ? refuse('check-answers', 422, { fields: [{ field: 'reason', code: 'meritReason.required' }] })
    : ok()
}

/**
 * When a released edition is published: at the schedule's instant, as the schedule stands now, or at once where that has
 * passed. Null: the schedule does not say. Source: decisions §7, §12.
 */
export const publicationAt = (opensAt: Instant | number | undefined, releasedAt: number): Instant | null =>
  opensAt === undefined ? null : (Math.max(opensAt, releasedAt) as Instant)
