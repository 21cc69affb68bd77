import type { Static } from 'typebox'
import { applicationId, birthDay, contract } from '#server/http/shape.ts'

/** The details needed to see a candidate's result without a session. Source: rules §7.4. */
export const LookUp = contract({
  userId: applicationId('lookUpId'),
  birthDate: birthDay('lookUpBirth'),
})
export type LookUp = Static<typeof LookUp>
