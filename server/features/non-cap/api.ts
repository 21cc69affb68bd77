import type { FastifyReply } from 'fastify'
import { sendCsv } from '../../http/csv'
import { Refused } from '../../http/refused'
import type { NonCap } from './service'

/** An institute's list of interested candidates, for a spreadsheet. */
export function sendInterested(nonCap: NonCap, actor: Parameters<NonCap['exportList']>[0], reply: FastifyReply) {
  const list = nonCap.exportList(actor)
  if (!list.ok) throw new Refused(list.refusal)
  return sendCsv(reply, `non-cap-${list.value.institute}`, list.value.pieces)
}
