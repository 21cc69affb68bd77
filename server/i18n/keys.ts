import type acceptance from './locales/en/acceptance.json'
import type accounts from './locales/en/accounts.json'
import type admission from './locales/en/admission.json'
import type allotment from './locales/en/allotment.json'
import type application from './locales/en/application.json'
import type brochure from './locales/en/brochure.json'
import type cancellation from './locales/en/cancellation.json'
import type centres from './locales/en/centres.json'
import type certificates from './locales/en/certificates.json'
import type checking from './locales/en/checking.json'
import type content from './locales/en/content.json'
import type dataoffice from './locales/en/dataoffice.json'
import type demo from './locales/en/demo.json'
import type deskform from './locales/en/deskform.json'
import type documents from './locales/en/documents.json'
import type files from './locales/en/files.json'
import type form from './locales/en/form.json'
import type grievances from './locales/en/grievances.json'
import type health from './locales/en/health.json'
import type helpdesk from './locales/en/helpdesk.json'
import type http from './locales/en/http.json'
import type imports from './locales/en/imports.json'
import type inbox from './locales/en/inbox.json'
import type jkseats from './locales/en/jkseats.json'
import type list from './locales/en/list.json'
import type lookup from './locales/en/lookup.json'
import type merit from './locales/en/merit.json'
import type meritpages from './locales/en/meritpages.json'
import type messages from './locales/en/messages.json'
import type mydata from './locales/en/mydata.json'
import type noncap from './locales/en/noncap.json'
import type notices from './locales/en/notices.json'
import type offline from './locales/en/offline.json'
import type options from './locales/en/options.json'
import type orders from './locales/en/orders.json'
import type overview from './locales/en/overview.json'
import type payments from './locales/en/payments.json'
import type policies from './locales/en/policies.json'
import type printables from './locales/en/printables.json'
import type privacy from './locales/en/privacy.json'
import type proformas from './locales/en/proformas.json'
import type reported from './locales/en/reported.json'
import type reporting from './locales/en/reporting.json'
import type reports from './locales/en/reports.json'
import type results from './locales/en/results.json'
import type samplerules from './locales/en/samplerules.json'
import type scrutiny from './locales/en/scrutiny.json'
import type season from './locales/en/season.json'
import type seats from './locales/en/seats.json'
import type settlement from './locales/en/settlement.json'
import type shell from './locales/en/shell.json'
import type staff from './locales/en/staff.json'
import type steps from './locales/en/steps.json'
import type templates from './locales/en/templates.json'
import type verification from './locales/en/verification.json'
import type visitors from './locales/en/visitors.json'

type Texts = {
  acceptance: typeof acceptance
  accounts: typeof accounts
  admission: typeof admission
  allotment: typeof allotment
  application: typeof application
  brochure: typeof brochure
  cancellation: typeof cancellation
  centres: typeof centres
  certificates: typeof certificates
  checking: typeof checking
  content: typeof content
  dataoffice: typeof dataoffice
  demo: typeof demo
  deskform: typeof deskform
  documents: typeof documents
  files: typeof files
  form: typeof form
  health: typeof health
  helpdesk: typeof helpdesk
  grievances: typeof grievances
  http: typeof http
  imports: typeof imports
  inbox: typeof inbox
  list: typeof list
  lookup: typeof lookup
  merit: typeof merit
  meritpages: typeof meritpages
  jkseats: typeof jkseats
  messages: typeof messages
  mydata: typeof mydata
  noncap: typeof noncap
  notices: typeof notices
  offline: typeof offline
  options: typeof options
  orders: typeof orders
  overview: typeof overview
  payments: typeof payments
  policies: typeof policies
  printables: typeof printables
  privacy: typeof privacy
  proformas: typeof proformas
  reported: typeof reported
  reporting: typeof reporting
  reports: typeof reports
  results: typeof results
  samplerules: typeof samplerules
  scrutiny: typeof scrutiny
  season: typeof season
  seats: typeof seats
  settlement: typeof settlement
  shell: typeof shell
  staff: typeof staff
  steps: typeof steps
  templates: typeof templates
  verification: typeof verification
  visitors: typeof visitors
}

/** One file of texts: `locales/<language>/<namespace>.json`. */
export type Namespace = keyof Texts

type Singular<K> = K extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : K

/**
 * The name of a text: `accounts:login.title`. The English files define the names; a test checks the Marathi ones
 * against them.
 */
export type TextKey = { [N in Namespace]: `${N}:${Singular<keyof Texts[N]> & string}` }[Namespace]
