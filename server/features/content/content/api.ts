import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import type { NoticeKind } from '#server/domain/site/notices.ts'
import type { ActivityState } from '#server/domain/terms/schedule.ts'
import { answers } from '#server/http/api.ts'
import { sendPublic } from '#server/http/public-answer.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import { inRupees } from '#server/kernel/money.ts'
import type { PublicFile } from './store'

/** Public data from the features that keep it. Times are epoch milliseconds. */
type PublicSource = {
  notices(kind: NoticeKind): readonly { id: number; title: Bilingual; body: Bilingual; publishedAt: number }[]
  schedule(): readonly {
    key: string
    title: Bilingual
    opensAt: number
    closesAt: number | null
    state: ActivityState
  }[]
  undated(): readonly { key: string; title: Bilingual }[]
  changes(): readonly { activity: string; reason: Bilingual; at: number }[]
  centres(): readonly { code: string; name: Bilingual; district: string; region: string; address: Bilingual }[]
  fees(): ApplicationFees & { effectiveAt: number | null }
  files(): readonly PublicFile[]
  /** The absolute path of a public document's bytes. */
  fileAt(id: number): string
}

const instant = Type.String({ format: 'date-time' })
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const words = Type.Array(
  Type.Object({ id: Type.Integer(), title: Type.String(), body: Type.String(), publishedAt: instant }),
)
const iso = (at: number) => new Date(at).toISOString()

/** Public content in the request's language: no bearer needed, and any cache may keep it. Source: rules §15.4. */
export function contentApi(
  api: FastifyInstance,
  { source, language }: { source: PublicSource; language(request: FastifyRequest): Language },
) {
  function publicCall(
    path: string,
    summary: string,
    data: TSchema,
    message: TextKey,
    read: (language: Language) => unknown,
  ) {
    api.get(path, { schema: { summary, response: answers(data) } }, (request, reply) => {
      const spoken = language(request)
      return sendPublic(request, reply, { message: translate(spoken, message), data: read(spoken) })
    })
  }
  const noticesOf = (kind: NoticeKind) => (spoken: Language) =>
    source.notices(kind).map(({ id, title, body, publishedAt }) => ({
      id,
      title: title[spoken],
      body: body[spoken],
      publishedAt: iso(publishedAt),
    }))

  publicCall('/notices', 'The notices, newest first', words, 'content:api.notices', noticesOf('notice'))
  publicCall('/news', 'The news, newest first', words, 'content:api.news', noticesOf('news'))
  publicCall('/faq', 'Questions with their answers', words, 'content:api.faq', noticesOf('faq'))
  publicCall(
    '/downloads',
    'The documents for everybody',
    Type.Array(
      Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        bytes: Type.Integer(),
        publishedAt: instant,
        url: Type.String(),
      }),
    ),
    'content:api.downloads',
    (spoken) =>
      source.files().map(({ id, title, bytes, publishedAt }) => ({
        id,
        title: title[spoken],
        bytes,
        publishedAt: iso(publishedAt),
        url: source.fileAt(id),
      })),
  )
  publicCall(
    '/schedule',
    'When each activity opens and closes (null before the cell dates it), with the reason of its last change',
    Type.Array(
      Type.Object({
        key: Type.String(),
        title: Type.String(),
        opensAt: orNull(instant),
        closesAt: orNull(instant),
        state: Type.String(),
        changed: orNull(Type.Object({ at: instant, reason: Type.String() })),
      }),
    ),
    'content:api.schedule',
    (spoken) => {
      const changes = source.changes()
      const changed = (key: string) => {
        const last = changes.find(({ activity }) => activity === key)
        return last ? { at: iso(last.at), reason: last.reason[spoken] } : null
      }
      return [
        ...source.schedule().map(({ key, title, opensAt, closesAt, state }) => ({
          key,
          title: title[spoken],
          opensAt: iso(opensAt),
          closesAt: closesAt === null ? null : iso(closesAt),
          state,
          changed: changed(key),
        })),
        ...source.undated().map(({ key, title }) => ({
          key,
          title: title[spoken],
          opensAt: null,
          closesAt: null,
          state: 'later',
          changed: changed(key),
        })),
      ]
    },
  )
  publicCall(
    '/facilitation-centres',
    'The facilitation centres that may be chosen',
    Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        district: Type.String(),
        region: Type.String(),
        address: Type.String(),
      }),
    ),
    'content:api.centres',
    (spoken) =>
      source.centres().map(({ code, name, district, region, address }) => ({
        code,
        name: name[spoken],
        district,
        region,
        address: address[spoken],
      })),
  )
  publicCall(
    '/application-fee',
    'The application fee in rupees, and since when it counts (null: from the beginning)',
    Type.Object({ open: Type.Number(), reserved: Type.Number(), effectiveAt: orNull(instant) }),
    'content:api.fee',
    () => {
      const { open, reserved, effectiveAt } = source.fees()
      return {
        open: inRupees(open),
        reserved: inRupees(reserved),
        effectiveAt: effectiveAt === null ? null : iso(effectiveAt),
      }
    },
  )
}

/** A public PDF. `name`: the file name for saving it, in ASCII letters. */
export const sendPublicPdf = (reply: FastifyReply, name: string, content: Readable | Buffer): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'public, max-age=60',
      vary: 'cookie',
    })
    .send(content)
