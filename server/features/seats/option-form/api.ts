import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { RoundPlan } from '#server/domain/terms/cap-rounds.ts'
import { type ApiTools, answer, answers, failure, failureOf } from '#server/http/api.ts'
import { type InRound, RoundParams, roundIn } from '#server/http/round.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Asked } from './deps'
import type { OptionForm, SaveRefusal } from './forms'
import { OptionConfirmation, OptionList, StarChange } from './schema'
import type { OptionForms } from './service'
import { optionActs } from './store'

const text = Type.String()
const moment = Type.String({ description: 'ISO 8601' })
const orNull = <S extends ReturnType<typeof Type.String>>(schema: S) => Type.Union([schema, Type.Null()])
const codes = Type.Array(Type.String({ description: 'a choice code' }), { description: 'best liked first' })

const ListData = Type.Object({
  round: Type.Integer(),
  version: Type.Integer({ description: '0 before the first save' }),
  savedAt: orNull(moment),
  confirmedAt: orNull(moment),
  fingerprint: orNull(text),
  choices: codes,
})
const FormData = Type.Object({
  ...ListData.properties,
  opensAt: orNull(moment),
  closesAt: orNull(moment),
  locked: Type.Union([Type.Object({ code: text, message: text }), Type.Null()]),
})
const HistoryData = Type.Array(
  Type.Object({ version: Type.Integer(), act: Type.Enum([...optionActs]), choices: codes, at: moment, device: text }),
)
/** The refusal of a save on an older version includes the currently saved list. */
const Stale = Type.Object({ ...failure.properties, current: Type.Optional(ListData) })

const iso = (at: number) => new Date(at).toISOString()
const isoOrNull = (at: number | null | undefined) => (at === null || at === undefined ? null : iso(at))
const dataOf = ({ savedAt, confirmedAt, choices, ...form }: OptionForm): Static<typeof ListData> => ({
  ...form,
  savedAt: isoOrNull(savedAt),
  confirmedAt: isoOrNull(confirmedAt),
  choices: [...choices],
})

type Owner = { candidateId: number; sessionId: number }
type Parts = { optionForm: OptionForms; rounds(): RoundPlan; tools: ApiTools<Owner> }

const saving = { 200: answer(ListData), 409: Stale, '4xx': failure, '5xx': failure }

const askedBy = (tools: ApiTools<Owner>, request: FastifyRequest): Asked => ({
  at: tools.arrivals.of(request),
  sessionId: tools.actor(request).sessionId,
})

function sendForm(
  tools: ApiTools<Owner>,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result<OptionForm, SaveRefusal>,
  message: TextKey,
) {
  if (result.ok) return tools.send(request, reply, ok(dataOf(result.value)), message)
  const { current } = result.refusal
  if (!current) return tools.send(request, reply, result, message)
  const { refusal } = result
  return reply.code(refusal.status).send({ ...failureOf(refusal, tools.language(request)), current: dataOf(current) })
}

/** Confirming a list, and taking the confirmation back. */
function confirmRoutes(app: FastifyInstance, { optionForm, rounds, tools }: Parts) {
  for (const act of ['confirm', 'unlock'] as const) {
    app.post<InRound & { Body: OptionConfirmation }>(
      `/option-form/:round/${act}`,
      {
        onRequest: [tools.arrivals.note, tools.needsBearer],
        schema: {
          summary:
            act === 'confirm'
              ? 'Confirm the saved list of a round: only a confirmed one counts'
              : 'Take the confirmation of a list back, to change it',
          description: `The OTP: purpose \`${act}-options\`.`,
          security: [{ bearer: [] }],
          params: RoundParams,
          body: OptionConfirmation,
          response: saving,
        },
      },
      async (request, reply) => {
        const round = roundIn(rounds(), request.params.round)
        const done = await optionForm[act](
          tools.actor(request).candidateId,
          round,
          request.body,
          askedBy(tools, request),
        )
        return sendForm(
          tools,
          request,
          reply,
          done,
          act === 'confirm' ? 'options:api.confirmed' : 'options:api.unlocked',
        )
      },
    )
  }
}

/** The candidate's starred choices. */
function starRoutes(app: FastifyInstance, { optionForm, tools }: Parts) {
  const security = [{ bearer: [] }]
  const StarsData = Type.Object({ choices: codes })
  const sent = (candidateId: number) => ok({ choices: optionForm.stars(candidateId) })

  app.get(
    '/starred-choices',
    {
      onRequest: tools.needsBearer,
      schema: {
        summary: 'The starred choice codes, in the order in which they were starred',
        security,
        response: answers(StarsData),
      },
    },
    (request, reply) => tools.send(request, reply, sent(tools.actor(request).candidateId), 'http:done'),
  )

  app.put<{ Params: { code: string }; Body: StarChange }>(
    '/starred-choices/:code',
    {
      onRequest: tools.needsBearer,
      schema: {
        summary: 'Star a choice, or take its star away',
        security,
        params: Type.Object({ code: Type.String({ maxLength: 20, description: 'a choice code' }) }),
        body: StarChange,
        response: answers(StarsData),
      },
    },
    (request, reply) => {
      const { candidateId } = tools.actor(request)
      const done = optionForm.star(candidateId, request.params.code, request.body.starred)
      return tools.send(request, reply, done.ok ? sent(candidateId) : done, 'http:done')
    },
  )
}

/** The option form's part of the candidate API. Source: rules §15.4. */
export function optionFormApi(app: FastifyInstance, { optionForm, rounds, tools }: Parts) {
  const { actor, language } = tools
  const security = [{ bearer: [] }]
  const own = { onRequest: tools.needsBearer }

  app.get<InRound>(
    '/option-form/:round',
    {
      ...own,
      schema: {
        summary: 'The option form of a round: its choices, its version, and whether it may be changed',
        security,
        params: RoundParams,
        response: answers(FormData),
      },
    },
    (request, reply) => {
      const round = roundIn(rounds(), request.params.round)
      const may = optionForm.mayChange(actor(request).candidateId, round)
      const form = optionForm.form(actor(request).candidateId, round)
      if (!may.ok && may.refusal.code === 'options-without-merit' && !form.version)
        return tools.send(request, reply, may, 'http:done')
      const window = optionForm.window(round)
      const data = {
        ...dataOf(form),
        opensAt: isoOrNull(window?.opensAt),
        closesAt: isoOrNull(window?.closesAt),
        locked: may.ok ? null : { code: may.refusal.code, message: failureOf(may.refusal, language(request)).message },
      }
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  app.put<InRound & { Body: OptionList }>(
    '/option-form/:round',
    {
      onRequest: [tools.arrivals.note, tools.needsBearer],
      schema: {
        summary: 'Save the list of a round whole, on the version that it was built on',
        description: 'A save on an older version answers 409 with what is saved now in `current`.',
        security,
        params: RoundParams,
        body: OptionList,
        response: saving,
      },
    },
    async (request, reply) => {
      const round = roundIn(rounds(), request.params.round)
      const saved = await optionForm.saveSoon(actor(request).candidateId, round, request.body, askedBy(tools, request))
      return sendForm(tools, request, reply, saved, 'options:api.saved')
    },
  )

  confirmRoutes(app, { optionForm, rounds, tools })
  starRoutes(app, { optionForm, rounds, tools })

  app.get<InRound>(
    '/option-form/:round/history',
    {
      ...own,
      schema: {
        summary: 'Every list that was saved, confirmed or unlocked, newest first',
        security,
        params: RoundParams,
        response: answers(HistoryData),
      },
    },
    (request, reply) => {
      const round = roundIn(rounds(), request.params.round)
      const entries = optionForm.history(actor(request).candidateId, round)
      const data = entries.map(({ at, choices, ...entry }) => ({ ...entry, choices: [...choices], at: iso(at) }))
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )
}
