import type { Static } from 'typebox'
import { birthDay, contract, field } from '../../http/shape'

/** The details needed to see a candidate's result without a session. Source: rules §7.4. */
export const LookUp = contract({
  userId: field({ fault: 'lookUpId', maxLength: 20, pattern: '^[A-Za-z]{2}[0-9]{8}$' }),
  birthDate: birthDay('lookUpBirth'),
})
export type LookUp = Static<typeof LookUp>
