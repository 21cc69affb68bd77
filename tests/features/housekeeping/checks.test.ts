import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { type Check, checks } from '#server/domain/operations/housekeeping.ts'
import { atDesk } from '#tests/support/desk.ts'
import { openPortal, register, type TestPortal, viewOf } from '#tests/support/portal.ts'

const found = async (portal: TestPortal) =>
  Object.fromEntries(
    (await portal.services.housekeeping.check()).results
      .filter(({ count }) => count)
      .map(({ check, count }) => [check, count]),
  ) as Partial<Record<Check, number>>

const execute = (portal: TestPortal, sql: string) => portal.services.db.sqlite.exec(sql)

test('a working portal passes every check', { timeout: 60_000 }, async () => {
  const portal = await openPortal()
  await register(portal)
  await atDesk(portal, 'admin')
  const { results } = await portal.services.housekeeping.check()
  expect(results.map(({ check, count }) => [check, count])).toEqual(checks.map((check) => [check, 0]))
  expect(portal.services.housekeeping.view().report!.results).toEqual(results)
})

test('a newly seeded demo passes every check', { timeout: 120_000 }, async () => {
  const portal = await openPortal({ mode: 'demo' })
  expect(await found(portal)).toEqual({})
})

test('each check finds its fault, and the cell gets one message about it', { timeout: 120_000 }, async () => {
  const portal = await openPortal()
  await register(portal)
  const admin = await atDesk(portal, 'admin')
  const { services } = portal

  const kept = await services.fileStorage.keep(Buffer.from('a marksheet'))
  if (!kept.ok) throw new Error('not kept')
  services.db.sqlite
    .prepare(
      `INSERT INTO documents (candidate_id, kind, hash, media_type, bytes, pages, original_name, uploaded_at)
      VALUES (1, 'photo', ?, 'image/jpeg', 11, 1, 'me.jpg', 1)`,
    )
    .run(kept.value)
  expect(await found(portal)).toEqual({})
  rmSync(path.join(services.folder, 'files', kept.value.slice(0, 2), kept.value.slice(2)))
  expect(await found(portal)).toEqual({ 'missing-file': 1 })

  execute(
    portal,
    `INSERT INTO payments (id, candidate_id, due, amount, gateway, status, order_id, created_at, changed_at)
      VALUES (7, 1, 'application-fee', 100000, 'razorpay', 'failed', 'order_1', 1, 1);
    INSERT INTO payment_events (payment_id, gateway, event_id, kind, detail, at)
      VALUES (7, 'razorpay', 'e1', 'try-captured', '{}', 1), (NULL, 'razorpay', 'e2', 'ignored', '{}', 1)`,
  )
  execute(
    portal,
    `INSERT INTO merit_editions (id, stage, number, state, prepared_at, prepared_by, fingerprint, report) VALUES (1, 'final', 1, 'published', 1, 1, '', '{}');
    INSERT INTO seat_matrix_editions (id, number, state, file_name, hash, prepared_at, prepared_by)
      VALUES (1, 1, 'published', 'seats.csv', '', 1, 1);
    INSERT INTO seat_matrix_pools VALUES (1, '101110110', 'GOPENS', 1);
    INSERT INTO allotment_runs (id, round, state, merit_edition_id, seat_matrix_edition_id, prepared_at, prepared_by)
      VALUES (1, 1, 'published', 1, 1, 1, 1);
    INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
      VALUES ('ML24900001', 'Somebody', 'q@example.org', '6000010000', 'MH', 'MH-pune', 'en', 1, 1);
    INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, preference, stage, retained)
      VALUES (1, 1, '101110110', 'GOPENS', 1, 'I', 0), (1, 2, '101110110', 'GOPENS', 1, 'I', 0)`,
  )
  execute(
    portal,
    `DROP TRIGGER audit_log_never_changed; UPDATE audit_log SET actor_name = 'somebody else' WHERE id = 1`,
  )
  expect(await found(portal)).toEqual({
    'audit-chain': 1,
    'missing-file': 1,
    'paid-without-receipt': 1,
    'unknown-money': 1,
    'seats-beyond-intake': 1,
  })
  await found(portal)
  const { email } = mbale.contact
  await services.messages.deliverDue()
  const told = portal.box.sent.filter(({ template, to }) => template === 'checks-failed' && to === email)
  // One message in each language, twice: the second names only the new findings.
  expect(told.map(({ language }) => language)).toEqual(['en', 'mr', 'en', 'mr'])
  expect(told[2]!.text).toContain('Payments that were made and have no receipt: 1')
  expect(told[2]!.text).not.toContain('missing or have another size')
  expect(told[3]!.text).toContain('शुल्क भरले गेले पण पावती नाही असे भरणे: 1')

  const page = await admin.get('health')
  expect(page.text).toContain('payment 7')
  expect(page.text).toContain('round 1, 101110110')
})

test('an admin starts the checks by hand, and two runs never overlap', { timeout: 60_000 }, async () => {
  const portal = await openPortal()
  const admin = await atDesk(portal, 'admin')
  const begun = await admin.post('health', { intent: 'check' })
  expect(begun.status).toBe(303)
  expect((await admin.post('health', { intent: 'check' })).status).toBe(409)
  expect(viewOf<{ data: { isChecking: boolean } }>(await admin.get('health')).data.isChecking).toBe(true)
  await portal.services.housekeeping.check()
  const { data } = viewOf<{ data: { isChecking: boolean; results: unknown[] } }>(await admin.get('health'))
  expect([data.isChecking, data.results.length]).toEqual([false, checks.length])
})
