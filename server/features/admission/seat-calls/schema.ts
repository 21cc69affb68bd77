import Type from 'typebox'
import { contract, field } from '#server/http/shape.ts'

const number = (fault: string) => field({ fault, maxLength: 12, pattern: '^(0|[1-9][0-9]*)$' })

/** Begins a call. `seen`: the candidate's newest call on the officer's page, 0 if there was none. */
export const CallBegun = contract({
  intent: Type.Literal('call', { fault: 'seatCallIntent' }),
  userId: field({ fault: 'userId', maxLength: 20 }),
  seen: number('seatCall'),
})

/** What came of a call. */
export const CallNoted = contract({
  intent: Type.Literal('note', { fault: 'seatCallIntent' }),
  call: number('seatCall'),
  note: field({ fault: 'seatCallNote', minLength: 2, maxLength: 200 }),
})
