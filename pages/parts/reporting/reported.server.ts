import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** What the institute has recorded about the candidate, in words; null where reporting does not concern them. */
export function reportedOf({ services, actor, language, t, named }: CandidatePage) {
  const standing = services.reporting.standingOf(actor.candidateId)
  if (!standing) return null
  const words = (at: number | null) => (at === null ? null : formatDateTime(at, language))
  const { kind, institute, round } = standing
  const opensAt = services.notices.activity(roundActivity(round as CapRound, 'reporting'))?.opensAt ?? null
  return {
    kind,
    institute: named(institute),
    at: standing.kind === 'recorded' || standing.kind === 'reset' ? words(standing.at) : null,
    /** When reporting opens; null once it is open. */
    from: opensAt !== null && opensAt > services.clock.portal() ? words(opensAt) : null,
    by: standing.kind === 'recorded' ? null : words(standing.by),
    awaited:
      standing.kind === 'recorded' && standing.awaited.length
        ? standing.awaited.map((name) => t(`documents:kind.${name}`)).join(', ')
        : null,
    fact: standing.kind === 'reset' ? t(`scrutiny:fact.${standing.fact}`) : null,
    reason: standing.kind === 'reset' ? standing.reason : null,
  }
}

export type Reported = NonNullable<ReturnType<typeof reportedOf>>
