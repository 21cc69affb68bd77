import Type from 'typebox'
import { contract, day, timeOfDay } from '#server/http/shape.ts'

/** The confirmation of the machine's time, by the time of somebody's own watch in India. */
export const ConfirmTimeForm = contract({
  intent: Type.Literal('confirm-time'),
  watchDate: day('watchDate'),
  watchTime: timeOfDay('watchTime'),
})
