import { type Refused, refuse } from '../../kernel/result'

/** Refuses a file with the reason, as a fault of the field `file`. */
export const unfit = (code: string, params?: Record<string, string | number>): Refused =>
  refuse('file-refused', 422, { fields: [{ field: 'file', code, params }] })
