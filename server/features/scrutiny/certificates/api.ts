import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TObject } from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, answers, sendRefusal } from '#server/http/api.ts'
import { checkShape } from '#server/http/shape.ts'
import { acceptFiles, isUpload, noUpload, openUpload, type UploadSpace } from '#server/http/upload.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { CertificateEntry, CertificateFile } from './entries'
import { CertificateForm, MarksForm } from './schema'
import type { Certificates } from './service'

const text = Type.String()
const orNull = <S extends TObject | typeof text>(schema: S) => Type.Union([schema, Type.Null()])
const FileData = Type.Object({
  mediaType: text,
  bytes: Type.Integer(),
  pages: Type.Integer(),
  originalName: text,
  uploadedAt: Type.String({ description: 'ISO 8601' }),
})
const CgpaData = Type.Object({
  status: Type.Enum(['not-wanted', 'wanted', 'uploaded', 'verified', 'rejected']),
  cgpa: orNull(text),
  scale: orNull(text),
  percentage: orNull(text),
  certificate: Type.Optional(FileData),
  remark: Type.Optional(text),
})
const EntryData = Type.Object({
  kind: text,
  status: text,
  dueAt: orNull(text),
  certificate: Type.Optional(FileData),
  remark: Type.Optional(text),
})

const fileData = ({ uploadedAt, ...file }: CertificateFile) => ({
  ...file,
  uploadedAt: new Date(uploadedAt).toISOString(),
})
const entryData = ({ kind, status, dueAt, file, remark }: CertificateEntry) => ({
  kind,
  status,
  dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
  ...(file && { certificate: fileData(file) }),
  ...(remark !== null && { remark }),
})

/** Certificates in the candidate API. Source: rules §15.2, §15.4. */
export function certificatesApi<Asker extends Actor>(
  app: FastifyInstance,
  { certificates, tools, uploads }: { certificates: Certificates; tools: ApiTools<Asker>; uploads: UploadSpace },
) {
  const security = [{ bearer: [] }]
  const own = { onRequest: tools.needsBearer }
  const timely = { onRequest: [tools.arrivals.note, tools.needsBearer] }

  function cgpaData(actor: Asker) {
    const entry = certificates.entries(actor.candidateId).find(({ kind }) => kind === 'cgpa-conversion')
    const stated = entry?.stated ?? certificates.expectedMarks(actor.candidateId)
    const { kind: _, dueAt: __, status = 'not-wanted', ...more } = entry ? entryData(entry) : { kind: '', dueAt: null }
    return {
      status,
      cgpa: stated?.cgpa ?? null,
      scale: stated?.scale ?? null,
      percentage: stated?.percentage ?? null,
      ...more,
    }
  }

  app.get(
    '/uploadcgpacertificate/getCgpaDetails',
    {
      ...own,
      schema: {
        summary: 'The certificate that converts the CGPA into a percentage; before it is there, what the form says',
        security,
        response: answers(CgpaData),
      },
    },
    (request, reply) => tools.send(request, reply, ok(cgpaData(tools.actor(request))), 'http:done'),
  )

  app.get(
    '/certificates',
    {
      ...own,
      schema: {
        summary: 'What is to be handed in beside the form, and what has become of it',
        security,
        response: answers(Type.Object({ dueAt: orNull(text), entries: Type.Array(EntryData) })),
      },
    },
    (request, reply) => {
      const dueAt = certificates.dueAt(tools.actor(request).candidateId)
      const entries = certificates.entries(tools.actor(request).candidateId).map(entryData)
      const data = { dueAt: dueAt === null ? null : new Date(dueAt).toISOString(), entries }
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    form: TObject,
    dataOf: (entry: CertificateEntry) => object,
  ) {
    if (!isUpload(request)) return sendRefusal(reply, noUpload().refusal, tools.language(request))
    const upload = openUpload(request, uploads, tools.actor(request).candidateId)
    try {
      const files = await upload.files('file')
      if (!files.ok) return tools.send(request, reply, files, 'certificates:api.saved')
      const sent = checkShape(form, await upload.fields()) as Result<Record<string, string>>
      if (!sent.ok) return tools.send(request, reply, sent, 'certificates:api.saved')
      const { kind = 'cgpa-conversion', cgpa, scale, percentage } = sent.value
      const stated = cgpa && scale && percentage ? { cgpa, scale, percentage } : null
      const done = await certificates.handIn(
        tools.actor(request).candidateId,
        kind,
        stated,
        files.value,
        tools.arrivals.of(request),
      )
      return tools.send(request, reply.code(201), done.ok ? ok(dataOf(done.value)) : done, 'certificates:api.saved')
    } finally {
      await upload.close()
    }
  }

  // Only this scope reads multipart bodies.
  app.register(async (scope) => {
    await acceptFiles(scope)
    scope.post(
      '/uploadcgpacertificate',
      {
        ...timely,
        config: { besideFiles: MarksForm },
        schema: {
          summary: 'Upload the certificate that converts the CGPA into a percentage',
          description:
            'multipart/form-data: `cgpa`, `scale`, `percentage` as stated on it, and `file` as for `/documents`.',
          security,
          consumes: ['multipart/form-data'],
          response: answers(CgpaData, 201),
        },
      },
      (request, reply) => take(request, reply, MarksForm, () => cgpaData(tools.actor(request))),
    )
    scope.post(
      '/certificates',
      {
        ...timely,
        config: { besideFiles: CertificateForm },
        schema: {
          summary: 'Hand in a certificate that was only applied for when the form was submitted',
          description: 'multipart/form-data: `kind`, and `file` as for `/documents`.',
          security,
          consumes: ['multipart/form-data'],
          response: answers(EntryData, 201),
        },
      },
      (request, reply) => take(request, reply, CertificateForm, entryData),
    )
  })
}
