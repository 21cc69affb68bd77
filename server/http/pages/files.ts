import type { FastifyReply, FastifyRequest } from 'fastify'
import { href } from '#server/domain/terms/href.ts'
import {
  type CandidateFile,
  type CellAct,
  type CellFile,
  type CellRule,
  candidateFiles,
  cellActs,
  cellFiles,
  type FileRule,
  type RouteParams,
  routeOfStep,
} from '#server/domain/terms/routes.ts'
import { deskAccess } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type SentFile, sendFile } from '../send-file'
import { languageOf } from './asked'
import { createDoor, isOwnPost } from './door'
import type { PageHost, Person } from './host'
import type { Show } from './show'

/** A requested file. `actor`: the signed-in person, if the file has a guard. `params`: those of its address. */
export type AskedFile<Actor, Params = unknown> = {
  request: FastifyRequest
  reply: FastifyReply
  actor: Actor
  language: Language
  params: Params
}

/** Sends a file of the table; a file without a guard gets no actor. */
export type FileSender<F extends CandidateFile, Actor> = (
  asked: AskedFile<(typeof candidateFiles)[F] extends { audience: 'public' } ? null : Actor, RouteParams<F>>,
) => unknown

/** Answers the addresses beside the pages: files, and the acts of the desk that show no page. */
export function createFiles<Services, Actor extends Person, Staff extends Person>(
  host: PageHost<Services, Actor, Staff>,
  { sendError }: Show<Services, Actor, Staff>,
) {
  const { base, cookies } = host
  const door = createDoor(host)

  /** Sends the file, or the page that says there is none. */
  const sendFound = (request: FastifyRequest, reply: FastifyReply, file: SentFile | null) =>
    file ? sendFile(reply, file) : sendError(request, reply, 404, null)

  return {
    sendFound,

    /** A file next to the candidates' pages, behind the guard of its page. */
    handleFile<F extends CandidateFile>(file: F, send: FileSender<F, Actor>) {
      const rule: FileRule = candidateFiles[file]
      return async (request: FastifyRequest, reply: FastifyReply) => {
        if (!(await host.hasRoom(request))) return host.refuse(request, reply)
        const actor = rule.audience === 'candidate' ? host.actorOf(request) : null
        if (rule.audience === 'candidate') {
          if (!actor) return door.toLogin(request, reply)
          const access = host.access(rule.page, actor)
          if (access.kind === 'too-early') {
            reply.header('cache-control', 'private, no-store')
            return reply.redirect(href(base, routeOfStep(access.firstOpenStep)), 303)
          }
          if (access.kind !== 'open') return sendError(request, reply, 403, null)
        }
        const asked = { request, reply, actor, language: languageOf(request, cookies), params: request.params }
        return send(asked as Parameters<typeof send>[0])
      }
    },

    /** An address of the desk that answers no page: a logout, an export. */
    handleDeskAct(
      act: CellAct,
      run: (staff: Staff, request: FastifyRequest, reply: FastifyReply, language: Language) => unknown,
    ) {
      const rule = cellActs[act]
      return (request: FastifyRequest, reply: FastifyReply) => {
        const staff = host.desk.actorOf(request)
        if (!isOwnPost(request, { actor: null, staff }, rule)) return sendError(request, reply, 403, null)
        if (!staff) return door.toDeskLogin(request, reply, null)
        const access = deskAccess(host.desk.viewOf(staff), rule.permission, act === 'logout')
        if (access !== 'open') return sendError(request, reply, 403, null)
        reply.header('cache-control', 'private, no-store')
        return run(staff, request, reply, languageOf(request, cookies))
      }
    },

    /** The bytes shown in a desk page; null if there is no such file within this person's reach. */
    handleDeskFile(
      address: CellFile,
      find: (staff: Staff, params: Readonly<Record<string, string>>, language: Language) => Promise<SentFile | null>,
    ) {
      const rule: CellRule = cellFiles[address]
      return async (request: FastifyRequest, reply: FastifyReply) => {
        const staff = host.desk.actorOf(request)
        if (!staff) return door.toDeskLogin(request, reply, null)
        if (deskAccess(host.desk.viewOf(staff), rule.permission, false) !== 'open')
          return sendError(request, reply, 403, null)
        const params = (request.params ?? {}) as Readonly<Record<string, string>>
        if (host.desk.isClosed(address, params)) return sendError(request, reply, 403, null, 'data-restricted')
        return sendFound(request, reply, await find(staff, params, languageOf(request, cookies)))
      }
    },
  }
}
