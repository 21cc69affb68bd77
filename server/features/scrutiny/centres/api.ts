import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import { type ApiTools, answers, nothing } from '#server/http/api.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import type { Appointment } from './appointments'
import type { Centres } from './service'

const text = Type.String()
const moment = Type.String({ description: 'ISO 8601' })
const CentreData = Type.Object({ code: text, name: text, district: text, address: text })
const TimeData = Type.Object({ startsAt: moment, endsAt: moment })
const AppointmentData = Type.Object({ centre: CentreData, slot: TimeData })
const AllocationData = Type.Object({
  mode: Type.Integer(),
  centre: Type.Optional(CentreData),
  officer: Type.Optional(text),
  slot: Type.Optional(TimeData),
})
const ChoicesData = Type.Object({
  centres: Type.Array(Type.Object({ ...CentreData.properties, free: Type.Integer() })),
  days: Type.Array(Type.Object({ day: text, free: Type.Integer() })),
  slots: Type.Array(Type.Object({ id: Type.Integer(), ...TimeData.properties, free: Type.Integer() })),
})
const Wanted = Type.Object({
  district: Type.Optional(text),
  centre: Type.Optional(text),
  day: Type.Optional(text),
})

const iso = (at: number) => new Date(at).toISOString()
const centreIn = (language: Language, { code, name, district, address }: Appointment['centre']) => ({
  code,
  name: name[language],
  district,
  address: address[language],
})
const dataOf = (language: Language, { centre, startsAt, endsAt }: Appointment) => ({
  centre: centreIn(language, centre),
  slot: { startsAt: iso(startsAt), endsAt: iso(endsAt) },
})

/** Centres and appointments in the candidate API. Source: rules §15.4. */
export function centresApi<Asker extends Actor>(
  app: FastifyInstance,
  { centres, tools }: { centres: Centres; tools: ApiTools<Asker> },
) {
  const security = [{ bearer: [] }]
  const own = { onRequest: tools.needsBearer }
  const timely = { onRequest: [tools.arrivals.note, tools.needsBearer] }

  app.get(
    '/candidateLoginController/getFcAllocation',
    {
      ...own,
      schema: {
        summary: 'Who checks the form: in mode 1 the officer, in mode 2 the centre and the slot',
        security,
        response: answers(AllocationData),
      },
    },
    (request, reply) => {
      const { mode, officer, appointment } = centres.allocation(tools.actor(request).candidateId)
      const data = {
        mode,
        ...(officer !== null && { officer }),
        ...(appointment && dataOf(tools.language(request), appointment)),
      }
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  app.get<{ Querystring: { district?: string; centre?: string; day?: string } }>(
    '/appointments/slots',
    {
      ...own,
      schema: {
        summary: 'The centres (of a district), the days of one of them, the slots of a day, with the places left',
        security,
        querystring: Wanted,
        response: answers(ChoicesData),
      },
    },
    (request, reply) => {
      const language = tools.language(request)
      const { district = null, centre = null, day = null } = request.query
      const found = centres.choices(tools.actor(request).candidateId, { district, centre, day })
      const data = {
        centres: found.centres.map(({ free, ...place }) => ({ ...centreIn(language, place), free })),
        days: found.days.map(({ day, free }) => ({ day, free })),
        slots: found.slots.map(({ id, startsAt, endsAt, capacity, booked }) => ({
          id,
          startsAt: iso(startsAt),
          endsAt: iso(endsAt),
          free: Math.max(0, capacity - booked),
        })),
      }
      return tools.send(request, reply, ok(data), 'http:done')
    },
  )

  app.put<{ Params: { slot: string } }>(
    '/appointments/:slot',
    {
      ...timely,
      schema: {
        summary: 'Take a slot at a centre, in place of the one there was',
        security,
        params: Type.Object({ slot: text }),
        body: nothing,
        response: answers(AppointmentData),
      },
    },
    (request, reply) => {
      const slot = writtenNumber(request.params.slot) ?? 0
      const booked = centres.book(tools.actor(request).candidateId, slot, tools.arrivals.of(request))
      const data = booked.ok ? ok(dataOf(tools.language(request), booked.value)) : booked
      return tools.send(request, reply, data, 'centres:api.booked')
    },
  )

  app.delete(
    '/appointments',
    {
      ...timely,
      schema: { summary: 'Give the appointment up', security, response: answers(Type.Null()) },
    },
    (request, reply) => {
      const cancelled = centres.cancel(tools.actor(request).candidateId, tools.arrivals.of(request))
      return tools.send(request, reply, cancelled, 'centres:api.cancelled')
    },
  )
}
