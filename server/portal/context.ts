import type { FastifyRequest } from 'fastify'
import type { Config } from '../config'
import { candidateBase, deskBase } from '../domain/portal/href'
import type { SessionActor } from '../features/accounts/store'
import { createArrivals } from '../http/arrival'
import type { AssetSource } from '../http/assets'
import { portalCookies } from '../http/cookies'
import type { Services } from '../services'

export type PortalDeps = {
  services: Services
  config: Config
  assets: AssetSource
  /** The other portals of this server, for the footer. */
  others: readonly Services[]
  /** The demo's phase for the ribbon; null in live mode. */
  demoPhase: (() => string) | null
}

/** Every wing of a portal shares these. */
export function openContext({ services, config, assets }: Pick<PortalDeps, 'services' | 'config' | 'assets'>) {
  const { course, clock } = services
  return {
    services,
    config,
    assets,
    base: candidateBase(course.slug),
    cellBase: deskBase(course.slug),
    cookies: portalCookies(course.slug, config.mode === 'live'),
    arrivals: createArrivals(clock.portal),
  }
}

export type Context = ReturnType<typeof openContext>

/** The session that a request belongs to; null if nobody is signed in. */
export function signedIn({ services, cookies }: Context, request: FastifyRequest): SessionActor | null {
  const cookie = cookies.session.read(request)
  return cookie ? services.accounts.sessions.byCookie(cookie) : null
}
