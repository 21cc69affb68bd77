/** What staff reply to: a certificate that they reject, a grievance, an admission that they object to. */
export const replyKinds = ['certificate', 'grievance', 'objection'] as const
export type ReplyKind = (typeof replyKinds)[number]

/** The longest reply of each kind, in characters. Source: rules §5.8. */
export const replyLength: Readonly<Record<ReplyKind, number>> = { certificate: 300, grievance: 1000, objection: 300 }

/** The reasons that the portal itself offers for a kind, in words of both languages. */
const ofDocument = ['illegible', 'other-document', 'incomplete', 'not-valid', 'differs'] as const
/** What a regional office asks of an institute. */
const ofAdmission = ['original-missing', 'scan-unclear', 'claim-unproved', 'form-differs'] as const
export type ReplyReason = (typeof ofDocument)[number] | (typeof ofAdmission)[number]
export const replyReasons: Readonly<Record<ReplyKind, readonly ReplyReason[]>> = {
  certificate: ofDocument,
  grievance: [],
  objection: ofAdmission,
}
