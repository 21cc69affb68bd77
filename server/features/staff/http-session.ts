import type { FastifyRequest } from 'fastify'
import { deviceLabel } from '../../domain/device'
import { networkOf } from '../../domain/network'
import type { StaffOrigin } from './deps'

/** Where a request of the desk comes from, for limits and for the list of logins. */
export const staffOriginOf = (request: FastifyRequest): StaffOrigin => ({
  network: networkOf(request.ip),
  device: deviceLabel(request.headers['user-agent']),
})
