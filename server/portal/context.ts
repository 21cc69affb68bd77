import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { networkOf, siteOf } from '#server/domain/accounts/network.ts'
import { candidateBase, deskBase } from '#server/domain/terms/href.ts'
import type { SessionActor } from '#server/features/accounts/accounts/store.ts'
import type { Services } from '#server/features/index.ts'
import { pathOf } from '#server/http/address.ts'
import { apiLanguage } from '#server/http/api.ts'
import { createArrivals } from '#server/http/arrival.ts'
import type { AssetSource } from '#server/http/assets.ts'
import { portalCookies } from '#server/http/cookies.ts'
import { createNoRoom, type NoRoom } from '#server/http/no-room.ts'
import type { Asking, Gate } from '#server/http/overload.ts'
import { createTurnNumbers } from '#server/http/turn-numbers.ts'
import { wantsView } from '#server/http/wants-view.ts'

export type PortalDeps = {
  services: Services
  config: Config
  assets: AssetSource
  /** The other portals of this server, for the footer. */
  others: readonly Services[]
  /** Lets requests in when it is their turn. */
  gate: Gate
  /** The demo's phase for the ribbon; null in live mode. */
  demoPhase: (() => string) | null
}

type ContextDeps = Pick<PortalDeps, 'services' | 'config' | 'assets' | 'gate'> & { css: readonly string[] }

/** Every wing of a portal shares these. `css`: the stylesheets of every page. */
export function openContext({ services, config, assets, gate, css }: ContextDeps) {
  const { course, clock } = services
  return {
    services,
    config,
    assets,
    base: candidateBase(course.slug),
    cellBase: deskBase(course.slug),
    cookies: portalCookies(course.slug, config.mode === 'live'),
    arrivals: createArrivals(clock.portal),
    numbers: createTurnNumbers(config, course.slug, clock.real),
    gate,
    sendNoRoom: createNoRoom(css),
  }
}

export type Context = ReturnType<typeof openContext>

/** The session that a request belongs to; null if nobody is signed in. */
export function signedIn({ services, cookies }: Context, request: FastifyRequest): SessionActor | null {
  const cookie = cookies.session.read(request)
  return cookie ? services.accounts.sessions.byCookie(cookie) : null
}

/** Marks a request that was let in: nobody waits twice. A WeakSet would make every request dearer. */
const letIn = Symbol('let in')
/** Marks a request that waited in the lane of its network. */
const waited = Symbol('waited')
type MaybeLetIn = FastifyRequest & { [letIn]?: true; [waited]?: true }

/** The addresses of a payment under way, below the candidates' base: its pages, its calls and the gateway's messages. */
const ofPayment = /^(api\/)?payments?\b/
/** The gateway's messages: those that somebody made up cost no more than a refusal. */
const ofGateway = /^api\/payments\/webhook\b/

/** Calls `go` with true when it is the turn of a request, or with false if there is no room now; then nothing of it has been done. */
export function enter(context: Context, request: MaybeLetIn, go: (isLetIn: boolean) => void): void {
  if (request[letIn]) go(true)
  else
    context.gate.enter(
      () => {
        const asking = askingOf(context, request)
        if (asking.by === 'network') request[waited] = true
        return asking
      },
      (isLetIn) => {
        if (isLetIn) request[letIn] = true
        go(isLetIn)
      },
    )
}

/**
 * Gives a visitor a number if they had to wait among others of their network. Only with what no cache keeps: an answer to
 * an act, or a refusal.
 */
export function giveNumber({ cookies, numbers }: Context, request: MaybeLetIn, reply: FastifyReply): void {
  if (request[waited]) cookies.turn.write(reply, numbers.give())
}

/** Answers a request for which there is no room, or whose network asks for too much. */
export function refuseForNow(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  noRoom: NoRoom | null = null,
) {
  if (!noRoom) giveNumber(context, request, reply)
  const isCall = pathOf(request).startsWith(`${context.base}api/`) || wantsView(request)
  return context.sendNoRoom(request, reply, { callIn: isCall ? apiLanguage(request, context.cookies) : null, noRoom })
}

/** May a request pass the gate without its turn? */
export const passes = ({ base }: Context, request: FastifyRequest): boolean => ofGateway.test(below(base, request))

/** The part of an address below the candidates' base; empty for an address elsewhere. */
function below(base: string, request: FastifyRequest): string {
  const path = pathOf(request)
  return path.startsWith(base) ? path.slice(base.length) : ''
}

/**
 * Who asks: an account of the portal, its API or the desk, the account that this device was logged in to before, a number, or
 * else a network. Accounts are looked up, because a cookie can be made up; then it counts for nothing.
 */
function askingOf({ services, cookies, numbers, base }: Context, request: FastifyRequest): Asking {
  const { authorization } = request.headers
  const [session, desk] = [cookies.session.read(request), cookies.desk.read(request)]
  const { sessions } = services.accounts
  const candidate =
    (authorization?.startsWith('Bearer ') && sessions.byBearer(authorization.slice(7))) ||
    (session !== undefined && sessions.byCookie(session))
  const staff = !candidate && desk !== undefined && services.staff.byCookie(desk)
  const owner = candidate ? candidate.candidateId : staff ? null : sessions.ownerOfDevice(cookies.device.read(request))
  const account = staff ? `staff ${staff.id}` : owner !== null && `candidate ${owner}`
  const network = siteOf(networkOf(request.ip))
  const { socket } = request.raw
  const isPayment = ofPayment.test(below(base, request))
  const number = account || isPayment ? null : numbers.read(cookies.turn.read(request))
  return {
    as: isPayment ? 'payment' : account ? 'signed-in' : 'visitor',
    by: account ? 'account' : number ? 'number' : 'network',
    lane: account ? `${base} ${account}` : (number ?? network),
    network,
    isGone: () => socket.destroyed,
  }
}
