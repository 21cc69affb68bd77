import Type, { type Static } from 'typebox'
import { auditActs } from '../../domain/portal/audit'
import { contract, field } from '../../http/shape'

const date = (fault: string) => Type.Optional(field({ fault, maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }))

/** An admin's search of the log. Dates are India's, both included; `before`: the line below which to continue. */
export const AuditSearch = contract({
  act: Type.Optional(Type.Enum(auditActs, { fault: 'auditAct' })),
  actor: Type.Optional(field({ fault: 'auditActor', maxLength: 64, tidy: 'email' })),
  applicationId: Type.Optional(field({ fault: 'auditApplicationId', maxLength: 20, pattern: '^[A-Za-z]{2}[0-9]{8}$' })),
  from: date('auditFrom'),
  until: date('auditUntil'),
  before: Type.Optional(field({ fault: 'auditBefore', maxLength: 12, pattern: '^[1-9][0-9]*$' })),
})
export type AuditSearch = Static<typeof AuditSearch>
