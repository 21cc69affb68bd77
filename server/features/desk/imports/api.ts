import type { FastifyReply, FastifyRequest } from 'fastify'
import { isImportKind } from '#server/domain/desk/imports.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { sendCsv } from '#server/http/csv.ts'
import { Refused } from '#server/http/refused.ts'
import type { Imports } from './service'

/** The kind of table in a posted form. Throws a refusal for an unknown one. */
function kindIn({ body }: FastifyRequest) {
  const kind = (body as { kind?: unknown } | null)?.kind
  if (!isImportKind(kind)) throw new Refused({ code: 'unknown-import', status: 404 })
  return kind
}

/** The empty table: its header. */
export function sendTemplate(imports: Imports, actor: StaffMember, request: FastifyRequest, reply: FastifyReply) {
  const kind = kindIn(request)
  const lines = imports.template(actor, kind)
  if (!lines.ok) throw new Refused(lines.refusal)
  return sendCsv(reply, `${kind}-template`, lines.value)
}

/** The present table, in the columns in which it is read back. */
export function sendTable(
  imports: Imports,
  portal: string,
  actor: StaffMember,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const kind = kindIn(request)
  const lines = imports.exported(actor, kind)
  if (!lines.ok) throw new Refused(lines.refusal)
  return sendCsv(reply, `${kind}-${portal}`, lines.value)
}
