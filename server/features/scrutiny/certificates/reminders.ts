import { awaitedCertificates, type CertificateKind, certificateKinds } from '#server/domain/scrutiny/certificates.ts'
import type { ReminderSource } from '#server/features/messages/reminders/source.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CertificatesDeps } from './deps'
import type { Entries } from './entries'
import type { Told } from './told'

/** Certificates that candidates said they had applied for, and their due dates. Source: rules §10.9. */
export function createCertificateReminders(
  { store, application, longerTimes }: Pick<CertificatesDeps, 'store' | 'application' | 'longerTimes'>,
  { dues, windowOf }: Entries,
  { words }: Told,
): ReminderSource<'certificates'> {
  const namesOf = (kinds: readonly CertificateKind[]) => kinds.join(' ')

  /** Those of these kinds that the candidate has applied for and that are due at this instant. */
  function dueAt(candidateId: number, about: string, at: Instant): CertificateKind[] {
    const kinds = about.split(' ')
    return awaitedCertificates(application.answers(candidateId)).filter(
      (kind) => kinds.includes(kind) && windowOf(candidateId, kind)?.closesAt === at,
    )
  }

  function missingOf(candidateId: number, about: string, at: Instant): CertificateKind[] {
    const held = store.current(candidateId).filter(({ verdict }) => verdict !== 'rejected')
    return dueAt(candidateId, about, at).filter((kind) => !held.some((row) => row.kind === kind))
  }

  return {
    look: 1000,

    instants(_, now) {
      const general = [...dues()].map(([at, kinds]) => ({ about: namesOf(kinds), at: at as Instant }))
      const all = namesOf(certificateKinds)
      const own = longerTimes(now).map(({ candidateId, until }) => ({ about: all, at: until, only: [candidateId] }))
      return [...general, ...own]
    },

    among: (_, __, range) => store.awaiting(range),

    facts(candidateId, _, { about, at }) {
      const { submittedAt, excludedAt } = application.factsOf(candidateId)
      if (submittedAt === null || excludedAt !== null) return null
      return { missing: missingOf(candidateId, about, at).length, at, since: submittedAt }
    },

    words: (candidateId, _, { about, at }) => ({
      page: 'certificates',
      params: words(candidateId, missingOf(candidateId, about, at)),
    }),
  }
}
