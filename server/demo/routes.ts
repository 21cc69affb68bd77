import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { candidateBase, deskBase, href } from '#server/domain/terms/href.ts'
import { grantCookies, originOf } from '#server/features/accounts/accounts/http-session.ts'
import { apiLanguage, sendRefusal } from '#server/http/api.ts'
import { portalCookies } from '#server/http/cookies.ts'
import { isSameOrigin } from '#server/http/same-origin.ts'
import { formatRupees } from '#server/i18n/format.ts'
import { isLanguage } from '#server/kernel/languages.ts'
import { type Refusal, type Refused, refuse } from '#server/kernel/result.ts'
import type { PortalAnswers } from '#server/portal/index.ts'
import type { Demo, PersonaSession } from './demo'
import { peopleOf } from './people'
import { personaPassword } from './personas'
import { demoPhases } from './phases'
import { type StopName, seenStops } from './tour'

type Body = { at?: unknown; phase?: unknown; course?: unknown; key?: unknown; stop?: unknown }

/** The stops of the tour that this browser has seen, by name. */
const seenCookie = 'demo_seen'

/** `/demo` for people and its JSON for programs. Registered in demo mode only, so that live mode answers 404. */
export async function registerDemo(
  app: FastifyInstance,
  { demo, portals }: { demo: Demo; portals: readonly PortalAnswers[] },
): Promise<void> {
  const portal = portals[0]!
  const hidden = { schema: { hide: true } }
  const sendDemo = (request: FastifyRequest, reply: FastifyReply, refusal?: Refusal) => {
    const asked = request.query as Record<string, unknown>
    const seen = seenStops(request.cookies[seenCookie])
    const data = {
      stops: demo.stops().map((stop) => ({ ...stop, isSeen: seen.includes(stop.name) })),
      ...peopleOf(demo.personas, demo.titles, { course: text(asked.course) ?? portal.slug, q: text(asked.q) ?? '' }),
      outbox: demo.outbox(undefined, 30),
      now: demo.now(),
      phase: demo.phase(),
      phases: demoPhases,
      password: personaPassword,
    }
    return portal.sendPage(request, reply, 'demo', data, refusal)
  }
  const tell = (request: FastifyRequest, reply: FastifyReply, { refusal }: Refused) =>
    sendRefusal(reply, refusal, apiLanguage(request, null))
  /** People get the page again, which says why. */
  const refused = (request: FastifyRequest, reply: FastifyReply, result: Refused) =>
    isForm(request) ? sendDemo(request, reply, result.refusal) : tell(request, reply, result)
  const otherSite = (request: FastifyRequest) => (isSameOrigin(request) ? null : refuse('other-site', 403))
  const isForm = (request: FastifyRequest) =>
    request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  /** Signs in, in the language that was chosen on the page of the demo. True for a member of staff. */
  function enter(request: FastifyRequest, reply: FastifyReply, session: PersonaSession): boolean {
    const cookies = portalCookies(session.slug, false)
    const chosen = portalCookies(portal.slug, false).language.read(request)
    if (isLanguage(chosen)) cookies.language.write(reply, chosen)
    if ('grant' in session) {
      grantCookies(reply, cookies, session.grant)
      return false
    }
    cookies.desk.write(reply, session.cookie)
    cookies.door.write(reply, session.door)
    return true
  }

  app.addHook('onSend', async (_request, reply, payload) => {
    reply.header('cache-control', 'no-store')
    return payload
  })

  app.get('/demo', hidden, (request, reply) => sendDemo(request, reply))
  app.get('/demo/personas.json', hidden, (request) => {
    const language = apiLanguage(request, null)
    return demo.personas.map(({ about, shownIn, name: _, ...persona }) => ({
      ...persona,
      about: shownIn === null ? about[language] : `${about[language]} (${shownIn})`,
    }))
  })
  app.get<{ Querystring: { to?: unknown } }>('/demo/outbox.json', hidden, (request) =>
    demo.outbox(text(request.query.to)),
  )
  app.get('/demo/books.json', hidden, () => demo.brokenBooks())
  app.get('/demo/clock.json', hidden, () => ({ now: new Date(demo.now()).toISOString(), phase: demo.phase() }))

  app.post<{ Body: Body | null }>('/demo/clock', hidden, async (request, reply) => {
    const foreign = otherSite(request)
    if (foreign) return tell(request, reply, foreign)
    const { at, phase } = request.body ?? {}
    // Weeks of a season take a slow machine longer than the server lets a silent connection wait.
    request.raw.socket.setTimeout?.(0)
    const result = await demo.moveClock({ at: text(at), phase: text(phase) })
    if (!result.ok) return refused(request, reply, result)
    return isForm(request) ? reply.redirect('/demo', 303) : result.value
  })

  app.post<{ Body: Body | null }>('/demo/login', hidden, async (request, reply) => {
    const foreign = otherSite(request)
    if (foreign) return tell(request, reply, foreign)
    const cookies = portalCookies(String(request.body?.course), false)
    const result = await demo.login(request.body?.course, request.body?.key, originOf({ request, cookies }))
    if (!result.ok) return refused(request, reply, result)
    const { slug } = result.value
    const isStaff = enter(request, reply, result.value)
    return reply.redirect(isStaff ? href(deskBase(slug), 'home') : href(candidateBase(slug), 'dashboard'), 303)
  })

  app.post<{ Body: Body | null }>('/demo/tour', hidden, async (request, reply) => {
    const foreign = otherSite(request)
    if (foreign) return tell(request, reply, foreign)
    // As for the clock, which this may move.
    request.raw.socket.setTimeout?.(0)
    const origin = originOf({ request, cookies: portalCookies(portal.slug, false) })
    const result = await demo.openStop(request.body?.stop, origin)
    if (!result.ok) return refused(request, reply, result)
    const { slug, to, session } = result.value
    const stop = request.body!.stop as StopName
    const seen = seenStops([request.cookies[seenCookie], stop].join('.'))
    reply.setCookie(seenCookie, seen.join('.'), { path: '/demo', httpOnly: true, sameSite: 'lax' })
    if (session) enter(request, reply, session)
    const said = { type: 'info', key: `demo:flash.${stop}` }
    portalCookies(slug, false).flash.write(reply, Buffer.from(JSON.stringify(said)).toString('base64url'))
    return reply.redirect(to, 303)
  })

  const gatewayOf = (request: FastifyRequest) => {
    const { course, order } = request.params as { course: string; order: string }
    const answers = portals.find(({ slug }) => slug === course)
    const found = demo.gatewayOrder(course, order)
    return answers && found && { answers, course, order, ...found }
  }

  app.get('/demo/gateway/:course/:order', hidden, (request, reply) => {
    const page = gatewayOf(request)
    if (!page) return portal.notFound(request, reply)
    const { amount, reference, isPaid, answers } = page
    return answers.sendPage(request, reply, 'demo/gateway', { amount: formatRupees(amount), reference, isPaid })
  })

  app.post<{ Body: { outcome?: unknown } | null }>('/demo/gateway/:course/:order', hidden, (request, reply) => {
    const foreign = otherSite(request)
    if (foreign) return refused(request, reply, foreign)
    const page = gatewayOf(request)
    if (!page) return portal.notFound(request, reply)
    const back = demo.decidePayment(page.course, page.order, request.body?.outcome)
    return back.ok ? reply.redirect(back.value, 303) : refused(request, reply, back)
  })

  app.post('/demo/jobs', hidden, async (request, reply) => {
    const foreign = otherSite(request)
    if (foreign) return tell(request, reply, foreign)
    request.raw.socket.setTimeout?.(0)
    const took = await demo.runJobs()
    return isForm(request) ? reply.redirect('/demo', 303) : { done: true, took }
  })
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
