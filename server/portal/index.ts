import type { FastifyInstance, FastifyRequest } from 'fastify'
import { candidateBase, deskBase } from '#server/domain/terms/href.ts'
import { type CandidateRoute, candidateRoutes } from '#server/domain/terms/routes.ts'
import { pathOf } from '#server/http/address.ts'
import { createFloodGuard } from '#server/http/flood-guard.ts'
import { rememberAddresses } from '#server/http/known-addresses.ts'
import { keepsTyping, type NoRoom } from '#server/http/no-room.ts'
import { Refused } from '#server/http/refused.ts'
import { pageModules } from '#server/http/render.tsx'

import { createAnswers, type PortalAnswers } from './answers'
import { registerApi } from './api'
import {
  type Context,
  enter,
  giveNumber,
  openContext,
  type PortalDeps,
  passes,
  refuseForNow,
  signedIn,
} from './context'
import { registerDesk } from './desk'
import { refuseUntilOpened } from './opening'
import { createPages, type Portal, registerCandidates } from './pages'
import { registerPublicLog } from './public-log'

export type { PortalAnswers } from './answers'
export type { PortalDeps } from './context'

/** One course under its slug: `/<slug>/candidate/…` pages and API, `/<slug>/cell/…`. */
export async function registerPortal(app: FastifyInstance, deps: PortalDeps): Promise<PortalAnswers> {
  const { css } = await deps.assets.of(pageModules.get('_error')!.file, '', 'en', [], true)
  const context = openContext({ ...deps, css })
  const known = rememberAddresses(app)
  letInByTurns(app, context, floodGuard(app, deps))
  if (deps.services.archive) refuseWrites(app, deps.services.course.slug)
  const portal: Portal = { ...context, pages: createPages(context, deps) }
  const { slug } = deps.services.course
  await app.register(
    async (candidate) => {
      refuseUntilOpened(candidate, deps.services, portal.base)
      await registerCandidates(candidate, portal)
      registerPublicLog(candidate, portal)
      await candidate.register((api) => registerApi(api, portal), { prefix: '/api' })
    },
    { prefix: candidateBase(slug).slice(0, -1) },
  )
  await app.register((desk) => registerDesk(desk, portal), { prefix: deskBase(slug).slice(0, -1) })
  return createAnswers(portal, known)
}

/** Tells of those whose network asks for more than its ceiling. */
function floodGuard(app: FastifyInstance, { services, config }: PortalDeps) {
  const { clock, limits } = services
  return createFloodGuard(app, {
    perMinute: config.requestsPerMinute,
    memory: {
      load: () => limits.startingWith('flood:', clock.real()),
      add: (rows) =>
        services.db.transact(() =>
          rows.map(({ key, count, resetsAt }) => {
            const known = limits.window(`flood:${key}`, clock.real())
            // A window that ends later was opened while the clock was wrong, or in another process a moment later.
            const sum = {
              count: count + (known?.count ?? 0),
              resetsAt: Math.min(known?.resetsAt ?? resetsAt, resetsAt),
            }
            limits.put(`flood:${key}`, sum.count, sum.resetsAt)
            return { key, ...sum }
          }),
        ),
    },
    now: clock.real,
  })
}

/** Marks a request that is refused once its form has been read. */
const refusal = Symbol('refusal')
type MaybeRefused = FastifyRequest & { [refusal]?: NoRoom | 'by the gate' }

/**
 * Lets requests in by the gate, and refuses those for which there is no room. A visitor's page waits only when it has to be
 * drawn: from the cache it costs no more than a refusal. Whoever is refused with a form gets it back with what was typed.
 */
function letInByTurns(
  app: FastifyInstance,
  context: Context,
  flooded: (request: FastifyRequest) => NoRoom | null,
): void {
  const { base, cookies } = context
  const open = new Set(
    (Object.keys(candidateRoutes) as CandidateRoute[]).filter(isOpen).map((route) => `${base}${route}`),
  )
  /** A page for nobody in particular: of somebody who is not signed in, or whose login has ended. */
  const isVisit = (request: FastifyRequest) =>
    !cookies.session.read(request) || (open.has(request.routeOptions.url ?? '') && !signedIn(context, request))
  app.addHook('onRequest', (request, reply, done) => {
    const noRoom = flooded(request)
    const path = pathOf(request)
    const isPage = isReading(request.method) && path.startsWith(base) && !path.startsWith(`${base}api/`)
    if (!noRoom && ((isPage && isVisit(request)) || passes(context, request))) return done()
    enter(context, request, (isLetIn) => {
      if (isLetIn && request.method === 'POST') giveNumber(context, request, reply)
      if (isLetIn && !noRoom) return done()
      if (!keepsTyping(request)) return void refuseForNow(context, request, reply, noRoom)
      ;(request as MaybeRefused)[refusal] = noRoom ?? 'by the gate'
      done()
    })
  })
  app.addHook('preValidation', (request: MaybeRefused, reply, done) => {
    const noRoom = request[refusal]
    if (!noRoom) done()
    else void refuseForNow(context, request, reply, noRoom === 'by the gate' ? null : noRoom)
  })
}

/** Nothing in a restored archive may change, so only staff sign in and out; they read and export what the desk shows. */
function refuseWrites(app: FastifyInstance, slug: string): void {
  const doors = [`${deskBase(slug)}login/`, `${deskBase(slug)}logout`]
  app.addHook('onRequest', async (request) => {
    const path = pathOf(request)
    const isExport = path.startsWith(deskBase(slug)) && path.endsWith('.csv')
    if (isReading(request.method) || isExport || doors.some((door) => path.startsWith(door))) return
    throw new Refused({ code: 'archived', status: 423 })
  })
}

const isOpen = (route: CandidateRoute) => candidateRoutes[route].audience === 'public'
const isReading = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)
