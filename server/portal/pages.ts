import type { FastifyInstance } from 'fastify'
import { namesIn } from '#server/domain/application/form/seat-names.ts'
import { stepsDone, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import { activitiesOf } from '#server/domain/site/windows.ts'
import { roundBit, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { href } from '#server/domain/terms/href.ts'
import { roundOfPermission } from '#server/domain/terms/permissions.ts'
import { type CandidateFile, type CandidateRoute, candidateRoutes, takesFiles } from '#server/domain/terms/routes.ts'
import { dropCookies } from '#server/features/accounts/accounts/http-session.ts'
import type { SessionActor } from '#server/features/accounts/accounts/store.ts'
import { createCourseView } from '#server/features/content/content/course-view.ts'
import type { StaffActor } from '#server/features/desk/staff/deps.ts'
import { staffView } from '#server/features/desk/staff/view.ts'
import type { Services } from '#server/features/index.ts'
import { paymentsCallback } from '#server/features/money/payments/api.ts'
import { flashValue } from '#server/http/cookies.ts'
import { createPageCache } from '#server/http/page-cache.ts'
import { createPageHandler } from '#server/http/pages/index.ts'
import { isSameOrigin } from '#server/http/same-origin.ts'
import { sentToken } from '#server/http/sent-token.ts'
import { acceptFiles } from '#server/http/upload.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { earliest } from '#server/kernel/time.ts'
import type { Trouble } from '#server/kernel/troubles.ts'

import { type Context, enter, type PortalDeps, refuseForNow, signedIn } from './context'
import { candidatesFiles } from './files'

/** Draws and takes in the pages of candidates and of the desk. */
export function createPages(context: Context, { others, demoPhase }: Pick<PortalDeps, 'others' | 'demoPhase'>) {
  const { services, assets, base, cellBase, cookies, arrivals } = context
  const { course, accounts, application, staff, clock } = services
  const cache = createPageCache({
    now: clock.portal,
    nextChange: () => earliest(services.nextPublicChange(), services.serviceBanner.nextChange()),
  })
  services.whenPublicChanges(cache.clear)
  return createPageHandler<Services, SessionActor, StaffActor>({
    services,
    base,
    cellBase,
    cookies,
    assets,
    cache,
    uploads: services.uploads,
    course: createCourseView(
      course,
      others.map((other) => other.course),
      services.content.season,
      accounts.isSsoOn,
    ),
    namesIn: (language) => namesIn(language, course.form),
    origin: services.publicUrl,
    now: clock.portal,
    arrivedAt: arrivals.of,
    actorOf: (request) => signedIn(context, request),
    uploaderOf: (request) => signedIn(context, request)?.candidateId ?? null,
    sessionOf(actor) {
      const { details, permissions, facts } = application.standingOf(actor)
      const seatRounds = roundNumbers(course.rounds).filter((round) => facts.roundsAllotted & roundBit(round))
      const { seat: seatAct, options, duties } = services.nextActs.of(actor)
      const isOpen = options !== null && !options.isConfirmed
      const unconfirmed = isOpen ? services.optionForm.unconfirmed(actor.candidateId, clock.portal()) : null
      const done = stepsDone(taskList(taskFactsOf(facts)))
      return {
        details,
        isToldByEmail: actor.isEmailVerified === 1,
        permissions,
        seatRounds,
        done,
        unconfirmed,
        seatAct,
        duty: duties[0] ?? null,
        csrf: actor.csrf,
      }
    },
    access: (route, actor) => application.access(route, application.standingOf(actor)),
    mayUnlock: (actor) => application.mayUnlock(actor.candidateId).ok,
    windowOf(permission, language) {
      const now = clock.portal()
      const activity = activitiesOf(permission, course.rounds)
        .map((key) => services.notices.activity(key))
        .find((one) => one !== undefined && (one.closesAt ?? one.opensAt) > now)
      if (!activity) return null
      const { title, opensAt, closesAt } = activity
      const until = closesAt === null ? null : formatDateTime(closesAt, language)
      return { title: title[language], from: formatDateTime(opensAt, language), until }
    },
    standingOf(actor, permission, language) {
      if (permission === 'grivancy') return grievanceStanding(services, actor, language)
      if (permission === 'convertFee') return conversionStanding(services, actor, language)
      const isOfRounds =
        permission === 'seat' || permission === 'cancelAdmission' || roundOfPermission(permission) !== null
      const standing = isOfRounds ? services.seatAcceptance.standingInWords(actor.candidateId, language) : null
      return standing && { ...standing, page: 'allotment' }
    },
    hasRoom: (request) => new Promise((resolve) => enter(context, request, resolve)),
    refuse: (request, reply) => refuseForNow(context, request, reply),
    rememberLanguage(actor, language) {
      if (actor.language !== language) accounts.setLanguage(actor, language)
    },
    keepForm(request, form) {
      const cookie = cookies.session.read(request)
      const owner = cookie ? accounts.sessions.ownerOf(cookie) : null
      return owner === null ? null : services.keptForms.keep(form, owner)
    },
    keptForm: (cookie, actor) => services.keptForms.open(cookie, actor.candidateId),
    desk: {
      actorOf(request) {
        const cookie = cookies.desk.read(request)
        return cookie ? staff.byCookie(cookie) : null
      },
      viewOf: staffView,
      isClosed: services.privacy.retention.isClosed,
    },
    banner(language) {
      if (services.archive) return { tone: 'info', text: translate(language, 'http:refusal.archived') }
      if (!services.settings.isOpened()) return { tone: 'info', text: translate(language, 'http:refusal.not-opened') }
      const banner = services.serviceBanner.current(language)
      if (banner) return banner
      const [trouble] = services.troubles.lasting().filter(isFelt)
      return trouble ? { tone: 'warn', text: translate(language, `http:trouble.${trouble}`) } : null
    },
    demo: () => (demoPhase ? { phase: demoPhase() } : null),
  })
}

/** A grievance on the seat that an officer decides; the page of grievances is closed to its candidate. */
function grievanceStanding({ grievances, selfVerification }: Services, actor: SessionActor, language: Language) {
  const own = grievances.own(actor.candidateId).grievances.find(({ state }) => state === 'open')
  if (!own || !selfVerification.verifications(actor.candidateId).some(({ grievanceId }) => grievanceId === own.id))
    return null
  const title = translate(language, 'signedin:grievance-on-seat', { number: own.number })
  return {
    title,
    text: translate(language, 'signedin:grievance-on-seat.about'),
    hasLeft: true,
    page: 'self-arc-home' as const,
  }
}

/** A conversion fee that is paid: its page is open only while something is due. */
function conversionStanding({ payments }: Services, actor: SessionActor, language: Language) {
  const { paid, due } = payments.conversion(actor.candidateId)
  if (paid === 0 || due) return null
  return {
    title: translate(language, 'signedin:conversion-paid', { amount: formatRupees(paid) }),
    text: translate(language, 'signedin:conversion-paid.about'),
    hasLeft: true,
    page: 'transactions-logs' as const,
  }
}

/** Troubles that candidates feel: they wait for an OTP, or want to pay. */
const isFelt = (trouble: Trouble): trouble is 'gateway' | 'sms' => trouble === 'gateway' || trouble === 'sms'

/** A portal with its pages: what its addresses are registered from. */
export type Portal = Context & { pages: ReturnType<typeof createPages> }

/** Candidates' pages and the files next to them, by their tables. */
export async function registerCandidates(candidate: FastifyInstance, portal: Portal): Promise<void> {
  const { services, assets, base, arrivals, pages } = portal
  const { payments } = services
  for (const route of Object.keys(candidateRoutes) as CandidateRoute[]) {
    const handler = pages.handle(route)
    candidate.get(`/${route}`, { schema: { hide: true } }, handler)
    if (!takesFiles(route)) {
      candidate.post(`/${route}`, { schema: { hide: true }, onRequest: arrivals.note }, handler)
    }
  }
  await candidate.register(async (scope) => {
    await acceptFiles(scope)
    for (const route of (Object.keys(candidateRoutes) as CandidateRoute[]).filter(takesFiles)) {
      scope.post(`/${route}`, { schema: { hide: true }, onRequest: arrivals.note }, pages.handle(route))
    }
  })
  for (const [file, send] of Object.entries(candidatesFiles(portal))) {
    candidate.get(`/${file}`, { schema: { hide: true } }, pages.handleFile(file as CandidateFile, send as never))
  }
  paymentsCallback(candidate, {
    payments,
    pageFor: (order) => href(base, 'payment/return', undefined, { order }),
    refused: (request, reply) => pages.sendError(request, reply, 403, null),
  })
  candidate.get('/version.json', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ version: assets.version }),
  )
  registerLogout(candidate, portal)
}

function registerLogout(candidate: FastifyInstance, portal: Portal): void {
  const { services, base, cookies, pages } = portal
  const { accounts } = services
  candidate.post('/logout', { schema: { hide: true } }, (request, reply) => {
    const actor = signedIn(portal, request)
    if (!isSameOrigin(request) || (actor && sentToken(request, false) !== actor.csrf))
      return pages.sendError(request, reply, 403, null)
    if (actor) accounts.sessions.logout(actor)
    dropCookies(reply, cookies)
    cookies.flash.write(reply, flashValue({ type: 'success', key: 'shell:flash.logged-out' }))
    // On a shared computer the next candidate begins at the login.
    const to = (request.body as { to?: unknown } | null)?.to === 'login' ? 'login' : 'home'
    return reply.header('cache-control', 'no-store').redirect(href(base, to), 303)
  })
}
