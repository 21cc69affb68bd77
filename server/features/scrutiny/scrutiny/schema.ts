import Type, { type Static } from 'typebox'
import { discrepancyReasons, type ScrutinyFact } from '#server/domain/scrutiny/scrutiny.ts'
import { namePattern } from '#server/domain/terms/person.ts'
import { contract, day, field } from '#server/http/shape.ts'

/** The verdicts on these facts, under their names in the desk's form. */
export const verdictForm = (facts: readonly ScrutinyFact[]) =>
  contract(
    Object.fromEntries(
      facts.flatMap(({ name, documents }) => [
        [`verdict-${name}`, Type.Optional(Type.Enum(['accepted', 'discrepancy'], { fault: 'scrutinyVerdict' }))],
        [`reason-${name}`, Type.Optional(Type.Enum([...discrepancyReasons], { fault: 'scrutinyReason' }))],
        ...(documents.length > 1
          ? [[`document-${name}`, Type.Optional(Type.Enum([...documents], { fault: 'scrutinyDocument' }))] as const]
          : []),
        [`expected-${name}`, Type.Optional(field({ fault: 'scrutinyExpected', maxLength: 300 }))],
        [`found-${name}`, Type.Optional(field({ fault: 'scrutinyFound', maxLength: 300 }))],
      ]),
    ),
  )

/** The name as on the candidate's marksheet, if scrutiny found it wrong. */
export const NameCorrection = contract({
  intent: Type.Optional(Type.String()),
  fullName: field({ fault: 'fullName', minLength: 2, maxLength: 100, pattern: namePattern, tidy: 'name' }),
})
export type NameCorrection = Static<typeof NameCorrection>

export const StepOfDiscrepancies = contract({ step: Type.Integer({ minimum: 0, maximum: 8 }) })
export type StepOfDiscrepancies = Static<typeof StepOfDiscrepancies>

const officer = field({ fault: 'scrutinyOfficer', maxLength: 12, pattern: '^[0-9]{1,12}$' })

/** Forms by their Application IDs, separated by anything but letters and digits, and the officer who gets them. */
export const ReassignForm = contract({
  intent: Type.Enum(['reassign']),
  userIds: field({ fault: 'scrutinyForms', minLength: 1, maxLength: 6000 }),
  officer,
})
export type ReassignForm = Static<typeof ReassignForm>

const leaveDay = day('leaveDay')

/** The days on which an officer is away. */
export const LeaveForm = contract({
  intent: Type.Enum(['leave']),
  absent: officer,
  firstDay: leaveDay,
  lastDay: leaveDay,
})
export type LeaveForm = Static<typeof LeaveForm>

export const LeaveEnd = contract({
  intent: Type.Enum(['end-leave']),
  leave: field({ fault: 'leave', maxLength: 12, pattern: '^[0-9]{1,12}$' }),
})
