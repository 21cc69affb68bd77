import Type, { type Static } from 'typebox'
import { filedTypes, type GrievanceStep, grievanceRules, grievanceSteps } from '#server/domain/scrutiny/grievances.ts'
import { contract, field } from '#server/http/shape.ts'

const textField = (fault: string) =>
  field({ fault, maxLength: grievanceRules.maxCharacters, multiline: true, tidy: 'lines' })
const message = textField('grievanceMessage')
const tick = Type.Optional(Type.Literal(true))
const stepTicks = Object.fromEntries(grievanceSteps.map((step) => [step, tick])) as Record<GrievanceStep, typeof tick>
const idField = (fault: string) => field({ fault, maxLength: 9, pattern: '^[1-9][0-9]*$' })

/** A new grievance: its subject, the steps it names (a tick for each; a complaint about the process names none), and its text. */
export const NewGrievance = contract({
  type: Type.Enum([...filedTypes, 'process'] as const, { fault: 'grievanceType' }),
  ...stepTicks,
  text: textField('grievanceText'),
})
export type NewGrievance = Static<typeof NewGrievance>

/** A message in a thread; `reopen`: takes up a refused grievance again, once. */
export const GrievanceMessage = contract({ text: message, reopen: tick })
export type GrievanceMessage = Static<typeof GrievanceMessage>

/** The same from a page, which names the grievance in its form. */
export const GrievanceReply = contract({ grievance: idField('grievance'), text: message, reopen: tick })

/**
 * An officer's act on a grievance: answer, refuse, or approve for the ticked steps. A grievance that self-verification
 * raised is approved without steps. The text goes to the candidate.
 */
export const GrievanceAct = contract({
  intent: Type.Enum(['answer', 'refuse', 'approve'] as const, { fault: 'grievanceAct' }),
  ...stepTicks,
  reply: Type.Optional(field({ fault: 'replyChoice', maxLength: 20 })),
  text: Type.Optional(message),
  agreed: Type.Optional(Type.String({ maxLength: 20 })),
  onward: tick,
})
export type GrievanceAct = Static<typeof GrievanceAct>

/** The ticked steps of a form. */
export const tickedSteps = (form: Partial<Record<GrievanceStep, true>>): GrievanceStep[] =>
  grievanceSteps.filter((step) => form[step])
