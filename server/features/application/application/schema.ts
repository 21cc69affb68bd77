import Type, { type Static } from 'typebox'
import { questionsOf } from '#server/domain/application/form/asked.ts'
import { steps } from '#server/domain/terms/journey.ts'
import type { Question, StepForm } from '#server/domain/terms/question.ts'
import { contract, field } from '#server/http/shape.ts'
import { stepUpProof } from '#server/http/step-up.ts'

/** Any answer as text; the form decides which questions are asked and which answers are valid. */
const answerOf = ({ kind, maxLength = 200, list, choices }: Question) => {
  const from = list ?? choices?.vocabulary
  return Type.Optional(
    field({
      maxLength,
      tidy: kind === 'mobile' ? 'mobile' : 'text',
      ...(from && { description: `a code of /reference/${from}` }),
    }),
  )
}

/** The body that saves a step through the API: every question that the step may ask, and no others. */
export const stepBody = (form: StepForm) =>
  contract({
    version: Type.Integer({
      minimum: 0,
      description: 'the version that the change is built on; 0 before the first save',
    }),
    values: contract(Object.fromEntries(questionsOf(form).map((question) => [question.name, answerOf(question)]))),
    reopens: Type.Optional(
      Type.Array(Type.Enum(steps), { maxItems: steps.length, description: 'the steps that may be opened again' }),
    ),
  })
export type StepBody = { version: number; values: Record<string, string>; reopens?: string[] }

/** A step of files or money has no answers to overwrite, so its version is accepted but not compared. */
export const proceedBody = contract({ version: Type.Optional(Type.Integer()), values: Type.Optional(contract({})) })

/** The declaration, and the proof that an irreversible act takes. */
export const Submission = contract({
  declaration: Type.Literal(true, { fault: 'declaration' }),
  ...stepUpProof,
})
export type Submission = Static<typeof Submission>

/** The declaration, made again for a form that scrutiny sent back. */
export const Resubmission = contract({
  intent: Type.Literal('resubmit'),
  declaration: Type.Literal(true, { fault: 'declaration' }),
})
export type Resubmission = Static<typeof Resubmission>

/** The new mode of the submitted form. */
export const ModeChange = contract({ mode: Type.Integer({ minimum: 1, maximum: 2 }), ...stepUpProof })
export type ModeChange = Static<typeof ModeChange>

export const Unlocking = contract(stepUpProof)
export type Unlocking = Static<typeof Unlocking>
