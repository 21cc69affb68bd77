import { claimsOf } from '../../domain/application-form/claims'
import type { StepForms } from '../../domain/application-form/forms'
import type { ApplicationSheet } from '../../domain/application-sheet'
import type { CandidateFacts } from '../../domain/details'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type { Actor, ApplicationDeps } from './deps'
import { sheetOf } from './sheet'
import { type Snapshot, sealed } from './snapshot'

/** A version as it is listed. `fingerprint`: sha-256 of what was submitted, hexadecimal. */
export type Version = { number: number; submittedAt: Instant; fingerprint: string }

/** What was submitted, each time; and the whole application in words. Source: decisions §3. */
export function createVersions({ store }: ApplicationDeps, forms: StepForms) {
  function snapshotOf(candidateId: number): Snapshot {
    const { userId, fullName } = store.contact(candidateId)
    return {
      userId,
      fullName,
      answers: store.answers(candidateId),
      documents: store.documents(candidateId).map(({ kind, hash }) => ({ kind, hash })),
      feePaid: store.paid(candidateId),
    }
  }

  function versions(candidateId: number): Version[] {
    return store.versions(candidateId).map(({ number, submittedAt, fingerprint }) => ({
      number,
      submittedAt: submittedAt as Instant,
      fingerprint,
    }))
  }

  /** Writes the next version; in the caller's transaction. The same content as the last one is still a version. */
  function record(candidateId: number, now: Instant): Version {
    const content = snapshotOf(candidateId)
    const { snapshot, fingerprint } = sealed(content)
    const claims = claimsOf(content.answers)
    const number = (versions(candidateId)[0]?.number ?? 0) + 1
    store.addVersion({ candidateId, number, submittedAt: now, snapshot, fingerprint })
    store.putApplication(candidateId, {
      claimedType: claims?.type ?? null,
      claimedCategory: claims?.category ?? null,
    })
    return { number, submittedAt: now, fingerprint }
  }

  return {
    record,

    versionsOf: (actor: Actor): Version[] => versions(actor.candidateId),

    /**
     * A submitted form that its owner may still edit (mode 2, until the centre confirms) gets a version with every edit
     * that leaves nothing open and changes something; in the caller's transaction.
     */
    keepIfSubmitted(candidateId: number, facts: CandidateFacts, now: Instant): void {
      const { submittedAt, revertedAt, mode, reopenedSteps } = facts
      if (submittedAt === null || revertedAt !== null || mode !== 2 || reopenedSteps) return
      if (versions(candidateId)[0]?.fingerprint !== sealed(snapshotOf(candidateId)).fingerprint)
        record(candidateId, now)
    },

    /** What a version holds; null where there is no such version. */
    snapshotOfVersion(candidateId: number, number: number): Snapshot | null {
      const row = store.version(candidateId, number)
      return row ? (JSON.parse(row.snapshot) as Snapshot) : null
    },

    /** The application as it stands, in words. */
    sheet: (candidateId: number, language: Language): ApplicationSheet =>
      sheetOf(snapshotOf(candidateId), forms, language),

    /** A submitted version in words; nobody's but its owner's is found. */
    sheetOfVersion(actor: Actor, number: number, language: Language): Result<Version & { sheet: ApplicationSheet }> {
      const row = store.version(actor.candidateId, number)
      if (!row) return refuse('unknown-version', 404)
      const sheet = sheetOf(JSON.parse(row.snapshot) as Snapshot, forms, language)
      return ok({ number, submittedAt: row.submittedAt as Instant, fingerprint: row.fingerprint, sheet })
    },
  }
}

export type VersionCases = ReturnType<typeof createVersions>
