import { describe, expect, test } from 'vitest'
import {
  beyondLoss,
  epochOfRow,
  folderFault,
  isOfTheFolder,
  isOvertaken,
  type PortalMarker,
} from '#server/domain/operations/identity.ts'

const identity = { id: 'p', profile: 'mbale', academicYear: '2024-2025', createdAt: 1, epoch: 2, tag: 't2' }
const marker: PortalMarker = { ...identity, mode: 'live' }
const sound = { hasDatabase: true, identity, schemaFault: null, marker, hasFiles: true }
const wanted = { profile: 'mbale', academicYear: '2024-2025', mode: 'live' } as const

describe('case 80: a folder', () => {
  test.each<
    [string, Partial<Parameters<typeof folderFault>[0]>, string | null, Partial<Parameters<typeof folderFault>[1]>?]
  >([
    ['that is sound opens', {}, null],
    ['that is empty opens', { hasDatabase: false, identity: null, marker: null, hasFiles: false }, null],
    ['with files alone has lost its database', { hasDatabase: false, marker: null }, 'database-lost'],
    ['with a marker alone has lost its database', { hasDatabase: false, hasFiles: false }, 'database-lost'],
    ['whose database cannot be read', { schemaFault: 'damaged' }, 'damaged-database'],
    ['from a later version', { schemaFault: 'foreign' }, 'foreign-schema'],
    ['from before the first release', { schemaFault: 'unreleased' }, 'unreleased-schema'],
    ['of another course, by its database', { marker: null }, 'other-profile', { profile: 'scd' }],
    ['of another course, by its marker', { marker: { ...marker, profile: 'scd' } }, 'other-profile'],
    ['of another year, in live mode', { marker: { ...marker, academicYear: '2023-2024' } }, null],
    [
      'of another year, in a demo',
      { marker: { ...marker, mode: 'demo' } },
      'other-season',
      { mode: 'demo', academicYear: '2025-2026' },
    ],
    ['of another portal', { marker: { ...marker, id: 'q' } }, 'other-portal'],
    ['whose new database names no portal', { identity: null }, 'other-portal'],
    ['with a database of the epoch before', { identity: { ...identity, epoch: 1, tag: 't1' } }, 'older-database'],
    ['with another database of this epoch', { identity: { ...identity, tag: 'other' } }, 'older-database'],
    ['with a database of a later epoch', { identity: { ...identity, epoch: 3, tag: 't3' } }, null],
    ['of a live portal is no demo', {}, 'live-data', { mode: 'demo' }],
    ['of a demo opens as one', { marker: { ...marker, mode: 'demo' } }, null, { mode: 'demo' }],
    ['without a marker opens', { marker: null }, null],
  ])('%s', (_, facts, fault, other = {}) => {
    expect(folderFault({ ...sound, ...facts }, { ...wanted, ...other })).toBe(fault)
  })
})

describe('case 81: a database is overtaken', () => {
  const seen = { id: 'p', tag: 't1', audit: { line: 5, hash: 'h5' }, reached: { receipts: 7, ids: 3 } }
  const now = {
    tag: 't1',
    reached: { receipts: 7, ids: 4 },
    isOfEpoch: (tag: string) => ['t1', 't2'].includes(tag),
    hashAt: (line: number): string | null => (line === 5 ? 'h5' : null),
  }
  test.each<[string, boolean, Partial<typeof now>, Partial<typeof seen>?]>([
    ['if it goes on: not', false, {}],
    ['if it never had the epoch', true, {}, { tag: 't9' }],
    ['if its log is shorter', true, { hashAt: () => null }],
    ['if its log went another way', true, { hashAt: () => 'x' }],
    ['if the log was empty: not', false, { hashAt: () => 'x' }, { audit: { line: 0, hash: '' } }],
    ['if it was restored since: not by its log', false, { tag: 't2', hashAt: () => null }],
    ['if one series is behind', true, { reached: { receipts: 6, ids: 4 } }],
    ['if a series is unknown to it', true, { reached: { receipts: 7 } as never }],
  ])('%s', (_, isBehind, changed, before = {}) => {
    expect(isOvertaken({ ...seen, ...before }, { ...now, ...changed })).toBe(isBehind)
  })

  test('by the first line of the log too', () => {
    expect(isOvertaken({ ...seen, audit: { line: 1, hash: 'h1' } }, now)).toBe(true)
  })
})

test('files about the folder itself are known by their beginning', () => {
  for (const name of ['portal.db', 'portal.db-wal', 'portal.json', 'in-use.lock', 'marks.db-shm'])
    expect(isOfTheFolder(name)).toBe(true)
  expect(isOfTheFolder('files')).toBe(false)
})

test('a series goes on beyond any number that may have been given out after the backup', () => {
  expect(beyondLoss(0, 0)).toBe(10_000)
  expect(beyondLoss(1, 9999)).toBe(11_000)
  expect(beyondLoss(20_500, 20_000)).toBe(41_000)
})

test('a row is of the newest epoch that began below it', () => {
  const epochs = [0, 10, 20].map((after, place) => ({
    number: place + 1,
    tag: '',
    cutAt: null,
    after: { rows: after },
  }))
  expect([1, 10, 11, 20, 21].map((id) => epochOfRow(epochs, 'rows', id).number)).toEqual([1, 1, 2, 2, 3])
  expect(epochOfRow(epochs, 'rows', 0).number).toBe(1)
  expect(epochOfRow([{ ...epochs[0]!, after: {} }], 'others', 1).number).toBe(1)
  expect(epochOfRow([epochs[0]!, { ...epochs[1]!, after: {} }], 'others', 1).number).toBe(2)
})
