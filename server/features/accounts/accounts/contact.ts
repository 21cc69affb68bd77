import { maskEmail, maskNumber } from '#server/domain/site/contact.ts'
import { inPortalTime } from '#server/kernel/time.ts'
import type { AccountsDeps } from './deps'
import type { CandidateRow, SessionActor } from './store'

type ContactView = {
  mobile: string
  email: string
  isEmailVerified: boolean
  isOnWhatsapp: boolean
  hasPassword: boolean
  pendingMobile: { mobile: string; takesEffectAt: number } | null
}

/** What an account holds of its candidate: name, number, address and language. */
export function createContact({ store, clock }: Pick<AccountsDeps, 'store' | 'clock'>) {
  return {
    contact(actor: Pick<SessionActor, 'candidateId'>): ContactView {
      const { mobile, email, newMobile, takesEffectAt, ...facts } = store.contact(actor.candidateId)!
      // Numbers change by the machine's clock.
      const pending = takesEffectAt && { takesEffectAt: inPortalTime(takesEffectAt, clock) }
      return {
        mobile: maskNumber(mobile),
        email: maskEmail(email),
        isEmailVerified: facts.emailVerifiedAt !== null,
        isOnWhatsapp: facts.whatsappOptedInAt !== null,
        hasPassword: facts.hasPassword === 1,
        pendingMobile: newMobile && pending ? { mobile: maskNumber(newMobile), ...pending } : null,
      }
    },

    /** What the account holds, unmasked, for its owner. */
    account(candidateId: number): Pick<CandidateRow, 'fullName' | 'userId' | 'email' | 'mobile' | 'createdAt'> {
      const { fullName, userId, email, mobile, createdAt } = store.candidate(candidateId)!
      return { fullName, userId, email, mobile, createdAt }
    },

    fullName: (actor: SessionActor): string => store.candidate(actor.candidateId)!.fullName,

    /** Corrects the full name where scrutiny found the registered one wrong. */
    rename(candidateId: number, fullName: string): void {
      store.updateCandidate(candidateId, { fullName })
    },

    setLanguage(actor: SessionActor, language: CandidateRow['language']): void {
      store.updateCandidate(actor.candidateId, { language })
    },
  }
}
