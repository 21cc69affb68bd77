import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditActor } from '../../domain/portal/audit'
import { sendCsv } from '../../http/csv'
import { Refused } from '../../http/refused'
import type { Audit } from './service'

/** The log as a table for a spreadsheet: every line that the search found. */
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
