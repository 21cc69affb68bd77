import { expect, test } from 'vitest'
import { asAgreed, newDoubts } from '#server/domain/application/form/doubts.ts'

const passed = (given: Record<string, string>, dateOfBirth?: string) => ({
  'qualifications-details': given,
  ...(dateOfBirth && { 'personal-details': { dateOfBirth } }),
})
const doubts = (given: Record<string, string>, born?: string) => asAgreed(newDoubts({}, passed(given, born), {}))

const usual = { sscYear: '2018', hscYear: '2020', degreeYears: '4', degreeYear: '2024' }

test.each([
  ['the usual way', usual, '2002-06-01', ''],
  ['years between', { sscYear: '2010', hscYear: '2015', degreeYears: '4', degreeYear: '2024' }, '1990-01-01', ''],
  ['HSC a year after SSC', { ...usual, sscYear: '2019' }, undefined, 'hsc-after-ssc:2019:2020:2'],
  ['four years of a degree in three', { ...usual, hscYear: '2021' }, undefined, 'degree-after-hsc:2021:2024:4'],
  ['a degree of five years in four', { ...usual, degreeYears: '5' }, undefined, 'degree-after-hsc:2020:2024:5'],
  ['a degree of three years in three', { ...usual, degreeYears: '3', degreeYear: '2023' }, undefined, ''],
  [
    'the second year entered with a diploma',
    { sscYear: '2018', diplomaYear: '2021', degreeYears: '4', degreeYear: '2024' },
    undefined,
    '',
  ],
  [
    'a diploma two years after SSC, and a degree of four years two years later',
    { sscYear: '2018', diplomaYear: '2020', degreeYears: '4', degreeYear: '2022' },
    undefined,
    'diploma-after-ssc:2018:2020:3 degree-after-diploma:2020:2022:3',
  ],
  ['SSC at thirteen', usual, '2005-05-31', 'ssc-after-birth:2005:2018:14'],
  ['SSC at fourteen', usual, '2004-12-31', ''],
  ['an ITI course a year after SSC', { sscYear: '2022', itiYear: '2023' }, undefined, ''],
  ['a course that asks for HSC alone', { sscYear: '2022', hscYear: '2024' }, '2006-02-03', ''],
  ['a length that is not given', { hscYear: '2021', degreeYear: '2022' }, undefined, ''],
] as const)('%s', (_, given, born, wanted) => {
  expect(doubts(given, born)).toBe(wanted)
})

test('nothing answered is not doubtful', () => {
  expect(newDoubts({}, {}, {})).toEqual([])
  expect(newDoubts({}, { 'personal-details': { gender: 'female' } }, {})).toEqual([])
})

test('doubts that the answers had before are not raised again, unless a year of theirs changes', () => {
  const before = passed({ ...usual, hscYear: '2021' })
  expect(newDoubts(before, passed({ ...usual, hscYear: '2021', sscYear: '2020' }), {})).toMatchObject([
    { code: 'hsc-after-ssc' },
  ])
  expect(newDoubts(before, passed({ ...usual, hscYear: '2022' }), {})).toMatchObject([{ code: 'degree-after-hsc' }])
})

const caste = (category: string, casteName: string) =>
  newDoubts({}, { 'category-details': { category, casteName } }, {}).map(({ code, params }) => [
    code,
    'category' in params && params.category,
  ])

test.each([
  ['OBC', 'Mali', [['caste-in-list', 'OBC']]],
  ['OBC', 'माळी', [['caste-in-list', 'OBC']]],
  ['SC', 'Mali', [['caste-elsewhere', 'OBC']]],
  ['OBC', 'mahar', [['caste-elsewhere', 'SC']]],
  ['OBC', 'Nobody knows this one', []],
  ['OBC', 'Maha', []],
  ['OBC', ' - ', []],
] as const)('a caste of %s that was written as “%s” where no list has it', (category, name, wanted) => {
  expect(caste(category, name)).toEqual(wanted)
})
