import { expect, test } from 'vitest'
import { outageOf } from '#server/kernel/outage.ts'

const coded = (code: string, cause?: unknown) => Object.assign(new Error('it fails', { cause }), { code })

test.each([
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_READONLY_DBMOVED', 'read-only'],
  ['SQLITE_IOERR_WRITE', 'disk'],
  ['SQLITE_CONSTRAINT_UNIQUE', null],
  ['SQLITE_CORRUPT_INDEX', 'damaged'],
  ['ERR_WORKER_OUT_OF_MEMORY', 'memory'],
])('case 76: %s is an outage of the kind %s', (code, outage) => {
  expect(outageOf(coded(code))).toBe(outage)
  expect(outageOf(new Error('wrapped', { cause: coded(code) }))).toBe(outage)
})

test('case 76: any other error is a bug', () => {
  expect([outageOf(new Error('busy')), outageOf('SQLITE_BUSY'), outageOf(undefined)]).toEqual([null, null, null])
})
