import { open } from 'node:fs/promises'
import { type ContentType, contentTypeOf, tellingBytes } from '#server/domain/application/content-type.ts'

/** The type of a file by its first bytes. */
export async function sniff(path: string): Promise<ContentType> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(tellingBytes), 0, tellingBytes, 0)
    return contentTypeOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
