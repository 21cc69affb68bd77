import { outageOf, wordsForOutage } from '#server/kernel/outage.ts'

/** A fault of the configuration, an option or a folder, one line each: a command ends with it instead of a stack. */
export class Misconfigured extends Error {}

/** What the system says of a file that a person has named, in words. */
const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not read or change it',
  EPERM: 'this user may not read or change it',
  EISDIR: 'it is a folder and not a file',
  ENOTDIR: 'a part of it is a file and not a folder',
  EEXIST: 'it is there already',
  ENOTEMPTY: 'it is not empty',
}

/** The words of a fault that somebody at a terminal can mend; null for any other one, of which the stack tells more. */
export function faultInWords(error: unknown): string | null {
  if (error instanceof Misconfigured) return error.message
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException
  const fault = fileFaults[code]
  if (fault !== undefined && path !== undefined) return `${path}: ${fault}`
  const outage = outageOf(error)
  return outage && wordsForOutage(outage)
}
