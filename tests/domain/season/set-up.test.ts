import { describe, expect, test } from 'vitest'
import { cellSettings } from '#server/domain/season/cell-settings.ts'
import {
  academicYearOn,
  examplesIn,
  inYear,
  isExample,
  isSetUp,
  isWithin,
  itemOfSetting,
  lacksNothing,
  missingOfLacks,
  nextPart,
  openableWithout,
  type SetUpFacts,
  settingsLinkedFrom,
  settingsOfItem,
  setUpLines,
} from '#server/domain/season/set-up.ts'

const whole: SetUpFacts = {
  set: new Set(cellSettings),
  marks: new Set(['message', 'payment']),
  examples: new Map(),
  inHand: new Set(),
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
      'every test and file',
      { marks: new Set(), rulesMissing: 2, withoutId: 1 },
      ['documents rules 2', 'templates template-ids 1', 'message test', 'payment test'],
    ],
    ['ids', { withoutId: 3 }, ['templates template-ids 3']],
    ['settings', { set: new Set(cellSettings.filter((one) => one !== 'head')) }, ['head setting head']],
    ['a picture, which nobody has to choose', { set: new Set(cellSettings.filter((one) => one !== 'pictures')) }, []],
    ['an example', { examples: new Map([['contact', ['1800 000 0000']]]) }, ['contact example contact']],
    [
      'a value that nobody has set, rather than its example',
      {
        set: new Set(cellSettings.filter((one) => one !== 'contact')),
        examples: new Map([['contact', ['1800 000 0000']]]),
      },
      ['contact setting contact'],
    ],
  ])('%s', (_, facts, expected) => {
    expect(missing(facts)).toEqual(expected)
    expect(isSetUp({ ...whole, ...facts })).toBe(expected.length === 0)
  })
})

test('a portal may be opened without ids, rules and real contacts only if nothing else is missing', () => {
  expect(openableWithout(whole)).toEqual(lacksNothing)
  const examples = new Map([
    ['contact', ['1800 000 0000', 'help@example.org']],
    ['login-links', ['https://ara.example.org/']],
  ] as const)
  const lacking = openableWithout({ ...whole, withoutId: 5, rulesMissing: 8, examples })
  expect(lacking).toEqual({ 'template-ids': 5, rules: 8, example: 2 })
  expect(missingOfLacks({ ...lacksNothing, rules: 8 })).toEqual([{ what: 'rules', count: 8 }])
  expect(openableWithout({ ...whole, withoutId: 5, backups: 0 })).toBeNull()
  expect(openableWithout({ ...whole, examples, set: new Set() }), 'a value that nobody has set').toBeNull()
})

test('an opening holds as long as each kind lacks no more than was agreed to', () => {
  const agreed = { ...lacksNothing, rules: 2, example: 1 }
  expect(isWithin(agreed, agreed)).toBe(true)
  expect(isWithin({ ...agreed, rules: 0 }, agreed)).toBe(true)
  expect(isWithin({ ...agreed, rules: 1, example: 2 }, agreed), 'not one kind for another').toBe(false)
  expect(isWithin({ ...agreed, 'template-ids': 1 }, agreed)).toBe(false)
})

test('the guide goes on with the next part that misses something and waits for nobody else', () => {
  const lines = setUpLines({
    ...whole,
    undated: 3,
    rulesMissing: 1,
    backups: 0,
    inHand: new Set(['dates', 'officers']),
  })
  expect(lines.filter(({ isInHand }) => isInHand).map(({ item }) => item)).toEqual(['dates'])
  expect(nextPart(lines)?.item).toBe('documents')
  const after = (item: string) => lines.findIndex((line) => line.item === item) + 1
  expect(nextPart(lines, after('documents'))?.item).toBe('backup')
  expect(nextPart(lines, after('backup'))?.item, 'from the beginning again').toBe('documents')
  expect(nextPart(setUpLines({ ...whole, undated: 3, inHand: new Set(['dates']) }))).toBeUndefined()
})

test.each([
  ['1800 000 0000', true],
  ['1800 222 3333', false],
  ['+91 99999 99999', true],
  ['022-2262 6853', false],
  ['0000', false],
  ['help.mbale@example.org', true],
  ['help@hills.EXAMPLE.com', true],
  ['https://ara.example.org/courses', true],
  ['https://portal.invalid', true],
  ['https://site.test:8443/a', true],
  ['https://counterexample.org', false],
  ['help@hills.edu.in', false],
  ['Every day, 10:00 to 18:00', false],
  ['', false],
])('%s is an example: %s', (text, expected) => {
  expect(isExample(text)).toBe(expected)
})

test('examples are found however deep they stand', () => {
  const officer = { name: { en: 'The officer', mr: 'अधिकारी' }, email: 'o@example.org' }
  expect(examplesIn({ phone: '1800 222 3333', officer, links: [null, 'https://a.example.net/'] })).toEqual([
    'o@example.org',
    'https://a.example.net/',
  ])
  expect(examplesIn(null)).toEqual([])
  expect(examplesIn(18_000_000_000)).toEqual([])
})

test('a setting leads to the item that sets it, and any other to the first item', () => {
  expect(itemOfSetting('payment-time')).toBe('fees')
  expect(itemOfSetting('own-time')).toBe('rules')
  expect(itemOfSetting('personal-data')).toBe('year')
  expect(itemOfSetting('pictures')).toBe('head')
  expect(settingsLinkedFrom('head')).toEqual(['head', 'pictures'])
  expect(settingsOfItem('backup')).toEqual([])
})

test('a portal made in a year admits from that year to the next, and dates move by whole years', () => {
  expect(academicYearOn('2026-06-01')).toBe('2026-2027')
  expect(inYear('2024-08-14', '2024-2025', '2027-2028')).toBe('2027-08-14')
  expect(inYear('2025-01-14', '2024-2025', '2023-2024')).toBe('2024-01-14')
})
