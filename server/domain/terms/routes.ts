import { type StepNumber, steps } from './journey'
import { type Permission, roundPermissions } from './permissions'
import { type PublicPdf, publicPdfs } from './public-pdfs'
import type { DeskPermission } from './staff'

/** Who may see a page. Every route needs a rule here to be registered. */
export type RouteRule =
  | { audience: 'public' }
  | {
      audience: 'candidate'
      permission: Permission | readonly Permission[]
      step?: StepNumber
      /** Its forms may carry files; other routes refuse files unread. */
      takesFiles?: true
    }

const open = { audience: 'public' } as const
const needs = (...permission: Permission[]) => ({ audience: 'candidate', permission }) as const
const step = <N extends StepNumber>(number: N) =>
  ({ audience: 'candidate', permission: number === 8 ? 'print' : 'form', step: number }) as const
const withFiles = <R extends object>(rule: R) => ({ ...rule, takesFiles: true }) as const

/** Every page under `/<slug>/candidate/`, spelled as in rules §18.2 to §18.5, with its rule. */
export const candidateRoutes = {
  home: open,
  login: open,
  sso: open,
  'forgot-password': open,
  registration: open,
  'registration-success': open,
  'otp-verify': open,
  'forgot-otp-verify': open,
  notifications: open,
  importantdate: open,
  news: open,
  faq: open,
  download: open,
  institute_wise_Allotment: open,
  'closing-merit': open,
  chances: open,
  fclist: open,
  application_Fee: open,
  'institude-list': open,
  'institude-list/:code': open,
  compare: open,
  'seat-matrix': open,
  contactus: open,
  privacyandpolicy: open,
  'institute-wise-vacancy': open,
  'late-returns': open,
  'roll-call': open,
  complaints: open,
  verification: open,
  'public-log': open,
  'check-letter': open,
  file: open,
  accessibility: open,
  'screen-reader': open,
  sitemap: open,
  'copyright-policy': open,
  'hyperlinking-policy': open,
  'archival-policy': open,
  'site-feedback': open,
  offline: open,
  // `round-one`, `round-two`, …: one for each round of the season.
  'allotment/:round': open,
  'allotment/:round/check': open,
  'allotment/round-print-form/:userId': open,
  'merit-lists': open,
  'meritstatus/final-merit': open,
  'meritstatus/final-merit/print/:userId': open,
  'meritstatus/provisional-merit': open,
  'meritstatus/provisional-merit/print/:userId': open,
  'api/docs': open,

  dashboard: needs('dashboard'),
  'type-of-candidature': step(0),
  'type-details': step(1),
  'category-details': step(2),
  'qualifications-details': step(3),
  'personal-details': step(4),
  'photo-details': withFiles(step(5)),
  'documents-details': withFiles(step(6)),
  payment: step(7),
  'print-pdf': step(8),
  schedule: needs('dashboard'),
  'documents/view/:name': needs('dashboard'),
  sms: needs('message'),
  message: needs('message'),
  'message-viewall': needs('message'),
  'singleMsg/:id': needs('message'),
  'transactions-logs': needs('message'),
  'payment/checkout/:id': needs('message'),
  'payment/return': needs('message'),
  'forgot-password-auth': needs('password'),
  'change-mobile': needs('password'),
  test: needs('dashboard'),
  grievancy: withFiles(needs('grivancy')),
  'option-form': needs(...roundPermissions),
  'option-form/select-course': needs(...roundPermissions),
  'option-form/select-institutes': needs(...roundPermissions),
  'option-form/select-prefrence': needs(...roundPermissions),
  'option-form/lisitng-confirm': needs(...roundPermissions),
  'option-form/print': needs(...roundPermissions),
  'option-form/print2': needs(...roundPermissions),
  acknowledgement: needs('acknowledgement'),
  'provisional-merit': needs('pMerit'),
  'final-merit': needs('fMerit'),
  'jk-seat': needs('fMerit'),
  'non-cap': needs('dashboard'),
  starred: needs('dashboard'),
  'second-receiver': needs('dashboard'),
  'convert-fee': needs('convertFee'),
  allotment: needs(...roundPermissions, 'seat'),
  'self-arc-home': needs('seat'),
  'graducation-marks-file': withFiles(needs('gradMarks')),
  'cancel-admission-request': needs('cancelAdmission'),
  'cancel-admission-application-form-print': needs('cancelPrint'),
  feedback: needs('feedback'),
  'my-data': needs('dashboard'),
  appointment: needs('scrutiny'),
  certificates: withFiles(needs('dashboard')),
} as const satisfies Record<string, RouteRule>

export type CandidateRoute = keyof typeof candidateRoutes

/** Who may have a file: everybody, or everyone who may open its page. */
export type FileRule = { audience: 'public' } | { audience: 'candidate'; page: CandidateRoute }

const withPage = <R extends CandidateRoute>(page: R) => ({ audience: 'candidate', page }) as const

/** Files beside the candidates' pages, with the rule that guards each: all of them answer a GET. */
export const candidateFiles = {
  ...(Object.fromEntries(publicPdfs.map((file) => [file, open])) as Record<PublicPdf, typeof open>),
  'file/:id.pdf': open,
  // A blank proforma.
  'download/proforma-:name.pdf': open,
  // A blank worksheet of the form, for a type and a category: `A_OBC`. The form of the downloads names them in a query.
  'download/worksheet-:of.pdf': open,
  'download/worksheet.pdf': open,
  // The dates as files for a calendar: all that are to come, or one.
  'importantdate.ics': open,
  'importantdate/:key.ics': open,
  'sitemap.xml': open,
  'notices.rss': open,
  'manifest.webmanifest': open,
  'icon-:size.png': open,
  'logo-:mark.png': open,
  'service-worker.js': open,
  'seat-matrix.pdf': open,
  'seat-matrix.csv': open,
  'institute-wise-vacancy.csv': open,
  'merit-lists/:name.pdf': open,
  'merit-lists/:name.csv': open,
  'institute_wise_Allotment.pdf': open,
  'institute_wise_Allotment.csv': open,
  'closing-merit.csv': open,
  'chances.json': open,
  'allotment/:round/dossier/:file': open,
  // The rules of the allotment and a program in Python, by which anybody checks a dossier without the portal.
  'verify.py': open,
  'allotment-format.md': open,
  'witness.py': open,
  'check.py': open,
  'sign.py': open,
  // What checks letters without a network: keys, and the signed lists of revocations.
  'letters.json': open,
  'letters/:list': open,
  'log-format.md': open,
  // For a candidate looked up in this browser; the sender checks this.
  'allotment/round-print-form/:userId/letter-:round.pdf': open,

  'my-data.pdf': withPage('my-data'),
  'my-data.zip': withPage('my-data'),
  'print-pdf.pdf': withPage('print-pdf'),
  'acknowledgement.pdf': withPage('acknowledgement'),
  'provisional-merit.pdf': withPage('provisional-merit'),
  'final-merit.pdf': withPage('final-merit'),
  'jk-seat.pdf': withPage('jk-seat'),
  'option-form/print.pdf': withPage('option-form/print'),
  'transactions-logs/receipt-:payment.pdf': withPage('transactions-logs'),
  'allotment/letter-:round.pdf': withPage('allotment'),
  'self-arc-home/receipt.pdf': withPage('dashboard'),
  'cancel-admission-application-form-print.pdf': withPage('cancel-admission-application-form-print'),
  'documents/view/:name/file': withPage('documents/view/:name'),
  'documents/view/:name/thumbnail': withPage('documents/view/:name'),
  'certificates/:name/file': withPage('certificates'),
  'grievancy/file/:grievance-:file': withPage('grievancy'),
} as const satisfies Record<string, FileRule>
export type CandidateFile = keyof typeof candidateFiles

/** Candidates' addresses without a page: the logout, and the way back from the payment gateway. */
export type CandidateAct = 'logout' | 'payment/callback'

/** Who may see a desk page or use an address. */
export type CellRule =
  | { audience: 'public' }
  | {
      audience: 'staff'
      permission: DeskPermission
      /** Its forms may carry files; `tables`: one of them may be a table of many lines. */
      takesFiles?: true | 'tables'
    }

const staffWho = (permission: DeskPermission) => ({ audience: 'staff', permission }) as const

/** Every desk page under `/<slug>/cell/`, with its rule. */
export const cellRoutes = {
  'login/:desk': open,
  invitation: open,
  home: staffWho('desk'),
  // One of the four doors; each shows a role only its own pages.
  'door/:door': staffWho('desk'),
  account: staffWho('desk'),
  // Looking for candidates needs the permission to open their record or form, which the page checks.
  search: staffWho('desk'),
  overview: staffWho('overview'),
  'help-desk': staffWho('help-desk'),
  'help-desk/:userId': staffWho('help-desk'),
  'not-acted': staffWho('help-desk'),
  duplicates: staffWho('help-desk'),
  orders: staffWho('settings'),
  appointments: staffWho('confirm-at-centre'),
  'centre/:userId': withFiles(staffWho('confirm-at-centre')),
  'centre/:userId/:step': staffWho('confirm-at-centre'),
  slots: staffWho('slots'),
  certificates: staffWho('scrutinise'),
  'certificates/:id': staffWho('scrutinise'),
  schedule: staffWho('settings'),
  notices: staffWho('content'),
  downloads: withFiles(staffWho('content')),
  centres: staffWho('settings'),
  'set-up': staffWho('settings'),
  'set-up/values': staffWho('settings'),
  settings: staffWho('settings'),
  'settings/:setting': withFiles(staffWho('settings')),
  'reply-templates': staffWho('settings'),
  templates: staffWho('settings'),
  'templates/:template': staffWho('settings'),
  'message-ids': staffWho('settings'),
  reports: staffWho('reports'),
  'stage-report': staffWho('reports'),
  yield: staffWho('reports'),
  'yield-seats': staffWho('reports'),
  approvals: staffWho('reports'),
  'approvals/:code': staffWho('reports'),
  'approvals/:code/:userId': staffWho('reports'),
  settlements: withFiles(staffWho('money')),
  refunds: staffWho('money'),
  'day-book': staffWho('money'),
  'seat-matrix': withFiles(staffWho('publish')),
  'seat-matrix/:id': staffWho('publish'),
  imports: staffWho('settings'),
  'imports/:kind': { ...staffWho('settings'), takesFiles: 'tables' },
  'imports/:kind/:id': staffWho('settings'),
  'institute-seats': staffWho('institute'),
  'non-cap': staffWho('institute'),
  reporting: staffWho('institute'),
  'reporting/:userId': staffWho('institute'),
  admitted: staffWho('institute'),
  returns: staffWho('institute'),
  'returns/:number': staffWho('institute'),
  'reporting-days': staffWho('publish'),
  'reporting-days/:code': staffWho('publish'),
  cancellations: staffWho('publish'),
  health: staffWho('settings'),
  staff: staffWho('staff'),
  'staff/:id': staffWho('staff'),
  audit: staffWho('audit'),
  'data-requests': staffWho('privacy'),
  'data-requests/:id': staffWho('privacy'),
  'data-register': staffWho('privacy'),
  breaches: staffWho('privacy'),
  'breaches/:id': staffWho('privacy'),
  officers: staffWho('staff'),
  scrutiny: staffWho('scrutinise'),
  'scrutiny/:userId': staffWho('scrutinise'),
  'second-reading/:userId': staffWho('scrutinise'),
  'bulk-message': staffWho('publish'),
  'bulk-message/:id': staffWho('publish'),
  reminders: staffWho('publish'),
  allotments: staffWho('publish'),
  'allotments/:id': staffWho('publish'),
  'allotments/:id/seats': staffWho('publish'),
  'jk-seats': staffWho('publish'),
  rehearsal: staffWho('settings'),
  'rehearsal/:id': staffWho('settings'),
  'service-banner': staffWho('content'),
  feedback: staffWho('content'),
  grievances: staffWho('grievances'),
  'merit-lists': staffWho('publish'),
  'merit-lists/:id': staffWho('publish'),
  'grievances/:id': staffWho('grievances'),
} as const satisfies Record<string, CellRule>
export type CellRoute = keyof typeof cellRoutes

/** Desk addresses without a page: each takes a POST with the session's token. */
export const cellActs = {
  logout: staffWho('desk'),
  // Of any list: each checks the permission of the list's own page.
  'list.csv': staffWho('desk'),
  'list-view': staffWho('desk'),
  'overview.csv': staffWho('overview'),
  'candidates.csv': staffWho('export'),
  'reports.csv': staffWho('reports'),
  'stage-report.csv': staffWho('reports'),
  'yield.csv': staffWho('reports'),
  'yield.pdf': staffWho('reports'),
  'stage-report.pdf': staffWho('reports'),
  'approval-list.csv': staffWho('reports'),
  'day-book.csv': staffWho('money'),
  'seat-matrix-sample.csv': staffWho('publish'),
  'allotment-seats.csv': staffWho('publish'),
  'merit-findings.csv': staffWho('publish'),
  'import-template.csv': staffWho('settings'),
  'import-table.csv': staffWho('settings'),
  'one-time-passwords.csv': staffWho('staff'),
  'reporting.csv': staffWho('institute'),
} as const satisfies Record<string, CellRule>
export type CellAct = keyof typeof cellActs

/** Files shown in desk pages: each answers a GET with bytes. */
export const cellFiles = {
  'scrutiny/:userId/file/:name': staffWho('scrutinise'),
  'scrutiny/:userId/file/:name/:page': staffWho('scrutinise'),
  'second-reading/:userId/file/:name': staffWho('scrutinise'),
  'second-reading/:userId/file/:name/:page': staffWho('scrutinise'),
  'duplicates/:userId/file/:name': staffWho('help-desk'),
  'duplicates/:userId/file/:name/:page': staffWho('help-desk'),
  'set-up/letterhead.pdf': staffWho('settings'),
  'settings/picture/:mark': staffWho('settings'),
  'settings/paper/:logo/:letterhead': staffWho('settings'),
  'reporting/:userId/file/:name': staffWho('institute'),
  'reporting/:userId/file/:name/:page': staffWho('institute'),
  'reporting/:userId/receipt': staffWho('institute'),
  'centre/:userId/documents/:name': staffWho('confirm-at-centre'),
  'centre/:userId/documents/:name/:page': staffWho('confirm-at-centre'),
  'certificates/:id/file': staffWho('scrutinise'),
  'certificates/:id/file/:page': staffWho('scrutinise'),
  'grievances/:id/file/:file': staffWho('grievances'),
  'grievances/:id/file/:file/:page': staffWho('grievances'),
  'allotments/:id/dossier/:file': staffWho('publish'),
  'approvals/:code/list.pdf': staffWho('reports'),
  'approvals/:code/:userId/file/:name': staffWho('reports'),
  'approvals/:code/:userId/file/:name/:page': staffWho('reports'),
} as const satisfies Record<string, CellRule>
export type CellFile = keyof typeof cellFiles

type Before<Text extends string, Mark extends string> = Text extends `${infer Head}${Mark}${string}` ? Head : Text
/** The name that a text begins with: `'name.csv'` → `'name'`. */
type NameIn<Text extends string> = Before<Before<Before<Text, '/'>, '.'>, '-'>

/** The named parameters of an address: `'singleMsg/:id'` → `{ id: string }`, `'merit-lists/:name.csv'` → `{ name: string }`. */
export type RouteParams<R extends string> = R extends `${string}:${infer Rest}`
  ? { [K in NameIn<Rest>]: string } & (Rest extends `${NameIn<Rest>}${infer Tail}` ? RouteParams<Tail> : unknown)
  : unknown

/** The step of the application that a route shows; undefined for other routes. */
export function stepOf(route: CandidateRoute): StepNumber | undefined {
  const rule: RouteRule = candidateRoutes[route]
  return rule.audience === 'candidate' ? rule.step : undefined
}

/** The permissions for a route, of which one suffices; empty for public pages. */
export function permissionsFor(route: CandidateRoute): readonly Permission[] {
  const rule: RouteRule = candidateRoutes[route]
  if (rule.audience === 'public') return []
  return typeof rule.permission === 'string' ? [rule.permission] : rule.permission
}

/** May the forms of a route carry files? */
export function takesFiles(route: CandidateRoute): boolean {
  const rule: RouteRule = candidateRoutes[route]
  return rule.audience === 'candidate' && rule.takesFiles === true
}

/** The same for a desk page; `tables`: files may be longer there. */
export function deskTakesFiles(route: CellRoute): boolean | 'tables' {
  const rule: CellRule = cellRoutes[route]
  return rule.audience === 'staff' && (rule.takesFiles ?? false)
}

/** `routeOfStep(3)` → `'qualifications-details'`. */
export const routeOfStep = (number: StepNumber): CandidateRoute => steps[number]
