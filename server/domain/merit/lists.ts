import type { CandidatureType } from '#server/domain/terms/claims.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'

/** The lists made from one ranking: types A–E, everybody, and migrants from Jammu and Kashmir. Source: rules §7.1. */
export const meritLists = ['state', 'all-india', 'jk'] as const
export type MeritList = (typeof meritLists)[number]

/** The provisional list comes first and is open to grievances; the final list follows. */
export const meritStages = ['provisional', 'final'] as const
export type MeritStage = (typeof meritStages)[number]

export const isMeritList = (text: unknown): text is MeritList => (meritLists as readonly unknown[]).includes(text)
export const isMeritStage = (text: unknown): text is MeritStage => (meritStages as readonly unknown[]).includes(text)

/** The activity of the schedule whose opening publishes a stage. */
export const meritActivity = (stage: MeritStage) => `${stage}-merit` as const

/** The lists that include a candidate of this type. */
export function listsOf(type: CandidatureType): readonly MeritList[] {
  if (type === 'OMS') return ['all-india']
  return type.startsWith('J-') ? ['jk', 'all-india'] : ['state', 'all-india']
}

type EditionFacts = { stage: MeritStage; state: ReleaseState }

const has = (editions: readonly EditionFacts[], of: MeritStage, ...states: ReleaseState[]) =>
  editions.some(({ stage, state }) => stage === of && states.includes(state))

/** Has publishing ended for a stage? The provisional list is not corrected once the final one is out. */
export const isOver = (stage: MeritStage, editions: readonly EditionFacts[]): boolean =>
  stage === 'provisional' && has(editions, 'final', 'published')

/**
 * May another edition of a stage be prepared? Only one at a time for each stage; the final list follows a published
 * provisional one, which is not corrected any more once the final list is out; a correction needs a reason.
 * Source: rules §7.2.
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
 * When a released edition is published: at the instant in the current schedule, or at once if that has passed. Null if
 * the schedule gives no date. Source: rules §7.2, §12.3.
 */
export const publicationAt = (opensAt: Instant | number | undefined, releasedAt: number): Instant | null =>
  opensAt === undefined ? null : (Math.max(opensAt, releasedAt) as Instant)
