import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { days } from '#server/kernel/time.ts'
import { timeToReconsider } from './erasure'

/** What a candidate can ask the grievance officer for. Source: rules §13.6. */
export const requestKinds = ['correction', 'erasure', 'nomination', 'complaint'] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestStates = ['open', 'done', 'refused', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

export const requestRules = { maxCharacters: 2000, perDay: 5 } as const

/** When the answer to a request is due. `answerWithin`: days. */
export const dueAt = (filedAt: number, answerWithin: number): number => filedAt + days(answerWithin)

/** When an officer may first erase what a request asks for. */
export const erasableAt = (filedAt: number): number => filedAt + timeToReconsider

export const isErasable = (filedAt: number, now: number): boolean => now >= erasableAt(filedAt)

/** May the officer answer this request so? An erasure waits until the candidate has had time to withdraw it. */
export function mayAnswer(
  request: { kind: RequestKind; state: RequestState; filedAt: number },
  outcome: 'done' | 'refused',
  now: number,
): Result<undefined> {
  if (request.state !== 'open') return refuse('data-request-decided', 409)
  if (request.kind === 'erasure' && outcome === 'done' && !isErasable(request.filedAt, now))
    return refuse('erasure-too-soon', 409)
  return ok()
}
