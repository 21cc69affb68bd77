import Type from 'typebox'
import { contract } from '#server/http/shape.ts'

/** The confirmation of the machine's time. `at`: the time that was shown, ms since 1970. */
export const ConfirmTimeForm = contract({
  intent: Type.Literal('confirm-time'),
  at: Type.String({ pattern: '^\\d{1,16}$' }),
})
