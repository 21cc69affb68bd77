import type { FastifyRequest } from 'fastify'
import { viewMediaType } from '#server/domain/site/view.ts'

/** Does the client ask for the view of a page instead of its HTML? */
export const wantsView = (request: FastifyRequest): boolean => request.headers.accept === viewMediaType
