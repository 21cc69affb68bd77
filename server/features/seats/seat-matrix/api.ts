import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { RoundPlan } from '#server/domain/terms/cap-rounds.ts'
import { answers } from '#server/http/api.ts'
import { sendCsv } from '#server/http/csv.ts'
import { sendPublic } from '#server/http/public-answer.ts'
import { Refused } from '#server/http/refused.ts'
import { roundField, roundIn } from '#server/http/round.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import {
  type PublishedSeats,
  type PublishedSeatsService,
  type PublishedVacancies,
  seatMatrixCsv,
  vacanciesCsv,
} from './published'
import { sampleCourses } from './sample'
import { SeatSearch } from './schema'

const text = Type.String()
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const seats = Type.Array(Type.Object({ seatType: text, count: Type.Integer() }))
const place = {
  instituteCode: text,
  institute: text,
  university: text,
  district: text,
  status: text,
  autonomy: text,
  minority: orNull(text),
}
const Course = Type.Object({
  choiceCode: text,
  ...place,
  course: text,
  sanctioned: Type.Integer(),
  maharashtra: Type.Integer(),
  minoritySeats: Type.Integer(),
  allIndia: Type.Integer(),
  instituteLevel: Type.Integer(),
  seats,
})
const VacantCourse = Type.Object({
  ...Course.properties,
  countedAt: orNull(
    Type.String({ format: 'date-time', description: 'when the institute signed its day of reporting' }),
  ),
})
const Institute = Type.Object({
  ...place,
  courses: Type.Array(Type.Object({ choiceCode: text, course: text, sanctioned: Type.Integer(), seats })),
})
const published = (course: TSchema) =>
  orNull(
    Type.Object({
      edition: Type.Integer(),
      round: orNull(Type.Integer()),
      publishedAt: Type.String({ format: 'date-time' }),
      courses: Type.Array(course),
    }),
  )
const Round = Type.Object({ round: Type.Optional(roundField) }, { additionalProperties: false })
type RoundQuery = { Querystring: { round?: string } }

/** The round that an address asks for; null for none. Throws the refusal `unknown-round` for any other text. */
const roundAsked = (plan: RoundPlan, { round }: { round?: unknown }) =>
  round === undefined ? null : roundIn(plan, round)

/** Institutes, seats and vacancies: no bearer needed, and any cache may keep them. Source: rules §15.4. */
export function seatMatrixApi(
  api: FastifyInstance,
  {
    seats,
    rounds,
    language,
  }: { seats: PublishedSeatsService; rounds(): RoundPlan; language(request: FastifyRequest): Language },
) {
  const send = (request: FastifyRequest, reply: FastifyReply, data: unknown) =>
    sendPublic(request, reply, { message: translate(language(request), 'http:done'), data })
  const dataOf = (found: PublishedSeats | null) =>
    found && {
      edition: found.edition,
      round: found.round,
      publishedAt: new Date(found.at).toISOString(),
      courses: found.courses,
    }

  api.get<{ Querystring: SeatSearch }>(
    '/institutes',
    {
      schema: {
        summary: 'Institutes with their courses, by name; `district` is a code: `MH-pune`',
        querystring: SeatSearch,
        response: answers(Type.Array(Institute)),
      },
    },
    (request, reply) =>
      send(
        request,
        reply,
        seats
          .institutes(request.query)
          .slice()
          .map(({ courses, ...institute }) => ({
            ...institute,
            courses: courses.map(({ choiceCode, course, sanctioned, seats }) => ({
              choiceCode,
              course,
              sanctioned,
              seats,
            })),
          })),
      ),
  )
  api.get<RoundQuery>(
    '/seat-matrix',
    {
      schema: {
        summary: 'The seat matrix in force, or the one on which a round was allotted; null until one is published',
        querystring: Round,
        response: answers(published(Course)),
      },
    },
    (request, reply) => send(request, reply, dataOf(seats.ofRound(roundAsked(rounds(), request.query)))),
  )
  api.get<RoundQuery>(
    '/vacancies',
    {
      schema: {
        summary:
          'The seats vacant after a round: those that the allotment left, and once an institute has signed its day, ' +
          'those that nobody kept; before the first allotment all sanctioned ones',
        querystring: Round,
        response: answers(published(VacantCourse)),
      },
    },
    (request, reply) => {
      const round = roundAsked(rounds(), request.query)
      const found = seats.vacancies(round)
      if (!found && round !== null) throw new Refused({ code: 'vacancy-unpublished', status: 404 })
      const vacant = withVacancies(found)
      const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
      const courses = vacant?.courses.map(({ countedAt, ...course }) => ({ ...course, countedAt: iso(countedAt) }))
      return send(request, reply, vacant && { ...dataOf(vacant), courses })
    },
  )
}

/** Without the courses that are full. */
const withVacancies = (found: PublishedVacancies | null): PublishedVacancies | null =>
  found && { ...found, courses: found.courses.filter(({ seats }) => seats.length > 0) }

const named = (name: string, { edition, round }: PublishedSeats, portal: string) =>
  `${name}-${portal}-${round === null ? `edition-${edition}` : `round-${round}`}`

/** The seat matrix for a spreadsheet; null until there is one. */
export function sendSeatMatrix(seats: PublishedSeatsService, portal: string, reply: FastifyReply) {
  const found = seats.inForce()
  return found && sendCsv(reply, named('seat-matrix', found, portal), seatMatrixCsv(found.courses))
}

/** A sample of the cell's file. */
export const sendSampleMatrix = (reply: FastifyReply) =>
  sendCsv(reply, 'seat-matrix-sample', seatMatrixCsv(sampleCourses))

/** Vacant seats for a spreadsheet; null if the round's allotment is not published. */
export function sendVacancies(
  seats: PublishedSeatsService,
  plan: RoundPlan,
  portal: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const found = withVacancies(seats.vacancies(roundAsked(plan, request.query as { round?: unknown })))
  return found && sendCsv(reply, named('vacancy', found, portal), vacanciesCsv(found.courses))
}
