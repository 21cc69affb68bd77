import Type, { type Static } from 'typebox'
import { identityDocuments } from '#server/domain/desk/help-desk.ts'
import { mobilePattern } from '#server/domain/terms/person.ts'
import { contract, field } from '#server/http/shape.ts'

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

/** What came of a call or a visit. */
export const CallNote = contract({
  intent: Type.Literal('note', { fault: 'helpDeskIntent' }),
  callNote: field({ fault: 'callNote', minLength: 3, maxLength: 500, multiline: true, tidy: 'lines' }),
})

/** A message to send again. */
export const Resend = contract({
  intent: Type.Literal('resend', { fault: 'helpDeskIntent' }),
  message: field({ fault: 'resendMessage', maxLength: 12, pattern: '^[1-9][0-9]*$' }),
})

/** Lets a login in again after wrong passwords. */
export const Unlock = contract({ intent: Type.Literal('unlock', { fault: 'helpDeskIntent' }) })
