import { faultyFile, type UploadedFile } from '#server/http/upload.ts'
import { type Refused, refuse } from '#server/kernel/result.ts'

/** Refuses a file with the reason, as a fault of the field `file`. */
export const unfit = (code: string, params?: Record<string, string | number>): Refused =>
  refuse('file-refused', 422, { fields: [{ field: 'file', code, params }] })

/** The same refusal, naming the file. `page`: its page, from 1, if several make one document. */
export const inFile = ({ refusal }: Refused, file: UploadedFile, page?: number): Refused => ({
  ok: false,
  refusal: { ...refusal, fields: refusal.fields?.map((fault) => ({ ...fault, file: faultyFile(file, page) })) },
})

/** One refusal with the faults of several. */
export const allOf = ([first, ...others]: readonly [Refused, ...Refused[]]): Refused => ({
  ok: false,
  refusal: { ...first.refusal, fields: [first, ...others].flatMap(({ refusal }) => refusal.fields ?? []) },
})
