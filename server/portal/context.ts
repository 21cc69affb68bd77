import type { FastifyRequest } from 'fastify'
import type { Config } from '../config'
import { candidateBase, deskBase } from '../domain/portal/href'
import type { SessionActor } from '../features/accounts/store'
import { pathOf } from '../http/address'
import { createArrivals } from '../http/arrival'
import type { AssetSource } from '../http/assets'
import { portalCookies } from '../http/cookies'
import { type Asking, createRefusals, type Gate } from '../http/overload'
import type { Services } from '../services'

export type PortalDeps = {
  services: Services
  config: Config
  assets: AssetSource
  /** The other portals of this server, for the footer. */
  others: readonly Services[]
  /** Lets requests in while there is room. */
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
    gate,
    refuseForNow: createRefusals(css),
  }
}

export type Context = ReturnType<typeof openContext>

/** The session that a request belongs to; null if nobody is signed in. */
export function signedIn({ services, cookies }: Context, request: FastifyRequest): SessionActor | null {
  const cookie = cookies.session.read(request)
  return cookie ? services.accounts.sessions.byCookie(cookie) : null
}

/** Requests that were let in: nobody waits twice. */
const letIn = new WeakSet<FastifyRequest>()

/** The addresses of a payment under way, below the candidates' base: its pages, its calls and the gateway's messages. */
const ofPayment = /^(api\/)?payments?\b/

/**
 * Calls `go` with true when it is the turn of a request, or with false if there is no room now; then nothing of it has
 * been done. For a payment there always is room.
 */
export function enter(context: Context, request: FastifyRequest, go: (isLetIn: boolean) => void): void {
  if (!context.gate.isFull() || ofPayment.test(pathOf(request).slice(context.base.length)) || letIn.has(request))
    go(true)
  else
    context.gate.enter(
      () => askingOf(context, request),
      (isLetIn) => {
        if (isLetIn) letIn.add(request)
        go(isLetIn)
      },
    )
}

/** Who asks: signed in at the portal, at its API or at the desk, or not. Looked up, because a cookie can be made up. */
function askingOf({ services, cookies }: Context, request: FastifyRequest): Asking {
  const { authorization } = request.headers
  const [session, desk] = [cookies.session.read(request), cookies.desk.read(request)]
  const isSignedIn =
    (authorization?.startsWith('Bearer ') && services.accounts.sessions.byBearer(authorization.slice(7))) ||
    (session !== undefined && services.accounts.sessions.byCookie(session)) ||
    (desk !== undefined && services.staff.byCookie(desk))
  return isSignedIn ? 'signed-in' : 'visitor'
}
