import Type, { type Static } from 'typebox'
import { certificateKinds } from '#server/domain/scrutiny/certificates.ts'
import { contract, field } from '#server/http/shape.ts'

const decimal = (fault: string) => field({ fault, maxLength: 8, tidy: 'number', pattern: '^\\d{1,3}(\\.\\d{1,4})?$' })

/** The text fields sent with a conversion certificate. */
export const MarksForm = contract({
  kind: Type.Optional(Type.Enum(['cgpa-conversion'])),
  cgpa: decimal('cgpa'),
  scale: decimal('cgpaScale'),
  percentage: decimal('cgpaPercentage'),
})

/** The text fields sent with any other certificate, or with the undoing of one. `of`: the instant of that upload, epoch ms. */
export const CertificateForm = contract({
  kind: Type.Enum(certificateKinds.slice(1)),
  intent: Type.Optional(Type.Enum(['undo'])),
  of: Type.Optional(field({ maxLength: 20 })),
})

/** An officer's verdict on a certificate; a rejection gives the reason. */
export const VerdictForm = contract({
  verdict: Type.Enum(['verified', 'rejected'], { fault: 'certificateVerdict' }),
  reply: Type.Optional(field({ fault: 'replyChoice', maxLength: 20 })),
  remark: Type.Optional(field({ fault: 'remark', maxLength: 300, multiline: true, tidy: 'lines' })),
  agreed: Type.Optional(Type.String({ maxLength: 20 })),
  onward: Type.Optional(Type.Literal(true)),
})
export type VerdictForm = Static<typeof VerdictForm>
