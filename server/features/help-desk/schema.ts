import Type, { type Static } from 'typebox'
import { mobilePattern } from '../../domain/application/person'
import { identityDocuments } from '../../domain/portal/help-desk'
import { contract, field } from '../../http/shape'

const number = { maxLength: 20, pattern: mobilePattern, tidy: 'mobile' } as const

/** A new number for a lost mobile, typed twice: a wrong digit would hand the account to a stranger. */
export const LostMobile = contract({
  intent: Type.Literal('lost-mobile', { fault: 'helpDeskIntent' }),
  newMobile: field({ fault: 'newMobile', ...number }),
  repeatedMobile: field({ fault: 'repeatedMobile', ...number, sameAs: 'newMobile' }),
  seen: Type.Enum(identityDocuments, { fault: 'identityDocument' }),
  note: field({ fault: 'lostMobileNote', minLength: 10, maxLength: 300 }),
})
export type LostMobile = Static<typeof LostMobile>

export const MobileDecision = contract({
  intent: Type.Enum(['release-mobile', 'refuse-mobile'] as const, { fault: 'helpDeskIntent' }),
  request: field({ fault: 'mobileRequest', maxLength: 12, pattern: '^[1-9][0-9]*$' }),
})
export type MobileDecision = Static<typeof MobileDecision>
