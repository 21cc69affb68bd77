import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, answer, answers, failure, sendRefusal } from '#server/http/api.ts'
import { sendFile } from '#server/http/send-file.ts'
import { checkShape } from '#server/http/shape.ts'
import { acceptFiles, isUpload, noUpload, openUpload, type UploadSpace } from '#server/http/upload.ts'
import { ok } from '#server/kernel/result.ts'
import { DocumentUpload } from './schema'
import type { DocumentSummary, Documents } from './service'

const nullable = <S extends ReturnType<typeof Type.Object>>(schema: S) => Type.Union([schema, Type.Null()])

const DocumentData = Type.Object({
  name: Type.String(),
  mediaType: Type.String(),
  bytes: Type.Integer(),
  pages: Type.Integer(),
  originalName: Type.String(),
  sameAs: Type.Array(Type.String(), { description: 'Other documents that are the same file, byte for byte' }),
  uploadedAt: Type.String({ description: 'ISO 8601' }),
})
const DocumentsData = Type.Object({
  pictures: Type.Array(Type.Object({ kind: Type.String(), document: nullable(DocumentData) })),
  entries: Type.Array(
    Type.Object({
      kind: Type.String(),
      because: Type.String(),
      basis: Type.Enum(['mandatory', 'claim']),
      document: nullable(DocumentData),
    }),
  ),
  notAskedFor: Type.Array(DocumentData),
})
const file = { schema: Type.String({ format: 'binary' }) }
const Name = Type.Object({ name: Type.String() })

const dataOf = ({ uploadedAt, ...document }: DocumentSummary) => ({
  ...document,
  uploadedAt: new Date(uploadedAt).toISOString(),
})
const dataOrNull = (document: DocumentSummary | null) => document && dataOf(document)

/** The documents part of the candidate API. Source: rules §15.4. */
export function documentsApi<Asker extends Actor>(
  app: FastifyInstance,
  { documents, tools, uploads }: { documents: Documents; tools: ApiTools<Asker>; uploads: UploadSpace },
) {
  const { language, actor } = tools
  const own = { onRequest: tools.needsBearer }
  const timely = { onRequest: [tools.arrivals.note, tools.needsBearer] }
  const security = [{ bearer: [] }]

  async function take(request: FastifyRequest, reply: FastifyReply) {
    if (!isUpload(request)) return sendRefusal(reply, noUpload().refusal, language(request))
    const upload = openUpload(request, uploads, actor(request).candidateId)
    try {
      const files = await upload.files('file')
      if (!files.ok) return tools.send(request, reply, files, 'documents:done.saved')
      const sent = checkShape(DocumentUpload, await upload.fields())
      if (!sent.ok) return sendRefusal(reply, sent.refusal, language(request))
      const put = await documents.put(
        actor(request).candidateId,
        sent.value.kind,
        files.value,
        tools.arrivals.of(request),
      )
      return tools.send(request, reply.code(201), put.ok ? ok(dataOf(put.value)) : put, 'documents:done.saved')
    } finally {
      await upload.close()
    }
  }

  // Only this scope reads multipart bodies.
  app.register(async (scope) => {
    await acceptFiles(scope)
    scope.post(
      '/documents',
      {
        ...timely,
        config: { besideFiles: DocumentUpload },
        schema: {
          summary: 'Uploads a document, photograph or signature; takes the place of the one before',
          description:
            'multipart/form-data: `kind`, and `file` once, or up to ten times for photographs of one document, which become one PDF. PDF up to 2 MB; JPG, PNG or WebP up to 10 MB each.',
          security,
          consumes: ['multipart/form-data'],
          response: answers(DocumentData, 201),
        },
      },
      take,
    )
  })

  app.get(
    '/documents',
    {
      ...own,
      schema: {
        summary: 'What the claims ask for and why, and what has been uploaded',
        security,
        response: answers(DocumentsData),
      },
    },
    (request, reply) => {
      const { pictures, entries, notAskedFor } = documents.list(actor(request).candidateId)
      const data = {
        pictures: pictures.map((picture) => ({ ...picture, document: dataOrNull(picture.document) })),
        entries: entries.map((entry) => ({ ...entry, document: dataOrNull(entry.document) })),
        notAskedFor: notAskedFor.map(dataOf),
      }
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  app.get<{ Params: { name: string } }>(
    '/documents/:name',
    {
      ...own,
      schema: {
        summary: 'One document, as it is kept: JPEG or PDF',
        security,
        params: Name,
        response: {
          200: { description: 'The bytes', content: { 'image/jpeg': file, 'application/pdf': file } },
          '4xx': failure,
          '5xx': failure,
        },
      },
    },
    async (request, reply) => {
      const opened = await documents.open(actor(request).candidateId, request.params.name)
      if (!opened.ok) return sendRefusal(reply, opened.refusal, language(request))
      return sendFile(reply, opened.value)
    },
  )

  app.delete<{ Params: { name: string } }>(
    '/documents/:name',
    {
      ...timely,
      schema: {
        summary: 'Takes a document out of the application, as long as the form can be edited',
        security,
        params: Name,
        response: { 200: answer(Type.Null()), '4xx': failure, '5xx': failure },
      },
    },
    (request, reply) =>
      tools.send(
        request,
        reply,
        documents.remove(actor(request).candidateId, request.params.name, tools.arrivals.of(request)),
        'documents:done.removed',
      ),
  )
}
