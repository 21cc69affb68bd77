import type { FastifyReply } from 'fastify'
import { sendCsv } from '#server/http/csv.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import type { StaffActor } from './deps'
import type { createStaff } from './service'

type Staff = ReturnType<typeof createStaff>

/** One-time passwords for accounts that have none yet, a line for each as soon as it is in force. */
export const sendPasswords = (staff: Staff, actor: StaffActor, reply: FastifyReply) =>
  sendCsv(reply, 'one-time-passwords', passwordLines(staff, actor))

async function* passwordLines(staff: Staff, actor: StaffActor): AsyncGenerator<string> {
  yield byteOrderMark
  yield csvLine(['login_name', 'full_name', 'role', 'place', 'one_time_password'])
  for await (const { loginName, fullName, role, place, password } of staff.handOutPasswords(actor))
    yield csvLine([loginName, fullName, role, place, password])
}
