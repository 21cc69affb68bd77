import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

/** The sha-256 of a file's bytes, hexadecimal, read in pieces; synchronous, so only for threads and commands. */
export function fingerprintOf(file: string): string {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(1024 * 1024)
  const handle = openSync(file, 'r')
  try {
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece))
      hash.update(piece.subarray(0, read))
  } finally {
    closeSync(handle)
  }
  return hash.digest('hex')
}
