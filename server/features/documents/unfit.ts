import { type Refused, refuse } from '../../kernel/result'

/** A file that is not taken, and why: the fault of the field `file`. */
export const unfit = (code: string, params?: Record<string, string | number>): Refused =>
  refuse('file-refused', 422, { fields: [{ field: 'file', code, params }] })
