import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { Actor } from '#server/domain/terms/actor.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { permissionNames, roundPermissions } from '#server/domain/terms/permissions.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import { type ApiTools, actsByGet, answer, answers, failure, failureOf, nothing } from '#server/http/api.ts'
import { translate } from '#server/i18n/texts.ts'
import { inRupees } from '#server/kernel/money.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import { ModeChange, proceedBody, type StepBody, Submission, stepBody, Unlocking } from './schema'
import type { Application } from './service'
import type { Saved, StepRefusal, StepState } from './steps'
import type { Version } from './versions'

const integer = Type.Integer()
const flag = Type.Boolean()

/** The candidate details response, spelled as in rules §15.3, with the flags that the pages use too. */
const CandidateDetailsData = Type.Object({
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
  permissions: Type.Object({
    ...Object.fromEntries(permissionNames.map((name) => [name, flag])),
    ...Object.fromEntries(roundPermissions.slice(3).map((name) => [name, Type.Optional(flag)])),
  }),
  locked: Type.Union([Type.String(), Type.Null()]),
})

const text = Type.String()
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()])
const moment = Type.String({ description: 'ISO 8601' })
const values = Type.Record(text, text)

const OptionData = Type.Object({
  value: text,
  label: text,
  about: Type.Optional(text),
  group: Type.Optional(text),
  alsoKnownAs: Type.Optional(Type.Array(text, { description: 'other names, which count as the answer, too' })),
})
const conditions = Type.Array(Type.Object({ question: text, is: Type.Array(text), after: Type.Optional(text) }), {
  description:
    'asked only if each of these questions of the step has one of these answers or, with `after`, a later date',
})
const QuestionData = Type.Object({
  name: text,
  kind: text,
  label: text,
  hint: Type.Optional(text),
  isRequired: flag,
  options: Type.Optional(Type.Array(OptionData)),
  reference: Type.Optional(Type.String({ description: 'its options are the codes of /reference/{reference}' })),
  within: Type.Optional(
    Type.String({ description: 'only the options of the group that this question of the step answers are valid' }),
  ),
  when: Type.Optional(conditions),
  onlyIf: Type.Optional(Type.String({ description: '`when` in words' })),
  maxLength: Type.Optional(integer),
  autoComplete: Type.Optional(text),
})
const SectionData = Type.Object({
  name: text,
  title: text,
  about: Type.Optional(text),
  when: Type.Optional(conditions),
  onlyIf: Type.Optional(text),
  questions: Type.Array(QuestionData),
  facts: Type.Array(Type.Object({ name: text, label: text, value: text, about: Type.Optional(text) }), {
    description: 'answered by the course: shown, not asked',
  }),
})
const StepData = Type.Object({
  step: integer,
  slug: text,
  version: integer,
  values,
  complete: flag,
  locked: orNull(Type.Object({ code: text, message: text, since: orNull(moment) })),
  sections: Type.Array(SectionData),
})
const SavedData = Type.Object({ version: integer, reopened: Type.Array(text), next: text })
/** Why a step was not saved, with the currently saved answers or with the steps that the change would reopen. */
const StepFailure = Type.Object({
  ...failure.properties,
  current: Type.Optional(Type.Object({ version: integer, values })),
  reopens: Type.Optional(Type.Array(text)),
  fee: Type.Optional(
    orNull(
      Type.Object(
        { before: Type.Number(), after: Type.Number(), paid: Type.Number(), due: Type.Number() },
        { description: 'rupees' },
      ),
    ),
  ),
})
const VersionData = Type.Object({ number: integer, submittedAt: moment, fingerprint: text })
const SheetData = Type.Object({
  userId: text,
  fullName: text,
  sections: Type.Array(
    Type.Object({
      step: text,
      title: text,
      rows: Type.Array(Type.Object({ name: text, label: text, value: text })),
    }),
  ),
})

const iso = (at: number) => new Date(at).toISOString()
const versionData = ({ number, submittedAt, fingerprint }: Version) => ({
  number,
  submittedAt: iso(submittedAt),
  fingerprint,
})

const security = [{ bearer: [] }]

type ApiDeps<Asker> = { application: Application; tools: ApiTools<Asker> }
/** The application's part of the candidate API. Names in camel case are those of rules §15.2. */
export function applicationApi<Asker extends Actor>(app: FastifyInstance, deps: ApiDeps<Asker>) {
  factsApi(app, deps)
  stepsApi(app, deps)
  submissionApi(app, deps)
  versionsApi(app, deps)
}

function factsApi<Asker extends Actor>(app: FastifyInstance, { application, tools }: ApiDeps<Asker>) {
  const own = { onRequest: tools.needsBearer }

  // Both calls read the same facts: one for the menu, one at start-up.
  for (const name of ['getCandidateDetails', 'getUserDetails']) {
    app.post(
      `/candidateLoginController/${name}`,
      {
        ...own,
        schema: {
          summary: 'Where the candidate stands: fill status, locks, flags, permissions',
          security,
          body: nothing,
          response: answers(CandidateDetailsData),
        },
      },
      (request, reply) => {
        const language = tools.language(request)
        const { details, permissions, lock } = application.standingOf(tools.actor(request))
        const locked = lock && translate(language, `signedin:locked.${lock}`)
        // The spread comes last: V8 gives up on an object that many fields are copied into first.
        return reply.send({ message: translate(language, 'http:done'), data: { permissions, locked, ...details } })
      },
    )
  }

  app.get(
    '/candidateLoginController/getCandidateDetailsForPrint',
    {
      ...own,
      schema: { summary: 'The whole application in words, as it stands', security, response: answers(SheetData) },
    },
    (request, reply) => {
      const sheet = application.sheet(tools.actor(request).candidateId, tools.language(request))
      return tools.send(request, reply, ok(sheet), 'http:done')
    },
  )
}

function stepsApi<Asker extends Actor>(app: FastifyInstance, { application, tools }: ApiDeps<Asker>) {
  const own = { onRequest: tools.needsBearer }
  const timely = { onRequest: [tools.arrivals.note, tools.needsBearer] }

  const stepData = (
    request: FastifyRequest,
    { sections, isComplete, closed, step, slug, version, values }: StepState,
  ) => ({
    step,
    slug,
    version,
    values,
    complete: isComplete,
    locked: closed && {
      code: closed.code,
      message: failureOf(closed, tools.language(request)).message,
      since: typeof closed.params?.since === 'number' ? iso(closed.params.since) : null,
    },
    sections,
  })

  for (const slug of steps) {
    app.get(
      `/application/steps/${slug}`,
      {
        ...own,
        schema: { summary: `The step ${slug}: what is asked and answered`, security, response: answers(StepData) },
      },
      (request, reply) => {
        const state = application.step(tools.actor(request).candidateId, slug, tools.language(request))
        return tools.send(request, reply, ok(stepData(request, state)), 'http:done')
      },
    )
  }

  function sendSaved(request: FastifyRequest, reply: FastifyReply, result: Result<Saved, StepRefusal>) {
    if (result.ok || !(result.refusal.current || result.refusal.reopens)) {
      return tools.send(request, reply, result, 'steps:api.saved')
    }
    const { refusal } = result
    const { current, reopens } = refusal
    const fee =
      reopens?.fee && Object.fromEntries(Object.entries(reopens.fee).map(([name, amount]) => [name, inRupees(amount)]))
    return reply.code(refusal.status).send({
      ...failureOf(refusal, tools.language(request)),
      ...(current && { current }),
      ...(reopens && { reopens: reopens.steps, fee: fee ?? null }),
    })
  }

  for (const slug of questionSteps) {
    app.put<{ Body: StepBody }>(
      `/application/steps/${slug}`,
      {
        ...timely,
        schema: {
          summary: `Save the step ${slug} whole`,
          security,
          body: stepBody(application.forms[slug]),
          response: { 200: answer(SavedData), 409: StepFailure, '4xx': failure, '5xx': failure },
        },
      },
      async (request, reply) => {
        const at = tools.arrivals.of(request)
        return sendSaved(
          request,
          reply,
          await application.saveStepSoon(tools.actor(request).candidateId, slug, request.body, at),
        )
      },
    )
  }

  for (const step of [5, 6, 7] as const) {
    const slug = steps[step]
    app.put(
      `/application/steps/${slug}`,
      {
        ...timely,
        schema: {
          summary: `"Save and proceed" of ${slug}: what it holds has been sent by calls of its own`,
          security,
          body: proceedBody,
          response: answers(SavedData),
        },
      },
      (request, reply) => {
        const actor = tools.actor(request)
        const done = application.proceed(actor.candidateId, step, tools.arrivals.of(request))
        if (!done.ok) return tools.send(request, reply, done, 'steps:api.saved')
        const { version } = application.step(actor.candidateId, slug, tools.language(request))
        return tools.send(request, reply, ok({ version, reopened: [], next: done.value.next }), 'steps:api.saved')
      },
    )
  }
}

/** Submitting the form, taking it back, and changing its mode of scrutiny. */
function submissionApi<Asker extends Actor>(app: FastifyInstance, { application, tools }: ApiDeps<Asker>) {
  const timely = { onRequest: [tools.arrivals.note, tools.needsBearer] }

  app.post<{ Body: Submission }>(
    '/application/submit',
    {
      ...timely,
      schema: {
        summary: 'Submit the form, with the declaration; in e-scrutiny it is locked',
        security,
        body: Submission,
        response: answers(VersionData),
      },
    },
    async (request, reply) => {
      const { declaration: _, ...proof } = request.body
      const result = await application.submit(tools.actor(request).candidateId, proof, tools.arrivals.of(request))
      return tools.send(request, reply, result.ok ? ok(versionData(result.value)) : result, 'application:api.submitted')
    },
  )

  app.get(
    '/discrepancyController/submitDiscrepancy',
    {
      ...actsByGet,
      ...timely,
      schema: {
        summary: 'Submit the corrected form again, after scrutiny sent it back; no OTP',
        security,
        response: answers(VersionData),
      },
    },
    (request, reply) => {
      const result = application.resubmit(tools.actor(request).candidateId, tools.arrivals.of(request))
      return tools.send(request, reply, result.ok ? ok(versionData(result.value)) : result, 'application:api.submitted')
    },
  )

  app.post<{ Body: Unlocking }>(
    '/unLockFormController/UnlockCandidateForm',
    {
      ...timely,
      schema: {
        summary: 'Take the submitted form back to change it, until an officer has taken it up',
        security,
        body: Unlocking,
        response: answers(Type.Null()),
      },
    },
    async (request, reply) => {
      const result = await application.unlock(
        tools.actor(request).candidateId,
        request.body,
        tools.arrivals.of(request),
      )
      return tools.send(request, reply, result, 'application:api.unlocked')
    },
  )

  app.post<{ Body: ModeChange }>(
    '/application/mode',
    {
      ...timely,
      schema: {
        summary: 'Change the scrutiny mode of the submitted form, until it is picked up or confirmed',
        description:
          'Mode 1 (e-scrutiny) locks the form; mode 2 (facilitation centre) opens it for changes until the centre confirms it. It stays submitted, as one more version. The OTP: purpose `change-mode`.',
        security,
        body: ModeChange,
        response: answers(VersionData),
      },
    },
    async (request, reply) => {
      const { mode, ...proof } = request.body
      const result = await application.changeMode(
        tools.actor(request).candidateId,
        mode,
        proof,
        tools.arrivals.of(request),
      )
      return tools.send(
        request,
        reply,
        result.ok ? ok(versionData(result.value)) : result,
        'application:api.mode-changed',
      )
    },
  )
}

function versionsApi<Asker extends Actor>(app: FastifyInstance, { application, tools }: ApiDeps<Asker>) {
  const own = { onRequest: tools.needsBearer }

  app.get(
    '/application/versions',
    {
      ...own,
      schema: {
        summary: 'Every version submitted, newest first',
        security,
        response: answers(Type.Array(VersionData)),
      },
    },
    (request, reply) =>
      tools.send(
        request,
        reply,
        ok(application.versionsOf(tools.actor(request).candidateId).map(versionData)),
        'http:done',
      ),
  )

  app.get<{ Params: { number: string } }>(
    '/application/versions/:number',
    {
      ...own,
      schema: {
        summary: 'One version in words',
        security,
        params: Type.Object({ number: text }),
        response: answers(Type.Object({ ...VersionData.properties, sheet: SheetData })),
      },
    },
    (request, reply) => {
      const number = writtenNumber(request.params.number) ?? 0
      const result = application.sheetOfVersion(tools.actor(request).candidateId, number, tools.language(request))
      return tools.send(
        request,
        reply,
        result.ok ? ok({ ...versionData(result.value), sheet: result.value.sheet }) : result,
        'http:done',
      )
    },
  )
}
