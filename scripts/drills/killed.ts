import { setTimeout as pause } from 'node:timers/promises'
import { chooser, letChoosersIn } from '#scripts/bench/option-lists.ts'
import type { Writer } from '#scripts/bench/writers.ts'
import { writer } from '#scripts/bench/writers.ts'
import { personaPassword } from '#server/demo/personas.ts'
import { verifiedFacts } from '#server/domain/admission/self-verification.ts'
import { call, command, type Drill, folderOfDrill, otpFor, reading, register, start } from './portal'

/** Gives people the personas' password. `whose`: a condition on `c`, a candidate. */
export function letIn(folder: string, whose: string, most: number): { userId: string; mobile: string }[] {
  return reading(folder, (sqlite) => {
    const found = sqlite
      .prepare<[number], { id: number; userId: string; mobile: string }>(
        `SELECT c.id, c.user_id AS userId, c.mobile FROM candidates c WHERE c.password_hash IS NULL AND ${whose} LIMIT ?`,
      )
      .all(most)
    const give = sqlite.prepare(
      'UPDATE candidates SET password_hash = (SELECT max(password_hash) FROM candidates) WHERE id = ?',
    )
    sqlite.transaction(() => {
      for (const { id } of found) give.run(id)
    })()
    return found
  })
}

export const stepsDone = (n: number) =>
  `EXISTS (SELECT 1 FROM applications a WHERE a.candidate_id = c.id AND a.submitted_at IS NULL) AND
   (SELECT count(*) FROM application_steps s WHERE s.candidate_id = c.id AND s.completed_at IS NOT NULL) = ${n}`

/** What the server has said to be kept: a line of words, and the query that has to find it. */
type Acknowledged = { kind: string; query: string; params: (string | number)[] }

/** Kills a server again and again while `lives` writes to it, and looks for every acknowledged write. */
async function killAgain(
  folder: string,
  kills: number,
  lives: (url: string, note: (written: Acknowledged) => void, isOver: () => boolean) => Promise<void>[],
): Promise<{ kept: Record<string, number>; lost: Acknowledged[]; integrity: unknown }> {
  const written: Acknowledged[] = []
  for (let kill = 0; kill < kills; kill++) {
    const server = await start(folder)
    let isOver = false
    const all = lives(
      server.url,
      (one) => void written.push(one),
      () => isOver,
    )
    const before = written.length
    const latest = performance.now() + 8000
    while (written.length === before && performance.now() < latest) await pause(20)
    await pause(Math.random() * 1500)
    isOver = true
    await server.kill()
    await Promise.all(all)
    if ((kill + 1) % 10 === 0) console.log(`  ${kill + 1} kills, ${written.length} acknowledged writes`)
  }
  const lost = reading(folder, (sqlite) =>
    written.filter(
      ({ query, params }) =>
        sqlite
          .prepare(query)
          .pluck()
          .get(...params) !== 1,
    ),
  )
  const kept: Record<string, number> = {}
  for (const { kind } of written) kept[kind] = (kept[kind] ?? 0) + 1
  return { kept, lost, integrity: reading(folder, (sqlite) => sqlite.pragma('integrity_check', { simple: true })) }
}

const isKept = (status: number) => status >= 200 && status < 300

const told = (kept: Record<string, number>) =>
  Object.entries(kept)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')

/** Repeats work until the server is killed; an answer that does not come ends it. */
async function until(isOver: () => boolean, work: () => Promise<boolean>): Promise<void> {
  while (!isOver()) if (!(await work().catch(() => false))) await pause(50)
}

/** Registrations, steps, payments and option lists. */
async function beforeAllotment(kills: number) {
  const folder = folderOfDrill()
  command(folder, 'seed', '--candidates', '1500')
  const savers = letIn(folder, stepsDone(4), 6)
  const payers = letIn(folder, stepsDone(7), 150)
  const choosers = letIn(
    folder,
    'EXISTS (SELECT 1 FROM applications a WHERE a.candidate_id = c.id AND a.submitted_at IS NOT NULL)',
    3,
  )
  letChoosersIn(
    folder,
    choosers.map(({ userId }) => userId),
  )
  let people = 0
  return killAgain(folder, kills, (url, note, isOver) => {
    const api = `${url}/mbale/candidate/api`

    const registers = until(isOver, async () => {
      const { userId, mobile } = await register(url, ++people)
      if (userId === null) return false
      const params = [userId, mobile]
      note({ kind: 'registrations', query: 'SELECT count(*) FROM candidates WHERE user_id = ? AND mobile = ?', params })
      return true
    })

    /** Saves again and again; an acknowledged version may only be followed by later ones. */
    const saves = async (
      userId: string,
      make: (api: string, userId: string) => Promise<Writer>,
      kind: string,
      address: string,
      query: string,
    ) => {
      const one = await make(api, userId).catch(() => null)
      await one?.begin().catch(() => {})
      if (!one) return
      await until(isOver, async () => {
        const body = JSON.parse(one.next()) as { version: number }
        const bearer = one.headers.authorization!.slice(7)
        const { status, data } = await call(url, 'PUT', address, { body, bearer })
        if (status === 200) note({ kind, query, params: [Number(data.version ?? body.version + 1), userId] })
        return status === 200
      })
    }
    const stepQuery = `SELECT s.version >= ? FROM application_steps s JOIN candidates c ON c.id = s.candidate_id
      WHERE c.user_id = ? AND s.step = 4`
    const listQuery = `SELECT f.version >= ? FROM option_forms f JOIN candidates c ON c.id = f.candidate_id
      WHERE c.user_id = ? AND f.round = 1`

    const pays = until(isOver, async () => {
      const payer = payers[Math.floor(Math.random() * payers.length)]
      if (!payer) return false
      const { userId } = payer
      const login = await call(url, 'POST', 'candidateLoginController/candidateLogin', {
        body: { userId, password: personaPassword },
      })
      if (login.status !== 200) return false
      const bearer = String(login.data.token)
      const { status, data } = await call(url, 'POST', 'payments', { body: { due: 'application-fee' }, bearer })
      const payment = data.payment as { id: number } | undefined
      if (status !== 200 || !payment) return false
      note({
        kind: 'orders of payments',
        query: 'SELECT count(*) FROM payments WHERE id = ? AND order_id IS NOT NULL',
        params: [payment.id],
      })
      // The demo's gateway takes the money, and its webhook is answered.
      const { action } = data.checkout as { action: string }
      const paid = await fetch(`${url}${new URL(action, url).pathname}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ outcome: 'succeed' }),
      })
      if (paid.status !== 303) return false
      note({
        kind: 'captured payments',
        query: "SELECT count(*) FROM payments WHERE id = ? AND status = 'captured'",
        params: [payment.id],
      })
      payers.splice(payers.indexOf(payer), 1)
      return true
    })
    return [
      registers,
      pays,
      ...savers
        .slice(0, 2)
        .map(({ userId }) => saves(userId, writer, 'steps', 'application/steps/personal-details', stepQuery)),
      saves(choosers[0]!.userId, chooser, 'option lists', 'option-form/1', listQuery),
    ]
  })
}

/** Verified and accepted seats. */
async function acceptance(kills: number) {
  const folder = folderOfDrill()
  command(folder, 'seed', '--phase', 'round-1-acceptance')
  const people = letIn(
    folder,
    `c.id IN (SELECT candidate_id FROM allotments) AND c.id NOT IN (SELECT candidate_id FROM self_verifications)`,
    400,
  )
  return killAgain(folder, kills, (url, note, isOver) => {
    const accepts = () =>
      until(isOver, async () => {
        const person = people.pop()
        if (!person) return false
        const { userId, mobile } = person
        const password = personaPassword
        const login = await call(url, 'POST', 'candidateLoginController/candidateLogin', { body: { userId, password } })
        if (login.status !== 200) return false
        const bearer = String(login.data.token)
        const proved = async (purpose: string, address: string, body: object) => {
          const asked = await call(url, 'POST', 'otp', { body: { purpose }, bearer })
          const otp = asked.status === 200 ? await otpFor(url, mobile) : null
          return otp === null
            ? 0
            : (await call(url, 'POST', address, { body: { ...body, password, otp }, bearer })).status
        }
        const facts = Object.fromEntries(verifiedFacts.map((fact) => [fact, 'correct']))
        if (!isKept(await proved('self-verify', 'self-verification/1', { facts }))) return false
        note({
          kind: 'verified seats',
          query:
            'SELECT count(*) FROM self_verifications v JOIN candidates c ON c.id = v.candidate_id WHERE c.user_id = ?',
          params: [userId],
        })
        const status = await proved('accept-seat', 'seat-acceptance/1/freeze', {})
        if (!isKept(status)) return false
        note({
          kind: 'accepted seats',
          query: `SELECT count(*) FROM seat_decisions d JOIN candidates c ON c.id = d.candidate_id
            WHERE c.user_id = ? AND d.round = 1 AND d.decision = 'freeze'`,
          params: [userId],
        })
        return true
      })
    return [accepts(), accepts()]
  })
}

/** Cases 64 and 69: `kill -9` at random under write load. */
export const killed = (kills: number): Drill => ({
  name: `case 64: kill -9 at random, ${kills} times under write load`,
  async run(say) {
    const runs = [await beforeAllotment(Math.ceil(kills * 0.6)), await acceptance(Math.floor(kills * 0.4))]
    for (const { kept, lost, integrity } of runs) {
      say({
        what: 'Every acknowledged write is found again',
        holds: lost.length === 0 && Object.keys(kept).length > 1,
        measured: `${told(kept)}; lost ${lost.length} ${JSON.stringify(lost.slice(0, 3))}`,
      })
      say({ what: 'The database is whole', holds: integrity === 'ok', measured: String(integrity) })
    }
    for (const kind of [
      'registrations',
      'steps',
      'orders of payments',
      'captured payments',
      'option lists',
      'accepted seats',
    ]) {
      const count = runs.reduce((sum, { kept }) => sum + (kept[kind] ?? 0), 0)
      if (!count) say({ what: `Some ${kind} were acknowledged`, holds: false, measured: '0' })
    }
  },
})
