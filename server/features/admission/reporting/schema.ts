import Type, { type Static, type TSchema } from 'typebox'
import type { Original } from '#server/domain/admission/reporting.ts'
import { correctionKinds } from '#server/domain/admission/reporting.ts'
import { factNames } from '#server/domain/scrutiny/scrutiny.ts'
import { contract, day, field, placeCode } from '#server/http/shape.ts'

const reason = field({ fault: 'reportingReason', minLength: 10, maxLength: 500, multiline: true, tidy: 'lines' })

/** The field of a form for one original. */
export const originalField = (kind: string): `original-${string}` => `original-${kind}`

const fault = { fault: 'original' }

/** A tick for each original; where it may still be awaited, a choice. */
const answersTo = (originals: readonly Original[]): Record<string, TSchema> =>
  Object.fromEntries(
    originals.map(({ kind, mayBeAwaited }) => [
      originalField(kind),
      Type.Optional(mayBeAwaited ? Type.Enum(['seen', 'awaited'], fault) : Type.Literal(true, fault)),
    ]),
  )

/** The form in which an institute admits a candidate. */
export const AdmitForm = (originals: readonly Original[]) =>
  contract({ intent: Type.Literal('admit'), ...answersTo(originals) })

/** The form in which an institute asks for an admission to be recorded late, or to be undone. */
export const CorrectionForm = (originals: readonly Original[]) =>
  contract({ intent: Type.Enum(correctionKinds), reason, ...answersTo(originals) })

/** A fact that an original does not support. */
export const ResetForm = contract({
  intent: Type.Literal('reset'),
  fact: Type.Enum(factNames, { fault: 'reportingFact' }),
  reason,
})

export type ResetForm = Static<typeof ResetForm>

/** The decision on a correction. */
export const DecideForm = contract({
  intent: Type.Enum(['release', 'discard'] as const),
  correction: field({ fault: 'correction', maxLength: 9, pattern: '^[1-9][0-9]*$' }),
})

const signedDay = day('reportingDay')
const round = field({ fault: 'reportingRound', maxLength: 1, pattern: '^[1-9]$' })

/** An institute signs its day; `checked`: the list of those not recorded was read, where anybody is on it. */
export const SignForm = contract({
  intent: Type.Literal('sign'),
  round,
  day: signedDay,
  checked: Type.Optional(Type.Literal(true, { fault: 'reportingChecked' })),
})

/** The cell signs a day for an institute that did not. */
export const SignForInstitute = contract({
  intent: Type.Literal('sign-for'),
  round,
  day: signedDay,
  institute: placeCode('reportingInstitute'),
})
