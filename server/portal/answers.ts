import type { FastifyReply, FastifyRequest } from 'fastify'
import { href } from '#server/domain/terms/href.ts'
import { meantPath, pathOf, withQuery } from '#server/http/address.ts'
import { apiLanguage, sendRefusal } from '#server/http/api.ts'
import type { KnownAddresses } from '#server/http/known-addresses.ts'
import { wantsView } from '#server/http/wants-view.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Refusal } from '#server/kernel/result.ts'

import type { Portal } from './pages'

/** A portal's answers to errors and unknown addresses. */
export type PortalAnswers = {
  slug: string
  notFound(request: FastifyRequest, reply: FastifyReply): unknown
  refused(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): unknown
  broken(request: FastifyRequest, reply: FastifyReply, reference: string): unknown
  /** A page of the database cannot be read: the cell hears of it now, before the nightly check. */
  damaged(code: string): void
  /** A page outside the portal's own addresses, in the portal's style. */
  sendPage(request: FastifyRequest, reply: FastifyReply, folder: string, data: object, refusal?: Refusal): unknown
}

/** Refusals that the error page words itself, in place of the words of their status. */
const ownWords = new Set(['archived', 'not-read', 'not-made'])

/** How a portal answers errors and unknown addresses. `known`: those that it has. */
export function createAnswers(portal: Portal, known: KnownAddresses): PortalAnswers {
  const { services, base, cellBase, cookies, pages } = portal
  const { course } = services
  const isApi = (request: FastifyRequest) => {
    const path = pathOf(request)
    return path.startsWith(`${base}api/`) && !path.startsWith(`${base}api/docs`)
  }
  const language = (request: FastifyRequest) => apiLanguage(request, cookies)
  return {
    slug: course.slug,

    /**
     * People are sent home, programs get an error. At the desk its own address and that of its logins lead to its home, and so
     * to the login that was used last, and one of a page in other letters or with other slashes to this page; any other
     * unknown one says so. Source: rules §1.2.
     */
    notFound(request, reply) {
      const path = pathOf(request)
      const allowed = known.methods(path)
      if (allowed.length) reply.header('allow', allowed.join(', '))
      const status = allowed.length ? 405 : 404
      if (isApi(request))
        return sendRefusal(
          reply,
          { code: status === 405 ? 'wrong-method' : 'unknown-address', status },
          language(request),
        )
      const reads = request.method === 'GET' || request.method === 'HEAD'
      const isAsset = path.startsWith('/assets/')
      const meant = meantPath(path)
      if (reads && (meant === cellBase || meant === `${href(cellBase, 'login')}/`))
        return reply.redirect(href(cellBase, 'home'), 302)
      const page = reads && meant.startsWith(cellBase) ? known.meant(path) : undefined
      if (page !== undefined && page !== path) return reply.redirect(withQuery(page, request), 302)
      if (reads && !isAsset && !meant.startsWith(cellBase) && acceptsHtml(request))
        return reply.redirect(href(base, 'home'), 302)
      return pages.sendError(request, reply, status, null)
    },

    sendPage: pages.sendPage,

    refused(request, reply, refusal) {
      if (isApi(request)) return sendRefusal(reply, refusal, language(request))
      if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
      const code = ownWords.has(refusal.code) ? refusal.code : undefined
      return pages.sendError(request, reply, refusal.status, null, code)
    },

    damaged(code) {
      try {
        services.housekeeping.alarm('database', code)
      } catch {
        // It may be the very table that the alarm would be written to. The log has the line.
      }
    },

    broken(request, reply, reference) {
      if (!isApi(request)) return pages.sendError(request, reply, 500, reference)
      const message = translate(language(request), 'http:refusal.broken', { reference })
      return reply.code(500).send({ message, code: 'broken', reference })
    },
  }
}

/** A browser asking for a page. Programs and assets ask for other types, or for no type but an address with data. */
const acceptsHtml = (request: FastifyRequest) => {
  const accepted = request.headers.accept ?? '*/*'
  return wantsView(request) || accepted.includes('text/html') || (/\*\/\*/.test(accepted) && !isData(pathOf(request)))
}

const isData = (path: string) => path.endsWith('.json')
