import type { ApplicationSheet } from '#server/domain/application/application-sheet.ts'
import { declarationNow } from '#server/domain/application/declaration.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { isSubmitted, stateOf } from '#server/domain/terms/states.ts'
import type { FormReader } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ApplicationDeps } from './deps'
import { sheetOf } from './sheet'
import { type Snapshot, sealed } from './snapshot'

/** A version as it is listed. `fingerprint`: sha-256 of what was submitted, hexadecimal. */
export type Version = { number: number; submittedAt: Instant; fingerprint: string }

/** Every submitted version, and the whole application in words. Source: rules §3.11. */
export function createVersions({ store }: ApplicationDeps, forms: StepForms) {
  function snapshotOf(candidateId: number): Snapshot {
    const { userId, fullName } = store.owner(candidateId)
    return {
      userId,
      fullName,
      answers: store.answers(candidateId),
      documents: store.documents(candidateId).map(({ kind, hash }) => ({ kind, hash })),
      feePaid: store.paid(candidateId),
      declaration: declarationNow,
    }
  }

  function versions(candidateId: number): Version[] {
    return store.versions(candidateId).map(({ number, submittedAt, fingerprint }) => ({
      number,
      submittedAt: submittedAt as Instant,
      fingerprint,
    }))
  }

  /** Writes the next version; joins the caller's transaction. A version with unchanged content still counts. */
  function record(candidateId: number, now: Instant): Version {
    const content = snapshotOf(candidateId)
    const { snapshot, fingerprint } = sealed(content)
    const claims = claimsOf(content.answers)
    const number = (versions(candidateId)[0]?.number ?? 0) + 1
    store.addVersion({ candidateId, number, submittedAt: now, snapshot, fingerprint })
    store.setClaimed(candidateId, claims)
    return { number, submittedAt: now, fingerprint }
  }

  /** The content of a version; null if there is no such version. */
  function snapshotOfVersion(candidateId: number, number: number): Snapshot | null {
    const row = store.version(candidateId, number)
    return row ? (JSON.parse(row.snapshot) as Snapshot) : null
  }

  return {
    record,

    versionsOf: versions,

    /**
     * A submitted form that its owner may still edit (mode 2, until the centre confirms) gets a version with every edit
     * that leaves nothing open and changes something; joins the caller's transaction.
     */
    keepIfSubmitted(candidateId: number, facts: CandidateFacts, now: Instant): void {
      if (facts.mode !== 2 || !isSubmitted(stateOf(facts)) || facts.reopenedSteps) return
      if (versions(candidateId)[0]?.fingerprint !== sealed(snapshotOf(candidateId)).fingerprint)
        record(candidateId, now)
    },

    snapshotOfVersion,

    /** The current application in words. */
    sheet: (candidateId: number, language: Language, reader: FormReader = 'candidate'): ApplicationSheet =>
      sheetOf(snapshotOf(candidateId), forms, language, reader),

    /** A submitted version in words, or (null) the current application; null if there is no such version. */
    sheetFor(candidateId: number, number: number | null, language: Language): ApplicationSheet | null {
      const content = number === null ? snapshotOf(candidateId) : snapshotOfVersion(candidateId, number)
      return content && sheetOf(content, forms, language)
    },

    /** The answers of the newest version at an instant; null before the first. */
    answersAt(candidateId: number, at: Instant): Answers | null {
      const version = versions(candidateId).find(({ submittedAt }) => submittedAt <= at)
      return version ? (snapshotOfVersion(candidateId, version.number)?.answers ?? null) : null
    },

    /** The sha-256 of a document in a version, or (null) of the current one; null if there is none. */
    documentHash(candidateId: number, kind: string, number: number | null): string | null {
      const content = number === null ? snapshotOf(candidateId) : snapshotOfVersion(candidateId, number)
      return content?.documents.find((document) => document.kind === kind)?.hash ?? null
    },

    /** A submitted version in words, found only for its owner. */
    sheetOfVersion(
      candidateId: number,
      number: number,
      language: Language,
    ): Result<Version & { sheet: ApplicationSheet }> {
      const row = store.version(candidateId, number)
      if (!row) return refuse('unknown-version', 404)
      const sheet = sheetOf(JSON.parse(row.snapshot) as Snapshot, forms, language)
      return ok({ number, submittedAt: row.submittedAt as Instant, fingerprint: row.fingerprint, sheet })
    },
  }
}

export type VersionCases = ReturnType<typeof createVersions>
