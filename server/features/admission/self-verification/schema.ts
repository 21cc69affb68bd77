import Type, { type Static } from 'typebox'
import type { SaidBesidePapers } from '#server/domain/admission/papers.ts'
import {
  rightQuestions,
  type Said,
  type VerifiedFact,
  verificationAnswers,
  verifiedFacts,
} from '#server/domain/admission/self-verification.ts'
import { fileKinds } from '#server/domain/application/document-rules.ts'
import { contract, field } from '#server/http/shape.ts'
import { ignoredProof, stepUpProof } from '#server/http/step-up.ts'

const answer = Type.Optional(Type.Enum([...verificationAnswers], { fault: 'verification' }))
/** A rule checks each value by its own question; the bound only limits the body. */
const right = Type.Optional(field({ maxLength: 200 }))
const propertiesOf = <S>(names: readonly string[], schema: S, prefix = '') =>
  Object.fromEntries(names.map((name) => [prefix + name, schema])) as Record<string, S>

const factAnswers = Type.Object(propertiesOf(verifiedFacts, answer), { additionalProperties: false })
const rightValues = Type.Object(propertiesOf(rightQuestions, right), { additionalProperties: false })

/**
 * A whole verification. `facts`: `correct` or `incorrect` for each fact; a fact that does not apply may be absent.
 * `right`: the right values of the incorrect facts, by question.
 */
export const SelfVerificationInput = contract({ facts: factAnswers, right: Type.Optional(rightValues), ...stepUpProof })
export type SelfVerificationInput = Static<typeof SelfVerificationInput>

/**
 * The same from a page, which asks by paper and whose forms have no nested fields: `paper-<paper>`, `wrong-<fact>` if it is
 * not all correct, and `right-<question>`. `rest`: the papers without an answer are correct.
 */
const pageFields = {
  ...propertiesOf([...fileKinds, 'none', 'others'], answer, 'paper-'),
  ...propertiesOf(verifiedFacts, Type.Optional(Type.Enum(['true'])), 'wrong-'),
  ...propertiesOf(rightQuestions, right, 'right-'),
  rest: Type.Optional(Type.Enum(['correct'])),
}
const intent = Type.Optional(Type.String({ maxLength: 20 }))
/** Answers on their way to an OTP. */
export const VerificationAnswers = contract({
  ...pageFields,
  intent,
  again: intent,
  /** The OTP that was sent before is at hand: none is sent. */
  typed: intent,
  ...ignoredProof,
})
export const ProvedVerification = contract({ ...pageFields, intent, ...stepUpProof })

/** What a page's form says beside the papers. */
export function saidInForm(form: Readonly<Record<string, unknown>>): SaidBesidePapers & Pick<Said, 'right'> {
  const named = (prefix: string, names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => (form[prefix + name] === undefined ? [] : [[name, form[prefix + name]]])),
    ) as Record<string, string>
  return {
    answers: named('paper-', [...fileKinds, 'none', 'others']) as SaidBesidePapers['answers'],
    wrong: new Set(Object.keys(named('wrong-', verifiedFacts)) as VerifiedFact[]),
    isRestCorrect: form.rest === 'correct',
    right: named('right-', rightQuestions),
  }
}

/** What a call of the API says. */
export const saidInCall = ({ facts, right: values = {} }: SelfVerificationInput): Said => ({
  answers: facts as Partial<Record<VerifiedFact, 'correct' | 'incorrect'>>,
  right: values as Record<string, string>,
})

const text = Type.String()
const moment = Type.String({ description: 'ISO 8601' })
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const VerificationData = Type.Object({
  round: Type.Integer(),
  verifiedAt: orNull(moment),
  refused: orNull(Type.Object({ code: text, message: text }, { description: 'why it cannot be submitted now' })),
  facts: Type.Array(
    Type.Object({
      fact: Type.Enum([...verifiedFacts]),
      label: text,
      value: text,
      applies: Type.Boolean({ description: 'false: preset to correct' }),
      hasBenefit: Type.Boolean({ description: 'a mistake in it raises a grievance' }),
      isName: Type.Boolean({ description: 'a mistake beyond its spelling raises a grievance, too' }),
      documents: Type.Array(text),
      questions: Type.Array(
        Type.Object({
          name: text,
          kind: text,
          label: text,
          value: text,
          isRequired: Type.Boolean(),
          options: Type.Array(Type.Object({ value: text, label: text })),
          maxLength: orNull(Type.Integer()),
        }),
      ),
    }),
  ),
})

export const VerifiedData = Type.Object({
  round: Type.Integer(),
  corrected: Type.Array(Type.Enum([...verifiedFacts])),
  grievance: orNull(Type.String({ description: 'its number; the seat can be accepted when it is decided' })),
})
