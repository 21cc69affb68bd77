import type { Readable } from 'node:stream'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { maxFileBytes, maxFiles } from '#server/domain/application/file-at-sight.ts'
import { shortFileName } from '#server/kernel/file-names.ts'
import { type FaultyFile, ok, type Result, refuse } from '#server/kernel/result.ts'
import { seconds } from '#server/kernel/time.ts'
import { Refused } from './refused'
import { mostBytes } from './unread-bodies'

/** An upload without progress for this long is aborted. */
const maxIdle = seconds(30)

/** An uploaded file, in a temporary file that is removed when its request is answered. */
export type UploadedFile = {
  /** The name of its field. */
  field: string
  /** Its place among the files of this field, from 0. */
  at: number
  path: string
  bytes: number
  /** Longer than its route takes; the file at `path` is only its beginning. */
  isTooLarge: boolean
  /** The name on the device; never trusted. */
  originalName: string
}

/** The space for incoming uploads. */
export type UploadSpace = {
  receive(chunks: AsyncIterable<Buffer>): Promise<Result<{ path: string; bytes: number }>>
  remove(received: { path: string; bytes: number }): Promise<void>
  /**
   * Admits an upload of a candidate (null: of anybody else), or refuses it. Call the returned function at the end with
   * the number of bytes received.
   */
  enter(candidateId: number | null): Result<(bytes: number) => void>
}

/** Lets the routes of a scope accept files up to `fileSize` bytes. All other routes refuse a multipart body with 415. */
export async function acceptFiles(scope: FastifyInstance, fileSize = maxFileBytes): Promise<void> {
  scope.addHook('onRequest', async ({ headers }) => {
    if (Number(headers['content-length'] ?? 0) > mostBytes) throw new Refused({ code: 'too-large', status: 413 })
  })
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize,
      files: maxFiles,
      fields: 20,
      parts: maxFiles + 20,
      fieldSize: 4096,
      headerPairs: 20,
    },
  })
}

/** The name of a file without its path and without characters unsafe for a page. `otherwise`: if nothing is left. */
export const plainFileName = (name: string, otherwise: string): string =>
  shortFileName(
    name
      .replace(/^.*[\\/]/, '')
      .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '')
      .trim(),
    100,
  ) || otherwise

/** Names an uploaded file in a fault. `page`: its page, from 1, if several make one document. */
export const faultyFile = ({ at, originalName }: UploadedFile, page?: number): FaultyFile => ({
  at,
  name: plainFileName(originalName, ''),
  page,
})

export const isUpload = (request: FastifyRequest): boolean => request.isMultipart?.() === true

/**
 * The parts of a multipart body. An unreadable one (no boundary, no end) is the sender's fault: 400. Source: case 89.
 */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts()
  } catch (error) {
    throw Object.assign(error as Error, { statusCode: (error as FastifyError).statusCode ?? 400 })
  }
}

/**
 * Reads a multipart body as it arrives: `fields` up to the first file (a page puts `_csrf` before it), `files` the
 * rest.
 * `close` stops at any point and removes the received files.
 */
export function openUpload(request: FastifyRequest, space: UploadSpace, candidateId: number | null) {
  const fields: Record<string, string> = Object.create(null)
  const received: UploadedFile[] = []
  const parts = partsOf(request)
  let first: MultipartFile | undefined
  let isEnded = false
  let bytes = 0
  let leave: ((bytes: number) => void) | null = null

  /** Reads on to the next file; null at the end. */
  async function nextFile(): Promise<MultipartFile | null> {
    for (;;) {
      const { value: part, done } = await parts.next()
      if (done) return null
      if (part.type === 'file') return part
      if (typeof part.value === 'string' && !part.valueTruncated) fields[part.fieldname] = part.value
    }
  }

  async function take(part: MultipartFile): Promise<Result<undefined>> {
    const kept = await space.receive(counted(arriving(part.file)))
    if (!kept.ok) return kept
    // An empty file field still sends a part without a name.
    if (!part.filename && kept.value.bytes === 0) {
      await space.remove(kept.value)
      return ok()
    }
    const isTooLarge = part.file.truncated
    const field = part.fieldname
    const at = received.filter((file) => file.field === field).length
    received.push({ field, at, ...kept.value, isTooLarge, originalName: part.filename ?? '' })
    return ok()
  }

  /** Reads on to the next file, or refuses what comes after the most that is taken. */
  async function further(): Promise<Result<MultipartFile | null>> {
    try {
      return ok(await nextFile())
    } catch (error) {
      if ((error as FastifyError).code !== 'FST_FILES_LIMIT') throw error
      return refuse('file-refused', 422, {
        fields: [{ field: 'file', code: 'too-many-files', params: { max: maxFiles } }],
      })
    }
  }

  async function* counted(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }

  return {
    async fields(): Promise<Record<string, string>> {
      if (!first && !isEnded) {
        first = (await nextFile()) ?? undefined
        isEnded = !first
      }
      return fields
    },

    /**
     * Every file of the body, and the fields after the first one. `field`: the expected field; a file under another
     * name is refused as an unknown field.
     */
    async files(field?: string): Promise<Result<readonly UploadedFile[]>> {
      await this.fields()
      if (first && !leave) {
        const entered = space.enter(candidateId)
        if (!entered.ok) return entered
        leave = entered.value
      }
      let part = first ?? null
      while (part && !isEnded) {
        if (field !== undefined && part.fieldname !== field) {
          const fields = [{ field: part.fieldname.slice(0, 60), code: 'unknown-field' }]
          return refuse('malformed', 400, { fields })
        }
        const taken = await take(part)
        if (!taken.ok) return taken
        const next = await further()
        if (!next.ok) return next
        part = next.value
      }
      isEnded = true
      return ok(received)
    },

    async close(): Promise<void> {
      leave?.(bytes)
      for (const file of received) await space.remove(file)
    },
  }
}

export type Upload = ReturnType<typeof openUpload>

/**
 * The bytes of a part as they arrive. A part that breaks off, or pauses for longer than `patience` (milliseconds), is
 * the sender's fault: 400.
 */
export async function* arriving(stream: Readable, patience = maxIdle): AsyncIterable<Buffer> {
  const timer = setTimeout(() => stream.destroy(new Error('an upload stood still')), patience)
  try {
    for await (const chunk of stream) {
      timer.refresh()
      yield chunk
      timer.refresh()
    }
  } catch (error) {
    throw Object.assign(error as Error, { statusCode: 400 })
  } finally {
    clearTimeout(timer)
  }
}

/** The refusal for a form without files where files are required. */
export const noUpload = () => refuse('wrong-media-type', 415)
