import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { permissionNames } from '../../domain/permissions'
import { type ApiTools, answers, nothing } from '../../http/api'
import { translate } from '../../i18n/texts'
import type { Application } from './service'

const integer = Type.Integer()
const flag = Type.Boolean()

/** The candidate details response, spelled as the specification spells it, with the flags that the pages use too. */
export const CandidateDetailsData = Type.Object({
  id: integer,
  full_name: Type.String(),
  user_id: Type.String(),
  fill_status: integer,
  lock_form: integer,
  isarcconfirmed: integer,
  discrepancy: integer,
  isGrievance: integer,
  mode: integer,
  isCandidateinFinalMerit: flag,
  isCandidateinProMerit: flag,
  isCandidateAllotmentRound1: flag,
  isCandidateAllotmentRound2: flag,
  isCandidateAllotmentRound3: flag,
  isCgpaUploaded: flag,
  isCandidateCancel: flag,
  isCandidateCancelPrint: flag,
  isconvert_payment_status: Type.Enum(['Y', 'N']),
  isconvert_fee: Type.Number(),
  isconvert_paid_amt: Type.Number(),
  paid_amt: Type.Number(),
  diff_amt_paid: Type.Number(),
  permissions: Type.Object(Object.fromEntries(permissionNames.map((name) => [name, flag]))),
  locked: Type.Union([Type.String(), Type.Null()]),
})

/** Both calls read the same facts: one for the menu, one at start-up. Source: specification §7. */
export function applicationApi<Actor extends { candidateId: number }>(
  app: FastifyInstance,
  { application, tools }: { application: Application; tools: ApiTools<Actor> },
) {
  for (const name of ['getCandidateDetails', 'getUserDetails']) {
    app.post(
      `/candidateLoginController/${name}`,
      {
        onRequest: tools.needsBearer,
        schema: {
          summary: 'Where the candidate stands: fill status, locks, flags, permissions',
          security: [{ bearer: [] }],
          body: nothing,
          response: answers(CandidateDetailsData),
        },
      },
      (request, reply) => {
        const language = tools.language(request)
        const { details, permissions, lock } = application.standingOf(tools.actor(request))
        const locked = lock && translate(language, `shell:locked.${lock}`)
        // The spread comes last: V8 gives up on an object that many fields are copied into first.
        return reply.send({ message: translate(language, 'http:done'), data: { permissions, locked, ...details } })
      },
    )
  }
}
