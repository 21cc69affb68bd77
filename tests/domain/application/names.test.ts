import { describe, expect, test } from 'vitest'
import { codeFinder, entriesOf, universityWords } from '#server/domain/application/form/lists.ts'
import { entryNamed, fullName } from '#server/domain/application/form/names.ts'
import { districtWords } from '#server/domain/terms/places.ts'
import { cellLists, type ListEntry, type ListName } from '#server/domain/terms/question.ts'

const namesIn = ({ code, en, mr, alsoKnownAs }: ListEntry) => ({ own: [code, en, mr], other: alsoKnownAs })
const found = (list: ListName, typed: string, group?: string) =>
  entryNamed(typed, entriesOf(list, group), namesIn)?.code

describe('a person finds an entry by the name that they know', () => {
  test.each([
    ['SPPU', 'sppu'],
    ['s.p.p.u.', 'sppu'],
    ['S P P U', 'sppu'],
    ['Pune University', 'sppu'],
    ['University of Pune', 'sppu'],
    ['the university of poona', 'sppu'],
    ['Poona Univ.', 'sppu'],
    ['Poona', 'sppu'],
    ['Pune Vidyapeeth', 'sppu'],
    ['पुणे विद्यापीठ', 'sppu'],
    ['पुणे युनिव्हर्सिटी', 'sppu'],
    ['Savitribai', 'sppu'],
    ['SPPU, Pune', 'sppu'],
    ['Bombay University', 'mumbai'],
    ['UNIVERSITY OF BOMBAY', 'mumbai'],
    ['Bombay', 'mumbai'],
    ['Mumbai University', 'mumbai'],
    ['Mumbai Vidyapith', 'mumbai'],
    ['मुंबई विश्वविद्यालय', 'mumbai'],
    ['BAMU', 'bamu'],
    ['Marathwada University', 'bamu'],
    ['BAMU Aurangabad', 'bamu'],
    ['Dr Babasaheb Ambedkar Marathwada University Aurangabad', 'bamu'],
    ['बामू', 'bamu'],
    ['मराठवाडा विद्यापीठ', 'bamu'],
    ['Nagpur University', 'rtmnu'],
    ['RTMNU Nagpur', 'rtmnu'],
    ['North Maharashtra University', 'kbcnmu'],
    ['NMU Jalgaon', 'kbcnmu'],
    ['Shivaji University Kolhapur', 'shivaji'],
    ['SRTM', 'srtmu'],
    ['Solapur University', 'solapur'],
    ['Amravati University', 'sgbau'],
    ['SNDT Womens University', 'sndt'],
    ['SNDT Women’s University', 'sndt'],
    ['BATU', 'dbatu'],
    ['Lonere', 'dbatu'],
    ['COEP', 'coep'],
    ['YCMOU', 'ycmou'],
    ['VJTI', undefined],
    ['IIT Bombay', 'iit-bombay'],
    ['I.I.T. Mumbai', 'iit-bombay'],
    ['D.Y. Patil International University Pune', 'dypiu'],
    ['DY Patil Vidyapeeth, Pune', 'dypatil-pune'],
    ['Baroda University', 'msu'],
    ['Guwahati University', 'gauhati'],
    ['Indore University', 'davv'],
  ])('the university “%s”', (typed, code) => expect(found('universities', typed)).toBe(code))

  test.each([
    ['CBSE board', 'CBSE'],
    ['C.B.S.E.', 'CBSE'],
    ['सीबीएसई बोर्ड', 'CBSE'],
    ['ICSE', 'CISCE'],
    ['ISC Board', 'CISCE'],
    ['Pune', 'MH-pune'],
    ['Poona Board', 'MH-pune'],
    ['HSC Board, Pune', 'MH-pune'],
    ['पुणे बोर्ड', 'MH-pune'],
    ['Bombay', 'MH-mumbai'],
    ['Nasik Division', 'MH-nashik'],
    ['Aurangabad', 'MH-sambhajinagar'],
    ['औरंगाबाद विभाग', 'MH-sambhajinagar'],
    ['Ratnagiri', 'MH-konkan'],
    ['UP Board', 'UP'],
    ['GSEB', 'GJ'],
    ['Bihar board', 'BR'],
  ])('the board “%s”', (typed, code) => expect(found('school-boards', typed)).toBe(code))

  test.each([
    ['MSBTE', 'MSBTE'],
    ['M.S.B.T.E. Mumbai', undefined],
    ['VJTI', 'MH-VJTI'],
    ['GTU', 'GJ'],
  ])('the diploma board “%s”', (typed, code) => expect(found('diploma-boards', typed)).toBe(code))

  test.each([
    ['Poona', 'MH-pune', 'pune-pune-city'],
    ['Nasik', 'MH-nashik', 'nashik-nashik'],
    ['औरंगाबाद', 'MH-chhatrapati-sambhajinagar', 'chhatrapati-sambhajinagar-chhatrapati-sambhajinagar'],
    ['Islampur', 'MH-sangli', 'sangli-walwa'],
  ])('the taluka “%s”', (typed, district, code) => expect(found('talukas', typed, district)).toBe(code))

  test('words that several entries share name none of them', () => {
    for (const typed of ['Pune', 'university', 'IIT', 'D. Y. Patil', 'Amity University', 'pu', '.', 'विद्यापीठ'])
      expect(found('universities', typed), typed).toBeUndefined()
    for (const typed of ['Maharashtra board', 'board', 'SSC', 'मंडळ'])
      expect(found('school-boards', typed), typed).toBeUndefined()
  })

  test('a name of its own comes before another name', () => {
    const entries = [
      { code: 'a', en: 'First', mr: 'पहिले', alsoKnownAs: ['Second'] },
      { code: 'b', en: 'Second', mr: 'दुसरे' },
    ]
    expect(entryNamed('second', entries, namesIn)?.code).toBe('b')
    expect(codeFinder(entries)('second')).toBe('b')
  })
})

test.each(cellLists)('no two entries of %s share a full name within their group', (list) => {
  const owners = new Map<string, string>()
  for (const entry of entriesOf(list)) {
    const names = new Set([entry.code, entry.en, entry.mr, ...(entry.alsoKnownAs ?? [])].map(fullName))
    for (const name of names) {
      const key = `${['talukas', 'castes', 'districts'].includes(list) ? entry.group : ''} ${name}`
      const isMumbai = list === 'districts' && /^MH-mumbai-/.test(entry.code)
      if (!isMumbai) expect(owners.get(key), `${name} of ${entry.code}`).toBeUndefined()
      owners.set(key, entry.code)
    }
  }
})

test.each([
  ['Poona', 'MH-pune'],
  ['पूना', 'MH-pune'],
  ['Nasik', 'MH-nashik'],
  ['Bombay City', 'MH-mumbai-city'],
  ['Bombay Suburban', 'MH-mumbai-suburban'],
  ['Aurangabad', 'MH-chhatrapati-sambhajinagar'],
  ['Chhatrapati Sambhajinagar', 'MH-chhatrapati-sambhajinagar'],
  ['उस्मानाबाद', 'MH-dharashiv'],
  ['Sholapur', 'MH-solapur'],
  ['Bombay', undefined],
  ['Mumbai', undefined],
])('a file may name the district “%s”', (typed, code) =>
  expect(codeFinder(entriesOf('maharashtra-districts'))(typed)).toBe(code),
)

test('a search of institutes finds a district and a university by their other names', () => {
  expect(districtWords('MH-mumbai-city')).toContain('Bombay')
  expect(districtWords('MH-pune')).toContain('Poona')
  expect(universityWords('Savitribai Phule Pune University')).toMatch(/SPPU.*पुणे विद्यापीठ/)
  expect(universityWords('Pune University')).toContain('Savitribai Phule')
  expect(universityWords('A university of its own')).toBe('A university of its own')
})
