import { candidateMenu } from '#server/domain/site/candidate-menu.ts'
import { publicMenu } from '#server/domain/site/menu.ts'
import { type Permissions, permissionNames } from '#server/domain/terms/permissions.ts'
import type { CandidateRoute } from '#server/domain/terms/routes.ts'
import type { TextKey } from '#server/i18n/keys.ts'

/** Titles of routes that are in no sidebar, or whose sidebar line has other words. */
const titles: Partial<Record<CandidateRoute, TextKey>> = {
  'option-form': 'signedin:menu.option-form',
  'self-arc-home': 'signedin:menu.seat-acceptance',
  'cancel-admission-request': 'signedin:menu.cancel-admission',
  'cancel-admission-application-form-print': 'signedin:menu.cancel-admission',
  'registration-success': 'shell:title.registration-success',
  'otp-verify': 'shell:title.otp-verify',
  'forgot-otp-verify': 'shell:title.forgot-otp-verify',
  file: 'shell:title.file',
  accessibility: 'shell:title.accessibility',
  offline: 'shell:title.offline',
  'screen-reader': 'shell:title.screen-reader',
  sitemap: 'shell:title.sitemap',
  'copyright-policy': 'shell:title.copyright-policy',
  'hyperlinking-policy': 'shell:title.hyperlinking-policy',
  'archival-policy': 'shell:title.archival-policy',
  'site-feedback': 'shell:title.site-feedback',
  'institude-list/:code': 'shell:menu.institude-list',
  compare: 'shell:menu.institude-list',
  'public-log': 'shell:menu.verification',
  'check-letter': 'shell:menu.verification',
  starred: 'shell:menu.institude-list',
  // Their pages have words of their own.
  'roll-call': 'shell:title.allotment',
  complaints: 'shell:menu.contactus',
  'second-receiver': 'signedin:menu.message',
  'allotment/:round': 'shell:title.allotment',
  'allotment/:round/check': 'shell:title.allotment',
  'allotment/round-print-form/:userId': 'shell:title.allotment-letter',
  'meritstatus/final-merit/print/:userId': 'shell:title.merit-print',
  'meritstatus/provisional-merit/print/:userId': 'shell:title.merit-print',
  'api/docs': 'shell:title.api-docs',
  schedule: 'signedin:title.schedule',
  'documents/view/:name': 'signedin:title.document',
  'message-viewall': 'signedin:title.messages',
  'singleMsg/:id': 'signedin:menu.message',
  'change-mobile': 'signedin:title.change-mobile',
  'payment/checkout/:id': 'signedin:title.checkout',
  'payment/return': 'signedin:title.payment-return',
  test: 'signedin:title.test',
  grievancy: 'signedin:title.grievancy',
  feedback: 'signedin:menu.feedback',
  'my-data': 'signedin:menu.my-data',
  appointment: 'shell:title.appointment',
  allotment: 'shell:title.allotment',
  certificates: 'signedin:title.certificates',
  'jk-seat': 'signedin:title.jk-seat',
  'non-cap': 'signedin:title.non-cap',
  'option-form/lisitng-confirm': 'signedin:title.confirm-options',
  'option-form/print': 'signedin:title.print-options',
  'option-form/print2': 'signedin:title.print-options',
}

const everyPermission = Object.fromEntries(permissionNames.map((name) => [name, true])) as Permissions
const visitors = publicMenu({} as Parameters<typeof publicMenu>[0], ['home'], [], true)

/** Computed once, because every page asks for its title. */
const byRoute = new Map<string, TextKey>()
for (const { path, title } of [...candidateMenu(everyPermission), ...visitors].flatMap((g) => g.items)) {
  if (!byRoute.has(path)) byRoute.set(path, title as TextKey)
}
for (const [route, key] of Object.entries(titles)) byRoute.set(route, key)

/** The key of a route's title: its own, or that of its sidebar line; null for a page without a route, as `_error`. */
export const routeTitleKey = (route: string): TextKey | null => byRoute.get(route) ?? null
