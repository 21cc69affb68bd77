import type { FastifyInstance } from 'fastify'
import { candidateBase, deskBase } from '../domain/portal/href'
import { pathOf } from '../http/address'
import { apiLanguage } from '../http/api'
import { registerFloodGuard } from '../http/flood-guard'
import { rememberMethods } from '../http/known-methods'
import { Refused } from '../http/refused'
import { pageModules } from '../http/render'

import { createAnswers, type PortalAnswers } from './answers'
import { registerApi } from './api'
import { type Context, enter, openContext, type PortalDeps } from './context'
import { registerDesk } from './desk'
import { refuseUntilOpened } from './opening'
import { createPages, type Portal, registerCandidates } from './pages'

export type { PortalAnswers } from './answers'
export type { PortalDeps } from './context'

/** One course under its slug: `/<slug>/candidate/…` pages and API, `/<slug>/cell/…`. */
export async function registerPortal(app: FastifyInstance, deps: PortalDeps): Promise<PortalAnswers> {
  const { css } = await deps.assets.of(pageModules.get('_error')!.file, '', 'en', [], true)
  const context = openContext({ ...deps, css })
  const knownMethods = rememberMethods(app)
  guardAgainstFloods(app, deps)
  refuseWhenFull(app, context)
  if (deps.services.archive) refuseWrites(app, deps.services.course.slug)
  const portal: Portal = { ...context, pages: createPages(context, deps) }
  const { slug } = deps.services.course
  await app.register(
    async (candidate) => {
      refuseUntilOpened(candidate, deps.services, portal.base)
      await registerCandidates(candidate, portal)
      await candidate.register((api) => registerApi(api, portal), { prefix: '/api' })
    },
    { prefix: candidateBase(slug).slice(0, -1) },
  )
  await app.register((desk) => registerDesk(desk, portal), { prefix: deskBase(slug).slice(0, -1) })
  return createAnswers(portal, knownMethods)
}

function guardAgainstFloods(app: FastifyInstance, { services, config }: PortalDeps): void {
  const { clock, limits } = services
  registerFloodGuard(app, {
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

/**
 * Under full load, refuses visitors first and those who are signed in last; a payment under way never. A visitor's page is
 * refused only when it has to be drawn: from the cache it costs no more than a refusal.
 */
function refuseWhenFull(app: FastifyInstance, context: Context): void {
  const { base, cookies } = context
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request)
    const isCall = path.startsWith(`${base}api/`)
    const isDrawn = isReading(request.method) && !isCall && path.startsWith(base) && !cookies.session.read(request)
    if (isDrawn) return done()
    enter(context, request, (isLetIn) => {
      if (isLetIn) done()
      else context.refuseForNow(reply, isCall ? apiLanguage(request, cookies) : 'page')
    })
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

const isReading = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)
