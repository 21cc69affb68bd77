import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import { meritLists, meritStages } from '#server/domain/merit/lists.ts'
import { editionName, type MeritStanding, type PublishedEdition } from '#server/domain/merit/pages.ts'
import type { Actor } from '#server/domain/terms/actor.ts'
import { candidatureTypes, categories } from '#server/domain/terms/claims.ts'
import { type ApiTools, answers, sendRefusal } from '#server/http/api.ts'
import { sendCsv } from '#server/http/csv.ts'
import { sendPublic } from '#server/http/public-answer.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { MeritSearch } from './schema'
import type { MeritPages } from './service'

const text = Type.String()
const whole = Type.Integer()
const orNull = (schema: Parameters<typeof Type.Union>[0][number]) => Type.Union([schema, Type.Null()])
const list = Type.Enum([...meritLists])
const stage = Type.Enum([...meritStages])

const Edition = Type.Object({
  edition: text,
  stage,
  number: whole,
  publishedAt: Type.String({ description: 'ISO 8601' }),
  reason: orNull(text),
  isInForce: Type.Boolean(),
  lists: Type.Array(Type.Object({ list, count: whole })),
})
const line = {
  meritNumber: whole,
  userId: text,
  fullName: text,
  type: Type.Enum([...candidatureTypes]),
  category: Type.Enum([...categories]),
  percentage: text,
}
const neighbour = orNull(Type.Object({ meritNumber: whole, decidedBy: text }))
const Mine = Type.Object({
  edition: text,
  stage,
  places: Type.Array(
    Type.Object({ list, ...line, of: whole, above: neighbour, below: neighbour, before: orNull(whole) }),
  ),
  compared: Type.Array(Type.Object({ criterion: text, percentage: Type.Optional(text), date: Type.Optional(text) })),
})

const dataOf = (edition: PublishedEdition, isInForce: boolean) => ({
  edition: editionName(edition),
  stage: edition.stage,
  number: edition.number,
  publishedAt: new Date(edition.publishedAt).toISOString(),
  reason: edition.reason,
  isInForce,
  lists: edition.lists,
})
const mineOf = ({ edition, places, compared }: MeritStanding) => ({
  edition: editionName(edition),
  stage: edition.stage,
  places,
  compared,
})

/** The merit lists of the candidate API: public but for the candidate's own places. Source: rules §15.4. */
export function meritPagesApi<Asker extends Actor>(
  api: FastifyInstance,
  { merit, tools }: { merit: MeritPages; tools: ApiTools<Asker> },
) {
  api.get(
    '/merit-lists',
    {
      schema: {
        summary: 'The published editions of the merit lists, newest first',
        response: answers(Type.Array(Edition)),
      },
    },
    (request, reply) => {
      const counting = new Set(meritStages.map((one) => merit.inForce(one)?.id))
      const data = merit.editions().map((edition) => dataOf(edition, counting.has(edition.id)))
      return sendPublic(request, reply, { message: translate(tools.language(request), 'meritpages:api.lists'), data })
    },
  )

  api.get<{ Params: { list: string; edition: string }; Querystring: MeritSearch }>(
    '/merit-lists/:list/:edition',
    {
      schema: {
        summary:
          'A page of a published list (`final-1`), or of what is found in it by merit number, Application ID or name',
        params: Type.Object({ list: text, edition: text }),
        querystring: MeritSearch,
        response: answers(
          Type.Object({
            edition: text,
            list,
            count: whole,
            page: whole,
            hasNext: Type.Boolean(),
            lines: Type.Array(Type.Object(line)),
          }),
        ),
      },
    },
    (request, reply) => {
      const language = tools.language(request)
      const { params, query } = request
      const found = merit.find(params.list, params.edition)
      if (!found) return sendRefusal(reply, { code: 'no-such-merit-list', status: 404 }, language)
      const { edition, list: asked, count } = found
      const { page = '1', ...search } = query
      const data = { edition: params.edition, list: asked, count, ...merit.page(edition, asked, search, Number(page)) }
      return sendPublic(request, reply, { message: translate(language, 'meritpages:api.page'), data })
    },
  )

  api.get(
    '/merit-lists/mine',
    {
      onRequest: tools.needsBearer,
      schema: {
        summary: 'Your own places in the merit lists in force, with what decided between you and your neighbours',
        security: [{ bearer: [] }],
        response: answers(Type.Array(Mine)),
      },
    },
    (request, reply) => {
      const { candidateId } = tools.actor(request)
      const data = meritStages.flatMap((one) => {
        const standing = merit.standing(one, candidateId)
        return standing ? [mineOf(standing)] : []
      })
      return tools.send(request, reply, { ok: true, value: data }, 'meritpages:api.mine')
    },
  )
}

/** A whole list as CSV, at `merit-lists/final-1-state.csv`; null if there is no such list. */
export function sendMeritCsv(
  merit: MeritPages,
  portal: string,
  { name, language }: { name: string; language: Language },
  reply: FastifyReply,
): FastifyReply | null {
  const found = findByFileName(merit, name)
  if (!found) return null
  reply.header('cache-control', 'public, max-age=60').header('vary', 'cookie')
  return sendCsv(reply, `${portal}-${name}`, merit.csv(found.edition, found.list, language))
}

/** A whole list as PDF, named `final-1-state`; null if there is no such list. */
export async function meritPdf(merit: MeritPages, name: string, language: Language) {
  const found = findByFileName(merit, name)
  return found && merit.pdf(found.edition, found.list, found.count, language)
}

/** `final-1-state` → its edition and list; null if that is not published. */
function findByFileName(merit: MeritPages, name: string) {
  const [, edition, of] = /^([a-z]+-\d+)-([a-z-]+)$/.exec(name) ?? []
  return edition && of ? merit.find(of, edition) : null
}
