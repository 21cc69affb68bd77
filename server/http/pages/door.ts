import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DeskLink, deskLinks } from '#server/domain/desk/desks.ts'
import { href } from '#server/domain/terms/href.ts'
import type { CellRule, RouteRule } from '#server/domain/terms/routes.ts'
import { addressOf, pathOf } from '../address'
import { isSameOrigin } from '../same-origin'
import { sentToken } from '../sent-token'
import { wantsView } from '../wants-view'
import type { Caller, PageHost, Person } from './host'
import { createKept } from './kept'

/** Does the POST come from one of our pages, and behind a guard from a page of this session? */
export function isOwnPost(
  request: FastifyRequest,
  { actor, staff }: Caller<Person, Person>,
  { audience }: Pick<RouteRule | CellRule, 'audience'>,
): boolean {
  if (!isSameOrigin(request)) return false
  const signedIn = actor ?? staff
  return !signedIn || audience === 'public' || sentToken(request, staff !== null) === signedIn.csrf
}

/** Who comes in, and the logins that everybody else is led to. */
export function createDoor<Services, Actor extends Person, Staff extends Person>(
  host: PageHost<Services, Actor, Staff>,
) {
  const { base, cellBase, cookies } = host
  const kept = createKept(host)

  /** Leads to a login. The script keeps the input of a form itself, so it only hears where to go. */
  function lead(request: FastifyRequest, reply: FastifyReply, to: string) {
    reply.header('cache-control', 'private, no-store')
    if (request.method === 'POST' && wantsView(request)) return reply.code(401).send({ redirect: to })
    return reply.redirect(to, 303)
  }

  return {
    /** The person who asks: a candidate on a candidate's page, a staff member at the desk, or nobody. */
    callerOf: (request: FastifyRequest, isAtDesk: boolean): Caller<Actor, Staff> => ({
      actor: isAtDesk ? null : host.actorOf(request),
      staff: isAtDesk ? host.desk.actorOf(request) : null,
    }),

    /** Redirects a visitor on a candidate's page to home, which offers the login and leads back. */
    toLogin(request: FastifyRequest, reply: FastifyReply) {
      const isPost = request.method === 'POST'
      const next = isPost ? pathOf(request) : addressOf(request)
      if (isPost && !wantsView(request)) kept.keep(request, reply, next)
      return lead(request, reply, href(base, 'home', undefined, { next }))
    },

    /** Redirects a visitor on a desk page to the login that they last used, which leads back. */
    toDeskLogin(request: FastifyRequest, reply: FastifyReply, next: string | null) {
      const last = cookies.door.read(request)
      const desk: DeskLink = deskLinks.find((link) => link === last) ?? 'admin'
      return lead(request, reply, href(cellBase, 'login/:desk', { desk }, { next }))
    },
  }
}
