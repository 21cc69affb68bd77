import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import type { TextKey } from '#server/i18n/keys.ts'
import type { TextValues } from '#server/i18n/page-text.ts'
import { textOfCode, textOfFault, translate } from '#server/i18n/texts.ts'
import { isLanguage, type Language } from '#server/kernel/languages.ts'
import type { Refusal, Result } from '#server/kernel/result.ts'
import type { Arrivals } from './arrival'
import type { PortalCookies } from './cookies'
import { countRefusal } from './refusals'
import { Refused } from './refused'
import { isSameOrigin } from './same-origin'
import { checkShape, contract } from './shape'

/** The envelope of every success: `{ message, data }`. */
export const answer = (data: TSchema) => Type.Object({ message: Type.String(), data })

/** The envelope of every failure. */
export const failure = Type.Object({
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }))),
  reference: Type.Optional(Type.String()),
})

/** The response schemas of a call: its data, and the one failure shape for every other status. */
export const answers = (data: TSchema, status: 200 | 201 | 202 = 200) => ({
  [status]: answer(data),
  '4xx': failure,
  '5xx': failure,
})

/** For the few GETs of the API's contract that act: HEAD answers 405 there, so that it cannot act. */
export const actsByGet = { exposeHeadRoute: false } as const

/** The body of a POST without data: absent or empty. */
export const nothing = contract({})

/** Checks bodies field by field against their contract and tidies them; refuses with one fault for each bad field. */
export const bodyValidator =
  ({ schema }: { schema: unknown }) =>
  (body: unknown) => {
    const result = checkShape(schema as TObject, body ?? {})
    return result.ok ? { value: result.value } : { error: new Refused(result.refusal) }
  }

/** The language that a caller of the API asks for: the cookie, else the first of `Accept-Language`; undefined for no or another one. */
function askedLanguage(request: FastifyRequest, cookies: PortalCookies | null): Language | undefined {
  const kept = cookies?.language.read(request)
  if (isLanguage(kept)) return kept
  const [, first] = /^\s*(en|mr)\b/i.exec(request.headers['accept-language'] ?? '') ?? []
  return first?.toLowerCase() as Language | undefined
}

/** The language of an API answer: the one asked for, else English. Source: rules §1.3. */
export const apiLanguage = (request: FastifyRequest, cookies: PortalCookies | null): Language =>
  askedLanguage(request, cookies) ?? 'en'

/** A refusal in the shape of the API. */
export function failureOf({ code, params, fields }: Refusal, language: Language) {
  return {
    message: textOfCode(language, 'refusal', code, params),
    code,
    errors: fields?.map((fault) => ({
      field: fault.field,
      code: fault.code,
      message: textOfFault(language, fault),
    })),
  }
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal, language: Language) {
  countRefusal(refusal)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  return reply.code(refusal.status).send(failureOf(refusal, language))
}

/** Tools shared by API routes: the actor, the language, and results as answers. */
export function createApiTools<Actor>({
  cookies,
  byBearer,
  arrivals,
}: {
  cookies: PortalCookies
  byBearer(token: string): Actor | null
  arrivals: Arrivals
}) {
  /**
   * Stored on the request itself: a WeakMap makes each request, and each garbage collection, several times as
   * expensive.
   */
  const key = Symbol('actor')
  type Known = FastifyRequest & { [key]?: Actor }
  const language = (request: FastifyRequest) => apiLanguage(request, cookies)
  return {
    cookies,
    language,
    /** For messages that the call causes; undefined if it names no language of ours. */
    asked: (request: FastifyRequest) => askedLanguage(request, cookies),
    /** For calls with deadlines: `onRequest: [tools.arrivals.note, tools.needsBearer]`. */
    arrivals,

    /** A route's `onRequest`: 401 without a valid bearer token. Cookies never authenticate here. */
    needsBearer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const token = /^Bearer ([\w-]{16,128})$/.exec(request.headers.authorization ?? '')?.[1]
      const actor = token ? byBearer(token) : null
      if (!actor) return void sendRefusal(reply, { code: 'session-expired', status: 401 }, language(request))
      ;(request as Known)[key] = actor
      done()
    },

    /** The caller; for routes behind `needsBearer`. */
    actor(request: FastifyRequest): Actor {
      const actor = (request as Known)[key]
      if (!actor) throw new Error('a route asks for its actor without needsBearer')
      return actor
    },

    send(request: FastifyRequest, reply: FastifyReply, result: Result<unknown>, message: TextKey, values?: TextValues) {
      const spoken = language(request)
      if (!result.ok) return sendRefusal(reply, result.refusal, spoken)
      return reply.send({ message: translate(spoken, message, values), data: result.value ?? null })
    },
  }
}

export type ApiTools<Actor> = ReturnType<typeof createApiTools<Actor>>

/** For a call without a bearer: it is taken from our own pages and from clients that are no browser, not from other sites. */
export const fromNoOtherSite = ({ language }: { language(request: FastifyRequest): Language }) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSameOrigin(request)) return sendRefusal(reply, { code: 'other-site', status: 403 }, language(request))
  },
})
