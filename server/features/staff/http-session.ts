import type { FastifyRequest } from 'fastify'
import { deviceLabel } from '../../domain/portal/device'
import { networkOf } from '../../domain/portal/network'
import type { StaffOrigin } from './deps'

/** The source of a request of the desk, for limits and for the list of logins. */
export const staffOriginOf = (request: FastifyRequest): StaffOrigin => ({
  network: networkOf(request.ip),
  device: deviceLabel(request.headers['user-agent']),
})
