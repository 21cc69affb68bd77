import type { FastifyInstance } from 'fastify'
import { href } from '../domain/portal/href'
import { accountsApi } from '../features/accounts/api'
import type { SessionActor } from '../features/accounts/store'
import { resultsApi } from '../features/allotment/published-api'
import { applicationApi } from '../features/application/api'
import { referenceApi } from '../features/application/reference-api'
import { cancellationApi } from '../features/cancellation/api'
import { centresApi } from '../features/centres/api'
import { certificatesApi } from '../features/certificates/api'
import { contentApi } from '../features/content/api'
import { documentsApi } from '../features/documents/api'
import { grievancesApi } from '../features/grievances/api'
import { inboxApi } from '../features/inbox/api'
import { meritPagesApi } from '../features/merit-pages/api'
import { optionFormApi } from '../features/option-form/api'
import { paymentsApi } from '../features/payments/api'
import { printablesApi } from '../features/printables/api'
import { scrutinyApi } from '../features/scrutiny/api'
import { seatAcceptanceApi } from '../features/seat-acceptance/api'
import { seatMatrixApi } from '../features/seat-matrix/api'
import { selfVerificationApi } from '../features/self-verification/api'
import { type ApiTools, bodyValidator, createApiTools } from '../http/api'
import { registerApiDocument } from '../http/open-api'

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
