import type { FastifyInstance } from 'fastify'
import { candidateBase, deskBase } from '../domain/portal/href'
import { registerFloodGuard } from '../http/flood-guard'
import { rememberMethods } from '../http/known-methods'

import { createAnswers, type PortalAnswers } from './answers'
import { registerApi } from './api'
import { openContext, type PortalDeps } from './context'
import { registerDesk } from './desk'
import { createPages, type Portal, registerCandidates } from './pages'

export type { PortalAnswers } from './answers'
export type { PortalDeps } from './context'

/** One course under its slug: `/<slug>/candidate/…` pages and API, `/<slug>/cell/…`. */
export async function registerPortal(app: FastifyInstance, deps: PortalDeps): Promise<PortalAnswers> {
  const context = openContext(deps)
  const knownMethods = rememberMethods(app)
  guardAgainstFloods(app, deps)
  const portal: Portal = { ...context, pages: createPages(context, deps) }
  const { slug } = deps.services.course
  await app.register(
    async (candidate) => {
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
      save: (rows) =>
        services.db.transact(() => {
          for (const { key, count, resetsAt } of rows) limits.put(`flood:${key}`, count, resetsAt)
        }),
    },
    now: clock.real,
  })
}
