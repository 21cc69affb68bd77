import { open, readFile } from 'node:fs/promises'
import { contentTypeOf, lengthWithoutBlanks, tellingBytes } from '#server/domain/application/content-type.ts'
import type { Sighted } from '#server/domain/application/file-at-sight.ts'
import type { UploadedFile } from './upload'

/** An uploaded file as its length and its first bytes show it. */
export async function sighted({ path, bytes, isTooLarge }: UploadedFile): Promise<Sighted> {
  const type = contentTypeOf(await beginningOf(path))
  if (isTooLarge) return { type, bytes: Number.POSITIVE_INFINITY }
  return { type, bytes: type === 'pdf' ? lengthWithoutBlanks(await readFile(path)) : bytes }
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tellingBytes), 0, tellingBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
