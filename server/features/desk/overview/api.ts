import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendCsv } from '#server/http/csv.ts'
import { Refused } from '#server/http/refused.ts'
import type { OverviewService } from './service'

type Onlooker = Parameters<OverviewService['overview']>[0]

/** The table behind a chart, for a spreadsheet. */
export function sendOverviewTable(
  overview: OverviewService,
  portal: string,
  actor: Onlooker,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const table = overview.exportTable(actor, request.body)
  if (!table.ok) throw new Refused(table.refusal)
  return sendCsv(reply, `${table.value.name}-${portal}`, table.value.pieces)
}

/** The candidates within reach, for a spreadsheet. */
export const sendCandidates = (overview: OverviewService, portal: string, actor: Onlooker, reply: FastifyReply) =>
  sendCsv(reply, `candidates-${portal}`, overview.exportCandidates(actor))
