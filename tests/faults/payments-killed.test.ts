import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { hours, ist } from '#server/kernel/time.ts'
import { killStride } from '#tests/support/extent.ts'
import { folderOfTest } from '#tests/support/portal.ts'
import { razorpayServer } from '#tests/support/razorpay-server.ts'

/** The files of texts by their names, as `import.meta.glob` gives them. */
const textFiles = `globalThis.textFiles = () => {
  const { readdirSync, readFileSync } = require('node:fs')
  const files = readdirSync('server/i18n/locales', { recursive: true }).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => ['./locales/' + name, JSON.parse(readFileSync('server/i18n/locales/' + name, 'utf8'))]),
  )
}`

const noon = ist('2024-08-01 12:00')

/** A database with one candidate who has completed everything before the payment. */
function prepare(file: string): void {
  const { sqlite, close } = openDatabase(file, 'migrations')
  sqlite
    .prepare(
      `INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
       VALUES ('ML24100001', 'Asha Patil', 'asha@example.org', '9876543210', 'MH', 'MH-pune', 'en', 1, 1)`,
    )
    .run()
  sqlite
    .prepare(
      'INSERT INTO application_steps (candidate_id, step, version, answers, completed_at) VALUES (1, 0, 1, ?, 1)',
    )
    .run('{"type":"A"}')
  close()
}

type Gateway = Awaited<ReturnType<typeof razorpayServer>>

/** Runs the process to its end; true if it was killed. */
async function run(program: string, file: string, gateway: Gateway, dieAt: number, time: number): Promise<boolean> {
  const args = [file, JSON.stringify(gateway.settings), String(dieAt), String(time)]
  const child = fork(program, args, { env: { NODE_PATH: path.resolve('node_modules') } })
  child.on('message', ({ orderId }: { orderId: string }) => {
    const twice = [gateway.pays(orderId), gateway.pays(orderId)]
    child.send(twice.map((payment) => ({ ...gateway.webhook(payment), raw: gateway.webhook(payment).raw.toString() })))
  })
  const [code, signal] = await once(child, 'exit')
  expect(signal === 'SIGKILL' || code === 0, `step ${dieAt} ended with ${code} ${signal}`).toBe(true)
  return signal === 'SIGKILL'
}

test('case 48: a kill at any step between gateway and commit leaves one capture and one receipt, and the rest is refunded', {
  timeout: 180_000,
}, async () => {
  const folder = folderOfTest()
  const program = path.join(folder, 'mortal.cjs')
  buildSync({
    entryPoints: [path.resolve('tests/features/payments/mortal.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    packages: 'external',
    // Vite reads the texts of all languages by a pattern, which esbuild does not know.
    define: { 'import.meta.glob': 'globalThis.textFiles' },
    banner: { js: textFiles },
  })
  const prepared = path.join(folder, 'prepared.db')
  prepare(prepared)

  let dieAt = 1
  for (; ; dieAt += killStride) {
    const gateway = await razorpayServer()
    onTestFinished(() => gateway.close())
    const file = path.join(folder, `killed-${dieAt}.db`)
    copyFileSync(prepared, file)
    const isKilled = await run(program, file, gateway, dieAt, noon)
    await run(program, file, gateway, 0, noon + hours(1))

    const { sqlite } = openDatabase(file, 'migrations')
    const all = <Row>(sql: string) => sqlite.prepare(sql).all() as Row[]
    const facts = Object.fromEntries(
      all<{ key: string; value: string }>('SELECT * FROM portal_facts').map((f) => [f.key, f.value]),
    )
    const payments = all<{ status: string; gateway_payment_id: string | null }>('SELECT * FROM payments ORDER BY id')
    const here = `killed at step ${dieAt}`
    const counted = payments.filter(({ status }) => status === 'captured')
    expect(counted, here).toHaveLength(1)
    const returned = payments.filter(({ status }) => status === 'refunded').map((payment) => payment.gateway_payment_id)
    // At the gateway, payments that do not count were refunded once in full, and the one that counts was not.
    const left = gateway.payments.filter(({ id }) => id !== counted[0]!.gateway_payment_id).map(({ id }) => id)
    expect(gateway.refunds.map((refund) => refund.payment_id).sort(), here).toEqual(left.sort())
    expect(returned.sort(), here).toEqual(left.sort())
    expect(left, here).toHaveLength(1)
    expect(facts, here).toEqual({
      'told payment-captured': '1',
      'told refund-made': '1',
      'considered anew': '2',
    })
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    sqlite.close()
    await gateway.close()
    if (!isKilled) break
  }
  expect(dieAt).toBeGreaterThan(20)
})
