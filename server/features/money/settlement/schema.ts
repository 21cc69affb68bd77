import Type, { type Static } from 'typebox'
import { contract, field } from '#server/http/shape.ts'

const fault = 'settlementIntent'

/** The text field sent with a settlement file. */
export const SettlementImport = contract({
  intent: Type.Literal('import', { fault }),
  /** The doubtful values were compared, */
  checked: Type.Optional(Type.Literal(true, { fault: 'importWarnings' })),
  /** which are those of the file with this hash. */
  compared: Type.Optional(field({ fault: 'importWarnings', maxLength: 64, pattern: '^[0-9a-f]{64}$|^$' })),
})

/** Compares the queue with the ledger again: money may have arrived since. */
export const SettlementAgain = contract({ intent: Type.Literal('again', { fault }) })

/** A person's answer to a queued line. */
export const SettlementResolve = contract({
  intent: Type.Literal('resolve', { fault }),
  line: Type.Integer({ minimum: 1, fault }),
  reason: field({ fault: 'settlementReason', minLength: 10, maxLength: 300 }),
})
export type SettlementResolve = Static<typeof SettlementResolve>
