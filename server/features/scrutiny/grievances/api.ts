import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TObject } from 'typebox'
import {
  filedTypes,
  grievanceEntries,
  grievanceStates,
  grievanceSteps,
  grievanceTypes,
} from '#server/domain/scrutiny/grievances.ts'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, answers, failure, sendRefusal } from '#server/http/api.ts'
import { sendFile } from '#server/http/send-file.ts'
import { checkShape, parseForm } from '#server/http/shape.ts'
import { acceptFiles, isUpload, openUpload, type UploadedFile, type UploadSpace } from '#server/http/upload.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import type { Grievance } from './grievance'
import { GrievanceMessage, NewGrievance } from './schema'
import type { Grievances } from './service'

const moment = Type.String({ description: 'ISO 8601' })
const text = Type.String()
const orNull = <S extends ReturnType<typeof Type.String>>(schema: S) => Type.Union([schema, Type.Null()])

const GrievanceData = Type.Object({
  id: Type.Integer(),
  number: text,
  type: Type.Enum([...grievanceTypes]),
  steps: Type.Array(Type.Enum([...grievanceSteps])),
  state: Type.Enum([...grievanceStates]),
  filedAt: moment,
  decidedAt: orNull(moment),
  isReopened: Type.Boolean(),
  thread: Type.Array(
    Type.Object({
      entry: Type.Enum([...grievanceEntries]),
      text,
      at: moment,
      officer: orNull(text),
      files: Type.Array(
        Type.Object({
          id: Type.Integer(),
          mediaType: text,
          bytes: Type.Integer(),
          pages: Type.Integer(),
          originalName: text,
        }),
      ),
    }),
  ),
})

const iso = (at: number) => new Date(at).toISOString()
const dataOf = ({ filedAt, decidedAt, thread, ...grievance }: Grievance): Static<typeof GrievanceData> => ({
  ...grievance,
  filedAt: iso(filedAt),
  decidedAt: decidedAt === null ? null : iso(decidedAt),
  thread: thread.map(({ id: _, at, ...message }) => ({ ...message, at: iso(at) })),
})
const asData = (result: Result<Grievance>) => (result.ok ? ok(dataOf(result.value)) : result)

const Id = Type.Object({ id: text })
const FileId = Type.Object({ id: text, file: text })
/** The number in an address; anything else becomes a number that nobody has. */
const numberIn = (word: string): number => writtenNumber(word) ?? 0

/**
 * The grievances of the candidate API. A body is JSON, or multipart/form-data with the same fields and files.
 * Source: rules §15.4.
 */
export function grievancesApi<Asker extends Actor>(
  app: FastifyInstance,
  { grievances, tools, uploads }: { grievances: Grievances; tools: ApiTools<Asker>; uploads: UploadSpace },
) {
  const { actor, language } = tools
  const own = { onRequest: tools.needsBearer }
  const timely = { onRequest: [tools.arrivals.note, tools.needsBearer] }
  const security = [{ bearer: [] }]

  /** Reads a body of either kind and lets `use` answer, then deletes the received files. */
  async function read<S extends TObject>(
    schema: S,
    request: FastifyRequest,
    reply: FastifyReply,
    use: (input: Static<S>, files: readonly UploadedFile[]) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    if (!isUpload(request)) {
      const input = checkShape(schema, request.body ?? {})
      return input.ok ? use(input.value, []) : sendRefusal(reply, input.refusal, language(request))
    }
    const upload = openUpload(request, uploads, actor(request).candidateId)
    try {
      const files = await upload.files('file')
      if (!files.ok) return sendRefusal(reply, files.refusal, language(request))
      const input = parseForm(schema, await upload.fields())
      if (input.ok) return await use(input.value, files.value)
      // Every fault of the words and of the files at once.
      const faults = await grievances.faultsOf(actor(request).candidateId, files.value)
      const fields = [...(input.refusal.fields ?? []), ...faults]
      return sendRefusal(reply, { ...input.refusal, fields }, language(request))
    } finally {
      await upload.close()
    }
  }

  const consumes = ['application/json', 'multipart/form-data']

  // Only this scope reads multipart bodies.
  app.register(async (scope) => {
    await acceptFiles(scope)
    scope.post(
      '/grievances',
      {
        ...timely,
        schema: {
          summary: 'Submits a grievance on the provisional merit list; one may be open at a time',
          description: `\`type\` (${filedTypes.join(', ')}), \`text\` of up to 1000 characters, and \`true\` for each step that it names (${grievanceSteps.join(', ')}); as multipart/form-data with up to two files in \`file\`.`,
          security,
          consumes,
          response: answers(GrievanceData, 201),
        },
      },
      (request, reply) =>
        read(NewGrievance, request, reply, async (input, files) => {
          const filed = await grievances.file(actor(request).candidateId, input, files, tools.arrivals.of(request))
          return tools.send(request, reply.code(201), asData(filed), 'grievances:api.filed')
        }),
    )

    scope.post<{ Params: { id: string } }>(
      '/grievances/:id/messages',
      {
        ...timely,
        schema: {
          summary: 'Says more about an open grievance; `reopen` takes a refused one up again, once',
          description: '`text`, `reopen`; as multipart/form-data with up to two files in `file`.',
          security,
          params: Id,
          consumes,
          response: answers(GrievanceData, 201),
        },
      },
      (request, reply) =>
        read(GrievanceMessage, request, reply, async (input, files) => {
          const id = numberIn((request.params as { id: string }).id)
          const said = await grievances.say(actor(request).candidateId, id, input, files, tools.arrivals.of(request))
          return tools.send(request, reply.code(201), asData(said), 'grievances:api.said')
        }),
    )
  })

  app.get(
    '/grievances',
    {
      ...own,
      schema: {
        summary: 'The grievances of the candidate with their threads, oldest first',
        security,
        response: answers(Type.Array(GrievanceData)),
      },
    },
    (request, reply) =>
      tools.send(request, reply, ok(grievances.own(actor(request).candidateId).grievances.map(dataOf)), 'http:done'),
  )

  app.get<{ Params: { id: string } }>(
    '/grievances/:id',
    {
      ...own,
      schema: { summary: 'One grievance with its thread', security, params: Id, response: answers(GrievanceData) },
    },
    (request, reply) =>
      tools.send(
        request,
        reply,
        asData(grievances.find(actor(request).candidateId, numberIn(request.params.id))),
        'http:done',
      ),
  )

  const file = { schema: Type.String({ format: 'binary' }) }
  app.get<{ Params: { id: string; file: string } }>(
    '/grievances/:id/files/:file',
    {
      ...own,
      schema: {
        summary: 'An attachment of a grievance, as it is kept: JPEG or PDF',
        security,
        params: FileId,
        response: {
          200: { description: 'The bytes', content: { 'image/jpeg': file, 'application/pdf': file } },
          '4xx': failure,
          '5xx': failure,
        },
      },
    },
    async (request, reply) => {
      const { id, file: fileId } = request.params
      const found = await grievances.openOwn(actor(request).candidateId, numberIn(id), numberIn(fileId))
      return found
        ? sendFile(reply, found)
        : sendRefusal(reply, { code: 'grievance-unknown', status: 404 }, language(request))
    },
  )
}
