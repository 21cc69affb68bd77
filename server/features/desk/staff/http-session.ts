import type { FastifyRequest } from 'fastify'
import { deviceLabel } from '#server/domain/accounts/device.ts'
import { networkOf } from '#server/domain/accounts/network.ts'
import type { StaffOrigin } from './deps'

/** The source of a request of the desk, for limits and for the list of logins. */
export const staffOriginOf = (request: FastifyRequest): StaffOrigin => ({
  network: networkOf(request.ip),
  device: deviceLabel(request.headers['user-agent']),
})
