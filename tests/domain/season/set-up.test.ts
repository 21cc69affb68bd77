import { describe, expect, test } from 'vitest'
import { cellSettings } from '#server/domain/season/cell-settings.ts'
import {
  academicYearOn,
  inYear,
  isSetUp,
  itemOfSetting,
  openableWithout,
  type SetUpFacts,
  settingsOfItem,
  setUpLines,
} from '#server/domain/season/set-up.ts'

const whole: SetUpFacts = {
  set: new Set(cellSettings),
  marks: new Set(['course', 'documents', 'message', 'payment']),
  undated: 0,
  past: 0,
  centres: 1,
  needsCentres: true,
  institutes: 1,
  admins: 2,
  officers: 1,
  rulesMissing: 0,
  withoutId: 0,
  backups: 1,
}
const missing = (facts: Partial<SetUpFacts>) =>
  setUpLines({ ...whole, ...facts }).flatMap(({ item, missing }) =>
    missing.map(({ what, count, setting }) =>
      [item, what, count ?? setting].filter((word) => word !== undefined).join(' '),
    ),
  )

describe('what is still missing', () => {
  test.each<[string, Partial<SetUpFacts>, string[]]>([
    ['nothing', {}, []],
    ['centres, which a course without scrutiny at a centre needs not', { centres: 0, needsCentres: false }, []],
    ['centres', { centres: 0 }, ['centres centres']],
    ['institutes', { institutes: 0 }, ['institutes institutes']],
    ['a second admin', { admins: 1 }, ['officers admins 1']],
    ['everybody', { admins: 0, officers: 0 }, ['officers admins 2', 'officers officers 1']],
    ['dates', { undated: 3, past: 1 }, ['dates undated 3', 'dates past 1']],
    ['a backup', { backups: 0 }, ['backup backup']],
    [
      'every tick and test',
      { marks: new Set(), rulesMissing: 2, withoutId: 1 },
      [
        'course look',
        'documents rules 2',
        'documents look',
        'templates template-ids 1',
        'message test',
        'payment test',
      ],
    ],
    ['a tick without anything to look at', { marks: new Set() }, ['course look', 'message test', 'payment test']],
    ['rules that somebody has seen to be missing', { rulesMissing: 2 }, []],
    ['ids, which no tick replaces', { withoutId: 3 }, ['templates template-ids 3']],
    ['settings', { set: new Set(cellSettings.filter((one) => one !== 'pictures')) }, ['head setting pictures']],
  ])('%s', (_, facts, expected) => {
    expect(missing(facts)).toEqual(expected)
    expect(isSetUp({ ...whole, ...facts })).toBe(expected.length === 0)
  })
})

test('a portal may be opened without ids only if nothing else is missing', () => {
  expect(openableWithout(whole)).toBe(0)
  expect(openableWithout({ ...whole, withoutId: 5 })).toBe(5)
  expect(openableWithout({ ...whole, withoutId: 5, backups: 0 })).toBeNull()
})

test('a setting leads to the item that sets it, and any other to the first item', () => {
  expect(itemOfSetting('payment-time')).toBe('fees')
  expect(itemOfSetting('own-time')).toBe('rules')
  expect(itemOfSetting('personal-data')).toBe('year')
  expect(settingsOfItem('backup')).toEqual([])
})

test('a portal made in a year admits from that year to the next, and dates move by whole years', () => {
  expect(academicYearOn('2026-06-01')).toBe('2026-2027')
  expect(inYear('2024-08-14', '2024-2025', '2027-2028')).toBe('2027-08-14')
  expect(inYear('2025-01-14', '2024-2025', '2023-2024')).toBe('2024-01-14')
})
