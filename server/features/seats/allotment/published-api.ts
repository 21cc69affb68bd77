import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { seatTypes } from '#server/domain/terms/seat-types.ts'
import { type ApiTools, answers } from '#server/http/api.ts'
import { sendCsv } from '#server/http/csv.ts'
import { RoundParams } from '#server/http/round.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok } from '#server/kernel/result.ts'
import type { Outcome } from './outcome'
import type { Results } from './published'

const text = Type.String()
const number = Type.Integer()
const moment = Type.String({ description: 'ISO 8601' })
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const seatType = Type.Enum([...seatTypes])

const AllotmentData = Type.Object({
  round: number,
  publishedAt: moment,
  state: Type.Enum(['allotted', 'not-allotted', 'not-considered']),
  outside: orNull(Type.Enum(['jk', 'no-merit-number', 'released'])),
  stateMerit: orNull(number),
  allIndiaMerit: orNull(number),
  seat: orNull(
    Type.Object({
      choiceCode: text,
      instituteCode: text,
      institute: text,
      university: text,
      district: text,
      status: text,
      autonomy: text,
      minority: orNull(text),
      course: text,
      seatType,
      originalType: orNull(seatType),
      preference: orNull(number),
      isRetained: Type.Boolean(),
      consequence: Type.Enum(['freezes', 'final', 'decide']),
    }),
  ),
  choices: number,
  higher: Type.Array(
    Type.Object({
      preference: number,
      choiceCode: text,
      institute: orNull(text),
      course: orNull(text),
      pools: Type.Array(
        Type.Object({
          seatType,
          list: Type.Enum(['state', 'all-india']),
          own: number,
          last: orNull(number),
          why: Type.Enum(['merit', 'kept', 'no-seat']),
        }),
      ),
    }),
    { description: 'Every choice better liked than the seat, with the last merit number that each usable seat took' },
  ),
  acceptance: orNull(Type.Object({ opensAt: moment, closesAt: orNull(moment) })),
})

const iso = (at: number) => new Date(at).toISOString()
const dataOf = ({ publishedAt, acceptance, isLastRound: _, ...outcome }: Outcome): Static<typeof AllotmentData> => ({
  ...outcome,
  publishedAt: iso(publishedAt),
  acceptance: acceptance && {
    opensAt: iso(acceptance.opensAt),
    closesAt: acceptance.closesAt === null ? null : iso(acceptance.closesAt),
  },
})

/** A candidate's own allotment of a round, with the reasons. Source: rules §15.4. */
export function resultsApi<Asker extends Actor>(
  app: FastifyInstance,
  { results, tools }: { results: Results; tools: ApiTools<Asker> },
) {
  app.get<{ Params: { round: string } }>(
    '/allotments/:round',
    {
      onRequest: tools.needsBearer,
      schema: {
        summary: 'What a published round gave the candidate, and why not a choice that they like better',
        security: [{ bearer: [] }],
        params: RoundParams,
        response: answers(AllotmentData),
      },
    },
    (request, reply) => {
      const found = results.outcomeWritten(tools.actor(request).candidateId, request.params.round)
      return tools.send(request, reply, found.ok ? ok(dataOf(found.value)) : found, 'results:api.read')
    },
  )
}

/** A request for a public file of a published round. */
type AskedOfRound = { request: FastifyRequest; reply: FastifyReply; language: Language }

/** The parameters of a round's file: a published round, and an institute or null. */
function roundOf(results: Results, { query }: FastifyRequest): { round: CapRound; institute: string | null } | null {
  const { round, institute } = query as Record<string, unknown>
  const asked = typeof round === 'string' ? results.publishedRound(round) : null
  if (asked === null || (institute !== undefined && typeof institute !== 'string')) return null
  return { round: asked, institute: institute ?? null }
}

/** The institute-wise list as CSV, whole or of one institute; null where there is none. */
export function sendAllotmentTable(results: Results, portal: string, { request, reply, language }: AskedOfRound) {
  const asked = roundOf(results, request)
  const lines = asked && results.allotmentsCsv(asked.round, asked.institute, language)
  return lines?.ok ? sendCsv(reply, `allotment-${portal}-round-${asked!.round}`, lines.value) : null
}

/** The closing merit of every course as CSV; null where there is none. */
export function sendClosingTable(results: Results, portal: string, { request, reply, language }: AskedOfRound) {
  const asked = roundOf(results, request)
  const lines = asked && results.closingsCsv(asked.round, language)
  return lines?.ok ? sendCsv(reply, `closing-merit-${portal}-round-${asked!.round}`, lines.value) : null
}

/** The institute-wise list as PDF, whole or of one institute; null where there is none, `busy` where the press has no room. */
export async function allotmentPdf(
  results: Results,
  { request, language }: Pick<AskedOfRound, 'request' | 'language'>,
): Promise<{ name: string; content: Readable | Buffer } | 'busy' | null> {
  const { round, institute } = roundOf(results, request) ?? {}
  if (!round) return null
  if (!institute) {
    const list = await results.listPdf(round, language)
    return list.ok ? { name: `allotment-round-${round}.pdf`, content: list.value } : null
  }
  const pdf = await results.institutePdf(round, institute, language, request.ip)
  if (!pdf.ok) return null
  return pdf.value ? { name: `allotment-round-${round}-${institute}.pdf`, content: Buffer.from(pdf.value) } : 'busy'
}

/** A file of a published dossier, whose bytes never change. */
export const sendDossierFile = (
  reply: FastifyReply,
  { stream, bytes }: { stream: Readable; bytes: number },
): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes,
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(stream)
