import type { FileKind } from '#server/domain/application/document-rules.ts'
import { closingOf } from '#server/domain/application/editing.ts'
import { factsToCheck, type ScrutinyFact, type Verdict } from '#server/domain/scrutiny/scrutiny.ts'
import { mayTakeOver } from '#server/domain/scrutiny/workload.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import type { ScrutinyQueue } from '#server/domain/terms/states.ts'
import type { Snapshot } from '#server/features/application/application/snapshot.ts'
import { type Refused, refuse } from '#server/kernel/result.ts'
import { civilDate, type Instant } from '#server/kernel/time.ts'
import type { ScrutinyDeps } from './deps'

/** A form in e-scrutiny, in its newest version. */
export type Form = {
  id: number
  userId: string
  fullName: string
  district: string
  queue: ScrutinyQueue
  version: number
  submittedAt: Instant
}

/**
 * A fact with its verdict so far; null without one. `isChanged`: judged in an earlier version, and changed since. `before`: the
 * verdict on the version before and that version; null if it was not judged then.
 */
export type JudgedFact = {
  fact: ScrutinyFact
  verdict: Verdict | null
  isChanged: boolean
  before: { verdict: Verdict; then: Snapshot; now: Snapshot } | null
}

/** One answer for a form that does not exist and for one that is out of reach. */
export const unknownForm = () => refuse('scrutiny-unknown', 404)

/** Why an officer who does not hold a form cannot decide it: nobody holds it, a colleague does, or it is decided already. */
export function notHeld({ isFree, holder, heldSince }: Pick<Holding, 'isFree' | 'holder' | 'heldSince'>): Refused {
  if (isFree) return refuse('scrutiny-not-held', 409)
  if (holder === null) return refuse('scrutiny-not-waiting', 409)
  return refuse('scrutiny-held-by-other', 409, { params: { holder, since: heldSince ?? 0 } })
}

/** What is known of a form at the desk: who holds it, its facts, and the verdicts so far. */
export function createForms({
  store,
  team,
  clock,
  application,
}: Pick<ScrutinyDeps, 'store' | 'team' | 'clock' | 'application'>) {
  const isAway = (officerId: number) => team.awayOn(civilDate(clock.portal())).includes(officerId)

  /** When the holder of a form picked it up or last saved a decision; 0 if neither is known. */
  const lastTouch = ({ id, version }: Form, heldSince: number | null) =>
    Math.max(heldSince ?? 0, ...store.findings(id, version).map(({ at }) => at))

  return {
    /** A form in e-scrutiny within the officer's reach; null for any other. */
    within(actor: Officer, userId: string): Form | null {
      const candidate = /^[A-Z]{2}[0-9]{8}$/.test(userId) ? store.candidate(userId) : undefined
      if (!candidate) return null
      if (!mayTouch(actor, { centre: null, institute: null, region: regionOf(candidate.district) })) return null
      const queue = store.queueOf(candidate.id)
      const version = application.versionsOf(candidate.id)[0]
      return queue && version
        ? { ...candidate, queue, version: version.number, submittedAt: version.submittedAt }
        : null
    },

    /** An officer keeps a form until it is finished, released, taken over, or their account is closed. */
    holding(actor: Officer, form: Form) {
      const { id, queue } = form
      const now = clock.portal()
      const { officer, holder, heldSince } = store.standing(id)
      const isHeld = queue === 'picked-up' && holder !== null && holder.disabledAt === null
      return {
        officer: officer?.name ?? null,
        holder: isHeld ? holder.name : null,
        isMine: isHeld && holder.id === actor.id,
        isFree: !isHeld && (queue === 'new' || queue === 'resubmitted' || queue === 'picked-up'),
        heldSince: isHeld ? heldSince : null,
        mayTakeOver:
          isHeld && holder.id !== actor.id && mayTakeOver(lastTouch(form, heldSince), isAway(holder.id), now),
      }
    },

    factsOf: (candidateId: number): ScrutinyFact[] => factsToCheck(application.answers(candidateId)),

    /** The verdicts so far; a fact accepted before and unchanged since counts as accepted again. */
    verdictsOf({ id, version }: Pick<Form, 'id' | 'version'>, facts: readonly ScrutinyFact[]): JudgedFact[] {
      const own = store.findings(id, version)
      const before = application.versionsOf(id)[1]?.number
      const earlier = before === undefined ? [] : store.findings(id, before)
      const [now, then] = before ? [version, before].map((number) => application.snapshotOfVersion(id, number)) : []
      return facts.map((fact) => {
        const known = earlier.find((finding) => finding.fact === fact.name)
        const isChanged = !!known && !!now && !!then && contentOf(fact, now) !== contentOf(fact, then)
        const kept = known?.isAccepted && !isChanged ? known : null
        return {
          fact,
          verdict: own.find((finding) => finding.fact === fact.name) ?? kept,
          isChanged,
          before: known && then && now ? { verdict: known, then, now } : null,
        }
      })
    },

    /** When the time for correcting a form sent back now ended; null if it has not. */
    correctionClosedAt(candidateId: number): number | null {
      const now = clock.portal()
      const end = closingOf({ submittedAt: now, lastRevertedAt: now }, application.windowsOf(candidateId))
      return end !== null && end <= now ? end : null
    },
  }
}

export type Forms = ReturnType<typeof createForms>
type Holding = ReturnType<Forms['holding']>

/** The content of a fact in a version, for comparison with another version. */
function contentOf({ name, slug, questions, documents }: ScrutinyFact, form: Snapshot): string {
  const answers =
    name === 'name' ? [form.fullName] : questions.map((question) => slug && form.answers[slug]?.[question])
  return JSON.stringify([answers, form.documents.filter(({ kind }) => documents.includes(kind as FileKind))])
}
