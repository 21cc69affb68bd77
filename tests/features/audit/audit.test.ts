import { copyFileSync } from 'node:fs'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { readDatabase } from '#db/client.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import { verifyLog } from '#server/features/operations/audit/verify.ts'
import { days, ist } from '#server/kernel/time.ts'
import { auditLines } from '#tests/support/audit.ts'
import { atDesk } from '#tests/support/desk.ts'
import { folderOfTest, openPortal, register, type TestPortal } from '#tests/support/portal.ts'

const meena = auditActor({ id: 1, loginName: 'fc.pune', role: 'fc' })
const nitin = auditActor({ id: 2, loginName: 'admin', role: 'admin' })

/** Ten lines by two people over ten days. */
function tenLines(portal: TestPortal): void {
  for (let day = 0; day < 10; day++) {
    portal.services.audit.record(day % 2 ? nitin : meena, 'staff.created', { of: `staff:number-${day}` }, { day })
    portal.clock.advance(days(1))
  }
}

/** Changes that somebody with the file can make, with or without triggers. */
function tamper(portal: TestPortal, sql: string): void {
  const { sqlite } = portal.services.db
  sqlite.exec('DROP TRIGGER audit_log_never_changed; DROP TRIGGER audit_log_never_shortened')
  sqlite.exec(sql)
}

describe('case 74: an altered log is found', () => {
  test('case 74: an untouched log is intact', async () => {
    const portal = await openPortal()
    expect(portal.services.audit.verify()).toMatchObject({ isWhole: true, head: { line: 0 } })
    tenLines(portal)
    expect(portal.services.audit.verify()).toEqual({ isWhole: true, head: portal.services.audit.head() })
  })

  test.each([
    ['a changed name', "UPDATE audit_log SET actor_name = 'somebody' WHERE id = 4", 4, 'altered'],
    ['a changed detail', 'UPDATE audit_log SET detail = \'{"day":9}\' WHERE id = 4', 4, 'altered'],
    ['a changed time', 'UPDATE audit_log SET at = at + 1 WHERE id = 1', 1, 'altered'],
    ['a removed subject', 'UPDATE audit_log SET subject = NULL WHERE id = 10', 10, 'altered'],
    ['a deleted line', 'DELETE FROM audit_log WHERE id = 4', 4, 'missing'],
    ['a deleted first line', 'DELETE FROM audit_log WHERE id <= 4', 1, 'missing'],
    [
      'a deleted line, with the others renumbered',
      'DELETE FROM audit_log WHERE id = 4; UPDATE audit_log SET id = id - 1 WHERE id > 4',
      4,
      'altered',
    ],
    [
      'two exchanged lines',
      'UPDATE audit_log SET id = 99 WHERE id = 4; UPDATE audit_log SET id = 4 WHERE id = 5; UPDATE audit_log SET id = 5 WHERE id = 99',
      4,
      'altered',
    ],
    ['a truncated log', 'DELETE FROM audit_log WHERE id > 7', 8, 'cut'],
    ['an emptied log', 'DELETE FROM audit_log', 1, 'cut'],
  ])('case 74: %s', async (_, sql, line, how) => {
    const portal = await openPortal()
    tenLines(portal)
    tamper(portal, sql)
    expect(portal.services.audit.verify()).toEqual({ isWhole: false, line, how })
  })

  test('case 74: a log cut together with its note looks intact, and cut against a note kept elsewhere', async () => {
    const portal = await openPortal()
    tenLines(portal)
    const noted = portal.services.audit.head()
    tamper(
      portal,
      `DELETE FROM audit_log WHERE id > 7;
       UPDATE audit_head SET line = 7, hash = (SELECT hash FROM audit_log WHERE id = 7)`,
    )
    expect(portal.services.audit.verify()).toMatchObject({ isWhole: true, head: { line: 7 } })
    expect(portal.services.audit.verify([noted])).toEqual({ isWhole: false, line: 8, how: 'cut' })
    // Continued beyond the note, it has another line in that place.
    tenLines(portal)
    expect(portal.services.audit.verify()).toMatchObject({ isWhole: true })
    expect(portal.services.audit.verify([noted])).toEqual({ isWhole: false, line: 10, how: 'cut' })
  })

  test('case 74: the portal cannot change or shorten it', async () => {
    const portal = await openPortal()
    tenLines(portal)
    const { sqlite } = portal.services.db
    expect(() => sqlite.exec("UPDATE audit_log SET act = 'nothing'")).toThrow(/never changed/)
    expect(() => sqlite.exec('DELETE FROM audit_log WHERE id = 10')).toThrow(/never shortened/)
    expect(portal.services.audit.verify()).toMatchObject({ isWhole: true })
  })

  test("case 74: checking a file's chain does not open it for writing", async () => {
    const folder = folderOfTest()
    const portal = await openPortal({ dataDir: folder })
    tenLines(portal)
    const head = portal.services.audit.head()
    await portal.close()
    const copy = path.join(folder, 'copy.db')
    copyFileSync(path.join(folder, 'mbale/portal.db'), copy)
    const verdictOf = () => {
      const database = readDatabase(copy)
      const verdict = verifyLog(auditStore(database))
      database.close()
      return verdict
    }
    expect(verdictOf()).toEqual({ isWhole: true, head })
    const attacker = new SqliteDatabase(copy)
    attacker.exec("DROP TRIGGER audit_log_never_changed; UPDATE audit_log SET role = 'so' WHERE id = 3")
    attacker.close()
    expect(verdictOf()).toEqual({ isWhole: false, line: 3, how: 'altered' })
  })
})

describe('writing', () => {
  test('a line commits or rolls back with the transaction that it records', async () => {
    const { services } = await openPortal()
    expect(() =>
      services.db.transact(() => {
        services.audit.record(meena, 'staff.created')
        throw new Error('it did not happen')
      }),
    ).toThrow('it did not happen')
    expect(services.audit.head().line).toBe(0)
  })
})

describe('searching', () => {
  const found = (portal: TestPortal, search: Record<string, string>) =>
    auditLines(portal, search).map(({ line }) => line)

  test('finds by act, person, candidate and day in India, newest first', async () => {
    const portal = await openPortal({ at: ist('2024-08-01 23:30') })
    const userId = await register(portal)
    tenLines(portal)
    portal.services.audit.record(nitin, 'staff.login', { candidateId: 1 })
    expect(found(portal, { act: 'staff.login' })).toEqual([11])
    expect(found(portal, { actor: 'FC.pune ' })).toEqual([9, 7, 5, 3, 1])
    expect(found(portal, { applicationId: userId.toLowerCase() })).toEqual([11])
    expect(found(portal, { applicationId: 'ML24999999' })).toEqual([])
    expect(found(portal, { from: '2024-08-02', until: '2024-08-03' })).toEqual([3, 2])
    expect(found(portal, { from: '2024-08-01', until: '2024-08-01' })).toEqual([1])
    expect(found(portal, { actor: 'admin', act: 'staff.created', from: '2024-08-10' })).toEqual([10])
    expect(found(portal, { until: 'tomorrow' }), 'no date').toEqual([])
    expect(found(portal, { act: "anything' OR '1'='1" })).toEqual([])
  })
})

describe('exporting', () => {
  test('case 36: the file has its byte order mark, no formula and every line, and the log records who took it', async () => {
    const portal = await openPortal({ at: ist('2024-08-01 12:00') })
    const admin = await atDesk(portal, 'admin')
    const first = portal.services.audit.head().line + 1
    for (let n = 0; n < 1500; n++) portal.services.audit.record(meena, 'staff.created', { of: '=cmd|calc' })
    const search = 'actor=fc.pune&sort=line&columns=line.at.actorName.subject.hash'
    const { text } = await admin.post('list.csv', { list: 'audit', search })
    expect(text.startsWith('\uFEFFLine,')).toBe(true)
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1501)
    expect(lines[1]).toMatch(new RegExp(`^${first},2024-08-01 12:00:00,fc.pune,'=cmd\\|calc,[0-9a-f]{64}$`))
    const [exported] = auditLines(portal)
    expect(exported).toMatchObject({ act: 'desk-lists.exported', actorName: 'admin' })
    expect(JSON.parse(exported!.detail)).toMatchObject({ list: 'audit' })
  })
})
