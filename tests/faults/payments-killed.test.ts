import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { hours, ist } from '#server/kernel/time.ts'
import { killedAt, killedAtEach, programIn } from '#tests/support/killed.ts'
import { folderOfTest } from '#tests/support/portal.ts'
import { razorpayServer } from '#tests/support/razorpay-server.ts'

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
const run = (program: string, file: string, gateway: Gateway, step: number, time: number): Promise<boolean> =>
  killedAt(step, program, [file, JSON.stringify(gateway.settings), String(time)], (message, child) => {
    const { orderId } = message as { orderId: string }
    const twice = [gateway.pays(orderId), gateway.pays(orderId)]
    child.send(twice.map((payment) => ({ ...gateway.webhook(payment), raw: gateway.webhook(payment).raw.toString() })))
  })

test('case 48: a kill at any step between gateway and commit leaves one capture and one receipt, and the rest is refunded', {
  timeout: 180_000,
}, async () => {
  const folder = folderOfTest()
  const program = programIn(folder, 'features/payments/mortal')
  const prepared = path.join(folder, 'prepared.db')
  prepare(prepared)

  const steps = await killedAtEach(async (step) => {
    const gateway = await razorpayServer()
    onTestFinished(() => gateway.close())
    const file = path.join(folder, `killed-${step}.db`)
    copyFileSync(prepared, file)
    const isKilled = await run(program, file, gateway, step, noon)
    await run(program, file, gateway, 0, noon + hours(1))

    const { sqlite } = openDatabase(file, 'migrations')
    const all = <Row>(sql: string) => sqlite.prepare(sql).all() as Row[]
    const facts = Object.fromEntries(
      all<{ key: string; value: string }>('SELECT * FROM portal_facts').map((f) => [f.key, f.value]),
    )
    const payments = all<{ status: string; gateway_payment_id: string | null }>('SELECT * FROM payments ORDER BY id')
    const here = `killed at step ${step}`
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
    return isKilled
  })
  expect(steps).toBeGreaterThan(20)
})
