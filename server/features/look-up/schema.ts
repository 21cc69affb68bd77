import type { Static } from 'typebox'
import { contract, field } from '../../http/shape'

/** The details needed to see a candidate's result without a session. Source: rules §7.4. */
export const LookUp = contract({
  userId: field({ fault: 'lookUpId', maxLength: 20, pattern: '^[A-Za-z]{2}[0-9]{8}$' }),
  birthDate: field({ fault: 'lookUpBirth', maxLength: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
})
export type LookUp = Static<typeof LookUp>
