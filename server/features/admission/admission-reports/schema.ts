import Type, { type Static } from 'typebox'
import { checkVerdicts } from '#server/domain/admission/tally.ts'
import { regions } from '#server/domain/terms/regions.ts'
import { contract, field } from '#server/http/shape.ts'

/** The table of a report to export. */
export const ReportExport = contract({
  table: Type.Enum(['institutes', 'categories'] as const),
  region: Type.Optional(Type.Enum([...regions])),
})

/** A regional office's verdict on one admission. */
export const AdmissionCheck = contract({
  admission: Type.Integer({ minimum: 1, fault: 'checkVerdict' }),
  verdict: Type.Enum(checkVerdicts, { fault: 'checkVerdict' }),
  reply: Type.Optional(field({ fault: 'replyChoice', maxLength: 20 })),
  reason: Type.Optional(field({ fault: 'checkReason', minLength: 10, maxLength: 300 })),
  agreed: Type.Optional(Type.String({ maxLength: 20 })),
  onward: Type.Optional(Type.Literal(true)),
})
export type AdmissionCheck = Static<typeof AdmissionCheck>

/** An institute's answer to an objection. */
export const ObjectionAnswer = contract({
  intent: Type.Literal('answer-objection'),
  answer: field({ fault: 'objectionAnswer', minLength: 10, maxLength: 500, multiline: true, tidy: 'lines' }),
})

export const ApprovalExport = contract({ institute: Type.String({ maxLength: 16 }) })
