import type { Clock } from '#server/adapters/clock.ts'
import { noticeVersion, type RecordConsent } from '#server/domain/privacy/purposes.ts'
import type { PrivacyStore } from './store'

/** The record of what candidates agreed to, in which version of the notice, and when. Source: rules §13.6. */
export function createConsents({ store, clock }: { store: PrivacyStore; clock: Pick<Clock, 'portal'> }) {
  const record: RecordConsent = (candidateId, subject, act, language) =>
    store.addConsent({ candidateId, subject, act, version: noticeVersion, language, at: clock.portal() })

  return {
    record,

    /** Every line of the record, newest first. */
    of: (candidateId: number) =>
      store.consents(candidateId).map(({ id, subject, act, version, language, at }) => ({
        id,
        subject,
        act,
        version,
        language,
        at,
      })),

    /** Has the candidate agreed to the notice as it is now? */
    hasRead: (candidateId: number): boolean => store.hasRead(candidateId, noticeVersion),

    /** The candidate confirms the notice as it is now; a second time changes nothing. */
    confirmNotice(candidateId: number, language: 'en' | 'mr'): void {
      if (!this.hasRead(candidateId)) record(candidateId, 'notice', 'given', language)
    },
  }
}

export type Consents = ReturnType<typeof createConsents>
