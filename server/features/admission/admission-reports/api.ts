import type { FastifyReply } from 'fastify'
import { sendCsv } from '#server/http/csv.ts'
import { Refused } from '#server/http/refused.ts'
import { parseForm } from '#server/http/shape.ts'
import { ApprovalExport, ReportExport } from './schema'
import type { AdmissionReports } from './service'

type Officer = Parameters<AdmissionReports['report']>[0]

/** A table of the report, for a spreadsheet. */
export async function sendReport(
  reports: AdmissionReports,
  portal: string,
  actor: Officer,
  asked: unknown,
  reply: FastifyReply,
) {
  const form = parseForm(ReportExport, asked)
  if (!form.ok) throw new Refused(form.refusal)
  const { table, region = null } = form.value
  return sendCsv(reply, `${table}-${portal}`, await reports.exportReport(actor, table, region))
}

/** The approval list of an institute, for a spreadsheet. */
export function sendApprovalList(reports: AdmissionReports, actor: Officer, asked: unknown, reply: FastifyReply) {
  const form = parseForm(ApprovalExport, asked)
  if (!form.ok) throw new Refused(form.refusal)
  const list = reports.exportList(actor, form.value.institute)
  if (!list.ok) throw new Refused(list.refusal)
  return sendCsv(reply, `approval-list-${form.value.institute}`, list.value)
}
