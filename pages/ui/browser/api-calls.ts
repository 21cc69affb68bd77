import type { CandidateDetails } from '#server/domain/application/details.ts'
import type { Permissions } from '#server/domain/terms/permissions.ts'

/** The details response: the facts of rules §15.3, and the permissions and the lock that follow from them. */
export type DetailsAnswer = CandidateDetails & { permissions: Permissions; locked: string | null }

type TokenAnswer = { token: string; expiresAt: string }

/**
 * The calls of rules §15.2 that our pages make, by the last part of their path: method, and path below the API's
 * address. Visitors can make an `open` call, so a 401 there concerns the posted data, not the session.
 */
export const apiCalls = {
  smsOnWhatsapp: ['GET', '/candidateLoginController/smsOnWhatsapp'],
  candidateLogin: ['POST', '/candidateLoginController/candidateLogin', 'open'],
  getCandidateDetails: ['POST', '/candidateLoginController/getCandidateDetails'],
  getUserDetails: ['POST', '/candidateLoginController/getUserDetails'],
  sendVerifyEmail: ['POST', '/candidateLoginController/sendVerifyEmail'],
  refreshToken: ['GET', '/refreshToken', 'open'],
} as const satisfies Record<string, readonly ['GET' | 'POST', string, 'open'?]>

/** Further calls of our own pages; `:at` is the subject of the call. */
const ownCalls = {
  optionForm: ['GET', '/option-form/:at'],
  saveOptionForm: ['PUT', '/option-form/:at'],
  starChoice: ['PUT', '/starred-choices/:at'],
} as const satisfies Record<string, readonly ['GET' | 'PUT', string]>

export const everyCall: Readonly<Record<ApiCall, readonly [string, string, 'open'?]>> = { ...apiCalls, ...ownCalls }
export type ApiCall = keyof typeof apiCalls | keyof typeof ownCalls

/** The option form of a round, as the API returns it. */
type OptionFormAnswer = { version: number; savedAt: string | null; choices: string[] }

/** The `data` of each call, typed where the client reads it. */
export type ApiData = {
  [C in ApiCall]: C extends 'getCandidateDetails' | 'getUserDetails'
    ? DetailsAnswer
    : C extends 'candidateLogin' | 'refreshToken'
      ? TokenAnswer
      : C extends 'optionForm' | 'saveOptionForm'
        ? OptionFormAnswer
        : Record<string, unknown>
}
