import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditActor } from '../../domain/audit'
import { sendCsv } from '../../http/csv'
import { Refused } from '../../http/refused'
import type { Audit } from './service'

/** The log as a table for a spreadsheet: what the search before it found, all of it. */
export function sendAuditLog(
  audit: Audit,
  portal: string,
  actor: AuditActor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const pieces = audit.export(actor, request.body)
  if (!pieces.ok) throw new Refused(pieces.refusal)
  return sendCsv(reply, `audit-log-${portal}`, pieces.value)
}
