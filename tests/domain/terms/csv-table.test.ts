import { describe, expect, test } from 'vitest'
import {
  type CsvColumn,
  csvTableReader,
  damageOf,
  doubtsOfLine,
  isSameLine,
  readChoiceCode,
  readCount,
  readDay,
  readName,
  readOneOf,
  readPlaceCode,
  readSwitch,
  readTelephone,
} from '#server/domain/terms/csv-table.ts'
import { namePattern, postPattern } from '#server/domain/terms/person.ts'

describe('a value is read', () => {
  test.each<[string, (text: string) => string | null, string, string | null]>([
    ['a switch', readSwitch, 'YES', 'yes'],
    ['a switch', readSwitch, 'true', null],
    ['one of some codes', readOneOf(['SO', 'ro']), 'so', 'SO'],
    ['one of some codes', readOneOf(['SO', 'ro']), 'x', null],
    ['the code of a place', readPlaceCode, 'fc01', 'FC01'],
    ['a choice code', readChoiceCode, '900110110', '900110110'],
    ['a choice code', readChoiceCode, '9001', null],
    ['a day', readDay, '2024-08-05', '2024-08-05'],
    ['a day', readDay, '05/08/2024', '2024-08-05'],
    ['a day', readDay, '5-8-2024', '2024-08-05'],
    ['a day', readDay, '5-Aug-24', '2024-08-05'],
    ['a day', readDay, '5 december 2024', '2024-12-05'],
    ['a day', readDay, '5-jan-24', '2024-01-05'],
    ['a day', readDay, '30/02/2024', null],
    ['a day', readDay, 'tomorrow', null],
    ['a day', readDay, '5-xyz-24', null],
    ['a count', readCount(2, 40), '2', '2'],
    ['a count', readCount(2, 40), '40.00', '40'],
    ['a count', readCount(2, 40), '1', null],
    ['a count', readCount(2, 40), '41', null],
    ['a count', readCount(2, 40), '007', '7'],
    ['a count', readCount(2, 40), '2.5', null],
    ['a name', readName(namePattern).read!, 'Asha Patil', 'Asha Patil'],
    ['a name', readName(namePattern).read!, 'Asha 2', null],
  ])('%s: %s', (_, read, text, value) => {
    expect(read(text)).toBe(value)
  })

  test('a post may have what a name may not', () => {
    expect(readName(postPattern).read!('Desk 2')).not.toBe(readName(namePattern).read!('Desk 2'))
  })
})

const columns: readonly CsvColumn[] = [
  { name: 'code', isRequired: true, example: 'FC01', read: readPlaceCode },
  { name: 'name', isRequired: true, example: 'Satara', longest: 10 },
  { name: 'day', example: '2024-08-05', read: readDay },
  { name: 'officer', example: 'Asha', ...readName(namePattern) },
  { name: 'count', example: '5', read: readCount(1, 9) },
]
type Present = Parameters<typeof csvTableReader>[2]
function taken(header: string, lines: readonly string[], find?: Present) {
  const table = csvTableReader(columns, ({ code }) => code!, find)
  const rows = [header, ...lines].map((line, place) => table.take({ line: place + 1, cells: line.split(',') } as never))
  return { table, rows }
}
const header = 'code,name,day,officer,count'
const faultsOf = (line: string, find?: Present) => {
  const [, row] = taken(header, [line], find).rows
  return row && 'faults' in row ? row.faults.map(({ column, why }) => `${column} ${why}`) : row
}

describe('a table', () => {
  test('takes its columns in any order, and says what a header lacks or has too much', () => {
    const { table, rows } = taken('name,code', ['Satara,fc01', ' , ', 'Pune,FC02'])
    expect(rows[0]).toBeNull()
    expect(rows[1]).toMatchObject({ key: 'FC01', before: null, values: { code: 'FC01', name: 'Satara', day: '' } })
    expect(rows[2]).toBeNull()
    expect(table.lines()).toBe(2)
    expect([table.has('FC02'), table.has('FC03')]).toEqual([true, false])
    expect(table.absent()).toEqual(['day', 'officer', 'count'])
    const long = 'x'.repeat(50)
    expect(taken(`code,code,,${long}`, []).rows[0]).toEqual({
      isEnd: true,
      faults: [
        { line: 1, column: 'name', why: 'column-missing' },
        { line: 1, column: '–', why: 'column-unknown' },
        { line: 1, column: 'x'.repeat(40), why: 'column-unknown' },
        { line: 1, column: 'code', why: 'column-twice' },
      ],
    })
    expect(csvTableReader(columns, () => '').absent()).toEqual([])
  })

  test('ends at a line that cannot be read', () => {
    const { table } = taken(header, [])
    expect(table.take({ line: 9, unreadable: 'quotes' } as never)).toEqual({
      isEnd: true,
      faults: [{ line: 9, column: null, why: 'quotes' }],
    })
  })

  test('refuses a key for the second time, and names the first', () => {
    const { rows } = taken(header, ['FC01,Satara,,,', 'FC01,Pune,,,'])
    expect(rows[2]).toEqual({ faults: [{ line: 3, column: null, why: 'twice', params: { first: 2 } }] })
  })

  test('takes empty cells beyond the header, and no others', () => {
    expect(faultsOf('FC01,Satara,,,,, ')).toMatchObject({ key: 'FC01' })
    expect(taken(header, ['FC01,Satara,,,,x']).rows[1]).toEqual({
      faults: [{ line: 2, column: null, why: 'cells', params: { found: 6, expected: 5 } }],
    })
    expect(faultsOf('FC01,Satara')).toMatchObject({ values: { count: '' } })
  })

  test.each<[string, string[]]>([
    [',,,,5', ['code required', 'name required']],
    ['FC01,Satara Road 1,,,', ['name long']],
    ['FC01,Satara,nowhen,,', ['day value']],
    ['FC01,Satara,,Asha 2,', ['officer sign']],
    ['FC01,Satara,,,10', ['count value']],
    ['FC01,#REF!,,,', ['name sheet-error']],
    ['FC01,1.2E+17,,,', ['name sheet-exponent']],
    ['FC01,01-Feb,,,', ['name sheet-date']],
    ['FC01,????,,,', ['name letters-lost']],
    ['FC01,=A1,,,', ['name formula']],
    ['FC01,+A1,,,', ['name formula']],
    ['FC01,Satara,=A1,,', ['day formula']],
    ['FC01,Satara,+1,,', ['day value']],
    ['FC01,Sa\u0007tara,,,', ['name characters']],
  ])('refuses %j', (line, faults) => {
    expect(faultsOf(line)).toEqual(faults)
  })

  test('shows the beginning of a value that it does not take', () => {
    const { rows } = taken(header, [`FC01,Satara,${'9'.repeat(70)},,`])
    expect(rows[1]).toMatchObject({ faults: [{ line: 2, column: 'day', params: { value: '9'.repeat(60) } }] })
    expect(taken(header, [`FC01,${'y'.repeat(11)},,,`]).rows[1]).toMatchObject({ faults: [{ params: { max: 10 } }] })
    expect(faultsOf(`FC01,${'y'.repeat(10)},,,`)).toHaveProperty('values')
  })

  test('keeps what a cell still holds, whatever was typed at the desk', () => {
    const before = { code: 'FC01', name: 'Satara Road Number 1', day: '', officer: '', count: '' }
    const find = (key: string) => (key === 'FC01' ? before : null)
    expect(faultsOf('FC01,Satara Road Number 1,,,', find)).toMatchObject({ values: before, before })
    expect(faultsOf('FC01,Satara Road Number 2,,,', find)).toEqual(['name long'])
    expect(faultsOf('FC02,Satara Road Number 1,,,', find)).toEqual(['name long'])
  })

  test('doubts a day whose month could be either number', () => {
    const doubts = (day: string) => {
      const [, row] = taken(header, [`FC01,Satara,${day},,`]).rows
      return (row as { warnings: { why: string; params: object }[] }).warnings.map(({ why, params }) => ({
        why,
        ...params,
      }))
    }
    expect(doubts('05/08/2024')).toEqual([{ why: 'day-either', value: '05/08/2024', day: '2024-08-05' }])
    expect(doubts('12.11.2024')).toHaveLength(1)
    expect(doubts('11/12/2024')).toHaveLength(1)
    for (const clear of ['13/08/2024', '08/08/2024', '2024-08-05', '5-Aug-24', ''])
      expect(doubts(clear), clear).toEqual([])
  })
})

test('a spreadsheet that has destroyed a value is noticed, but not where the value is marked as text', () => {
  const damage = (text: string) => damageOf({ text, isText: false })
  expect(['#N/A', '####', '1.5E+12', 'Feb-24', '???', '\uFFFDsha'].map(damage)).toEqual([
    'sheet-error',
    'sheet-error',
    'sheet-exponent',
    'sheet-date',
    'letters-lost',
    'letters-lost',
  ])
  expect(damage('Satara')).toBeNull()
  expect(damageOf({ text: '#N/A', isText: true })).toBeNull()
})

describe('what a spreadsheet may have done without a trace', () => {
  const read = (text: string) => text
  const account: CsvColumn[] = [{ name: 'account', example: '1', usualDigits: 9, read }]
  const name: CsvColumn[] = [{ name: 'account', example: 'Asha' }]
  const telephone: CsvColumn[] = [{ name: 'account', example: '020 25506970', ...readTelephone }]
  test.each<[string, string, string | null, CsvColumn[]?]>([
    ['00123', '123', 'zeros-gone'],
    ['00123', '124', 'digits-fewer'],
    ['', '1234567890123000', 'digits-rounded'],
    ['', '123456789012000', null],
    ['', '1234567890123001', null],
    ['12345', '1234', 'digits-fewer'],
    ['12345', '54321', null],
    ['', '12345678', 'digits-few'],
    ['', '123456789', null],
    ['1', '12345678', null],
    ['1', '1', null],
    ['', '12a', null],
    ['', '12', null, [{ name: 'account', example: '1', read }]],
    ['012', '12', 'zeros-gone', [{ name: 'account', example: '1', read }]],
    ['', '2024-08-05', 'day-made'],
    ['', '5/8/24', 'day-made'],
    ['', '05-Aug-2024 00:00', 'day-made', name],
    ['', '2024-08-05', null, [{ name: 'account', example: '1', read: readDay }]],
    ['2024-08-05', '2024-08-05', null],
    ['', '5/8/2', null],
    ['', '12', 'no-letters', name],
    ['', 'अ 12', null, name],
    ['', '2025506970', 'zero-lacking', telephone],
    ['020 25506970', '2025506970', 'zero-lacking', telephone],
    ['', '7122234567', 'zero-lacking', telephone],
    ['', '7152245678', 'zero-lacking', telephone],
    ['', '2442512345', 'zero-lacking', telephone],
    ['', '25506970', 'zero-lacking', telephone],
    ['', '02025506970', null, telephone],
    ['', '020 25506970', null, telephone],
    ['', '+912025506970', null, telephone],
    ['', '9876543210', null, telephone],
    ['', '919876543210', null, telephone],
    ['', '18002331234', null, telephone],
    ['2025506970', '2025506970', null, telephone],
  ])('%j becomes %j: %s', (old, value, why, of = account) => {
    const expected = why === null ? [] : [{ column: 'account', why, params: { value, old } }]
    expect(doubtsOfLine({ account: old }, { account: value }, of)).toEqual(expected)
    if (old === '') expect(doubtsOfLine(null, { account: value }, of)).toEqual(expected)
  })
})

test('a value that another column has now, while that one has changed, has been moved (rules §13.7)', () => {
  const columns: CsvColumn[] = ['a', 'b'].map((name) => ({ name, example: 'x' }))
  const moved = (before: object, after: object) =>
    doubtsOfLine(before as never, after as never, columns).map(({ column, why, params }) => [
      column,
      why,
      params?.other,
    ])
  expect(moved({ a: 'Pune', b: 'Satara' }, { a: 'Satara', b: 'Karad' })).toEqual([['a', 'moved', 'b']])
  expect(moved({ a: 'Pune', b: 'Satara' }, { a: 'Satara', b: 'Satara' })).toEqual([])
  expect(moved({ a: 'Pune', b: 'abc' }, { a: 'abc', b: 'x' })).toEqual([['a', 'moved', 'b']])
  expect(moved({ a: 'Pune', b: 'ab' }, { a: 'ab', b: 'x' })).toEqual([])
})

test('two lines are the same if every column is', () => {
  expect(isSameLine({ code: '1', name: 'a' }, { code: '1', name: 'a' }, columns)).toBe(true)
  expect(isSameLine({ code: '1', name: 'a' }, { code: '1', name: 'b' }, columns)).toBe(false)
})
