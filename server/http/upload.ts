import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ok, type Result, refuse } from '../kernel/result'
import { seconds } from '../kernel/time'
import { Refused } from './refused'

/** The largest file that is taken in. "Nobody is turned away for a large file under 10 MB." Source: decisions §3. */
export const maxFileBytes = 10 * 1024 * 1024
/** Photographs of one document that are sent together. */
export const maxFiles = 10
/** An upload that stands still for so long is given up. */
export const maxIdle = seconds(30)

/** A file as it came: in a file of its own on the disk, which goes when its request is answered. */
export type UploadedFile = {
  /** The name of its field. */
  field: string
  path: string
  bytes: number
  /** More came than `maxFileBytes`; what is at `path` is its beginning. */
  isTooLarge: boolean
  /** As the device names it; never trusted. */
  originalName: string
}

/** Where uploads go while they come in. */
export type UploadSpace = {
  receive(chunks: AsyncIterable<Buffer>): Promise<Result<{ path: string; bytes: number }>>
  remove(received: { path: string; bytes: number }): Promise<void>
}

/** Lets the routes of a scope take files. Everywhere else a multipart body is refused with 415. */
export async function acceptFiles(scope: FastifyInstance): Promise<void> {
  scope.addHook('onRequest', async ({ headers }) => {
    if (Number(headers['content-length'] ?? 0) > (maxFiles + 1) * maxFileBytes)
      throw new Refused({ code: 'too-large', status: 413 })
  })
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: maxFileBytes,
      files: maxFiles,
      fields: 20,
      parts: maxFiles + 20,
      fieldSize: 4096,
      headerPairs: 20,
    },
  })
}

export const isUpload = (request: FastifyRequest): boolean => request.isMultipart?.() === true

/**
 * A multipart body, read as it comes: `fields` up to the first file (a page's `_csrf` stands before it), `files` the
 * rest. `close` ends it however far it got, and removes what was received.
 */
export function openUpload(request: FastifyRequest, space: UploadSpace) {
  const fields: Record<string, string> = Object.create(null)
  const received: UploadedFile[] = []
  const parts = request.parts()
  let first: MultipartFile | undefined
  let isEnded = false

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
    const kept = await space.receive(arriving(part.file))
    if (!kept.ok) return kept
    // An empty file field still sends a part without a name.
    if (!part.filename && kept.value.bytes === 0) {
      await space.remove(kept.value)
      return ok()
    }
    const isTooLarge = part.file.truncated
    received.push({ field: part.fieldname, ...kept.value, isTooLarge, originalName: part.filename ?? '' })
    return ok()
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
     * Every file of the body, and with them the fields that came after the first one. `field`: the one in which they
     * stand; a file of another name is refused as an unknown field.
     */
    async files(field?: string): Promise<Result<readonly UploadedFile[]>> {
      await this.fields()
      for (let part = first ?? null; part && !isEnded; part = await nextFile()) {
        if (field !== undefined && part.fieldname !== field) {
          const fields = [{ field: part.fieldname.slice(0, 60), code: 'unknown-field' }]
          return refuse('malformed', 400, { fields })
        }
        const taken = await take(part)
        if (!taken.ok) return taken
      }
      isEnded = true
      return ok(received)
    },

    async close(): Promise<void> {
      // What was not asked for is read and forgotten, so that the answer reaches a browser that is still sending.
      if (!isEnded) {
        request.raw.unpipe()
        request.raw.resume()
      }
      for (const file of received) await space.remove(file)
    },
  }
}

export type Upload = ReturnType<typeof openUpload>

/** What comes of a part, as it comes. A part that breaks off, or stands still for longer than `patience` (milliseconds), is the sender's fault: 400. */
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

/** What a form without files is told where files are needed. */
export const noUpload = () => refuse('wrong-media-type', 415)
