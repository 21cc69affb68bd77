import type { FastifyInstance } from 'fastify'
import { href } from '#server/domain/terms/href.ts'
import { accountsApi } from '#server/features/accounts/accounts/api/index.ts'
import type { SessionActor } from '#server/features/accounts/accounts/store.ts'
import { cancellationApi } from '#server/features/admission/cancellation/api.ts'
import { seatAcceptanceApi } from '#server/features/admission/seat-acceptance/api.ts'
import { selfVerificationApi } from '#server/features/admission/self-verification/api.ts'
import { applicationApi } from '#server/features/application/application/api.ts'
import { referenceApi } from '#server/features/application/application/reference-api.ts'
import { documentsApi } from '#server/features/application/documents/api.ts'
import { contentApi } from '#server/features/content/content/api.ts'
import { printablesApi } from '#server/features/content/printables/api.ts'
import { meritPagesApi } from '#server/features/merit/merit-pages/api.ts'
import { inboxApi } from '#server/features/messages/inbox/api.ts'
import { paymentsApi } from '#server/features/money/payments/api.ts'
import { publicLogApi } from '#server/features/operations/public-log/api.ts'
import { centresApi } from '#server/features/scrutiny/centres/api.ts'
import { certificatesApi } from '#server/features/scrutiny/certificates/api.ts'
import { grievancesApi } from '#server/features/scrutiny/grievances/api.ts'
import { scrutinyApi } from '#server/features/scrutiny/scrutiny/api.ts'
import { resultsApi } from '#server/features/seats/allotment/published-api.ts'
import { optionFormApi } from '#server/features/seats/option-form/api.ts'
import { seatMatrixApi } from '#server/features/seats/seat-matrix/api.ts'
import { type ApiTools, bodyValidator, createApiTools } from '#server/http/api.ts'
import { registerApiDocument } from '#server/http/open-api.ts'

import type { Portal } from './pages'

/** The API of candidates. */
export async function registerApi(api: FastifyInstance, portal: Portal): Promise<void> {
  const { services, assets, cookies, arrivals } = portal
  const { course, accounts, application, centres, payments } = services
  const tools = createApiTools<SessionActor>({
    cookies,
    byBearer: accounts.sessions.byBearer,
    arrivals,
  })
  api.setValidatorCompiler(bodyValidator as never)
  // JSON only: bodies that another site's form can send are not parsed at all.
  api.removeContentTypeParser(['text/plain', 'application/x-www-form-urlencoded'])
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  services.publishApiDocument(
    await registerApiDocument(api, {
      title: course.courseTitle.en,
      version: assets.version,
      base: api.prefix,
      publicUrl: services.publicUrl(),
    }),
  )
  accountsApi(api, { accounts, tools })
  applicationApi(api, { application, tools })
  scrutinyApi(api, { scrutiny: services.scrutiny, tools })
  cancellationApi(api, { cancellation: services.cancellation, tools })
  centresApi(api, { centres, tools })
  certificatesApi(api, { certificates: services.certificates, tools, uploads: services.uploads })
  documentsApi(api, { documents: services.documents, tools, uploads: services.uploads })
  grievancesApi(api, { grievances: services.grievances, tools, uploads: services.uploads })
  inboxApi(api, { inbox: services.inbox, smsLog: services.messages.phoneLog, tools })
  meritPagesApi(api, { merit: services.meritPages, tools })
  printablesApi(api, { printables: services.printables, tools })
  resultsApi(api, { results: services.results, tools })
  registerPublicApi(api, portal, tools)
  const rounds = () => course.rounds
  seatMatrixApi(api, { seats: services.seats, rounds, language: tools.language })
  optionFormApi(api, { optionForm: services.optionForm, rounds, tools })
  selfVerificationApi(api, { selfVerification: services.selfVerification, rounds, tools })
  seatAcceptanceApi(api, { seatAcceptance: services.seatAcceptance, rounds, tools })
  await paymentsApi(api, { payments, gateway: payments.gatewayName, tools })
}

/** The calls that need nobody to be signed in. */
function registerPublicApi(api: FastifyInstance, portal: Portal, tools: ApiTools<SessionActor>): void {
  const { services, base } = portal
  referenceApi(api, {
    forms: Object.values(services.application.forms),
    rules: services.course.form,
    language: tools.language,
  })
  publicLogApi(api, { witnesses: services.witnesses, tools })
  contentApi(api, {
    language: tools.language,
    source: {
      notices: services.notices.published,
      schedule: services.notices.schedule,
      undated: services.notices.undated,
      changes: services.notices.changes,
      centres: services.directory.centres,
      fees: services.content.currentFees,
      files: services.publicFiles.list,
      fileAt: (id) => href(base, 'file/:id.pdf', { id }),
    },
  })
}
