import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, answers } from '#server/http/api.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import { FeedbackForm } from './schema'
import type { BoxMessage, Inbox } from './service'

const text = Type.String()
const moment = Type.String({ description: 'ISO 8601' })
const MessageData = Type.Object({
  id: Type.Integer(),
  subject: text,
  text,
  language: Type.Enum(['en', 'mr']),
  at: moment,
  isRead: Type.Boolean(),
})
const older = Type.Union([Type.Integer(), Type.Null()], { description: 'Pass it as `before` for the next page.' })
const SmsData = Type.Object({
  id: Type.Integer(),
  channel: Type.Enum(['sms', 'whatsapp']),
  to: text,
  text,
  language: Type.Enum(['en', 'mr']),
  state: Type.Enum(['waiting', 'sent', 'refused', 'expired', 'failed', 'stopped']),
  at: moment,
})
const Before = Type.Object({ before: Type.Optional(text) })

/** A line of the SMS and WhatsApp log; secrets are hidden in it. */
type SmsLine = {
  id: number
  channel: 'sms' | 'whatsapp'
  to: string
  text: string
  language: 'en' | 'mr'
  state: 'waiting' | 'sent' | 'refused' | 'expired' | 'failed' | 'stopped'
  at: number
}
type SmsPage = { lines: SmsLine[]; older: number | null }

const dataOf = ({ at, ...message }: BoxMessage) => ({ ...message, at: new Date(at).toISOString() })

/** Message box, SMS log and feedback of the candidate API. Source: rules §15.4. */
export function inboxApi<Asker extends Actor>(
  app: FastifyInstance,
  { inbox, smsLog, tools }: { inbox: Inbox; smsLog(actor: Asker, before?: number): SmsPage; tools: ApiTools<Asker> },
) {
  const { actor } = tools
  const own = { onRequest: tools.needsBearer }
  const security = [{ bearer: [] }]

  app.get<{ Querystring: { before?: string } }>(
    '/messages',
    {
      ...own,
      schema: {
        summary: 'The message box, newest first',
        security,
        querystring: Before,
        response: answers(Type.Object({ messages: Type.Array(MessageData), unread: Type.Integer(), older })),
      },
    },
    (request, reply) => {
      const { messages, ...page } = inbox.page(actor(request), writtenNumber(request.query.before) ?? undefined)
      return tools.send(request, reply, ok({ messages: messages.map(dataOf), ...page }), 'http:done')
    },
  )

  app.get<{ Params: { id: string } }>(
    '/messages/:id',
    {
      ...own,
      schema: {
        summary: 'One message; it counts as read from now on',
        security,
        params: Type.Object({ id: text }),
        response: answers(MessageData),
      },
    },
    (request, reply) => {
      const read = inbox.read(actor(request), writtenNumber(request.params.id) ?? 0)
      const data: Result<unknown> = read.ok ? ok(dataOf(read.value)) : read
      return tools.send(request, reply, data, 'http:done')
    },
  )

  app.get<{ Querystring: { before?: string } }>(
    '/sms',
    {
      ...own,
      schema: {
        summary: 'SMS and WhatsApp messages with their delivery, newest first; OTPs and links are hidden',
        security,
        querystring: Before,
        response: answers(Type.Object({ lines: Type.Array(SmsData), older })),
      },
    },
    (request, reply) => {
      const { lines, ...page } = smsLog(actor(request), writtenNumber(request.query.before) ?? undefined)
      const data = { lines: lines.map(({ at, ...line }) => ({ ...line, at: new Date(at).toISOString() })), ...page }
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  app.post<{ Body: FeedbackForm }>(
    '/feedback',
    {
      ...own,
      schema: { summary: 'A few words on the portal', security, body: FeedbackForm, response: answers(Type.Null()) },
    },
    (request, reply) =>
      tools.send(request, reply, inbox.giveFeedback(actor(request), request.body), 'inbox:api.feedback'),
  )
}
