import { describe, expect, test } from 'vitest'
import { codeFinder, entriesOf } from '#server/domain/application/form/lists.ts'
import { searchCourses } from '#server/domain/seats/course-search.ts'
import { cellLists, type ListEntry, type ListName, type Lists } from '#server/domain/terms/question.ts'
import { entryNamed, fullName, saidBy, seek } from '#server/kernel/names.ts'

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
    ['Pune', 'sppu'],
    ['पुणे', 'sppu'],
    ['पूना विद्यापीठ', 'sppu'],
    ['एस.पी.पी.यू.', 'sppu'],
    ['Mumbai', 'mumbai'],
    ['बॉम्बे', 'mumbai'],
    ['बंबई युनिव्हर्सिटी', 'mumbai'],
    ['Nagpur', 'rtmnu'],
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
    for (const typed of ['Punj', 'university', 'IIT', 'D. Y. Patil', 'Amity University', 'pu', '.', 'विद्यापीठ'])
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

const portal = {}
const course = (university: string, district: string, institute = 'Sahyadri Institute of Management') => ({
  choiceCode: '303310110',
  instituteCode: '3033',
  institute,
  university,
  district,
  course: 'Master of Business Administration (Direct Second Year)',
})
// As a seat matrix names them: without the town that the list has.
const sppu = course('Savitribai Phule Pune University', 'MH-nashik')
const bamu = course('Dr. Babasaheb Ambedkar Marathwada University', 'MH-jalna')
const nmu = course('Kavayitri Bahinabai Chaudhari North Maharashtra University', 'MH-dhule')
const mumbai = course('University of Mumbai', 'MH-thane', 'Dr. D. Y. Patil College of Engg.')
const own = course('A university of its own', 'MH-mumbai-city')
const courses = [sppu, bamu, nmu, mumbai, own]

test.each([
  ['', courses],
  ['Poona univ.', [sppu]],
  ['pune univ', [sppu]],
  ['PUNE UNIV.', [sppu]],
  ['S.P.P.U.', [sppu]],
  ['sppu.', [sppu]],
  ['S P P U', [sppu]],
  ['एस. पी. पी. यू.', [sppu]],
  ['पूना विद्यापीठ', [sppu]],
  ['पुणे युनिव्हर्सिटी', [sppu]],
  ['Nasik', [sppu]],
  ['BAMU', [bamu]],
  ['B.A.M.U.', [bamu]],
  ['बामू', [bamu]],
  ['Aurangabad university', [bamu]],
  ['NMU', [nmu]],
  ['n.m.u.', [nmu]],
  ['जळगाव विद्यापीठ', [nmu]],
  ['Bombay univ.', [mumbai, own]],
  ['बॉम्बे विद्यापीठ', [mumbai]],
  ['DY Patil', [mumbai]],
  ['d.y.patil engineering coll.', [mumbai]],
  ['M.B.A.', courses],
  ['sahyadri inst.', [sppu, bamu, nmu, own]],
  ['a university of its own', [own]],
  ['3033', courses],
  ['nobody', []],
])('a search of courses for “%s”', (typed, wanted) => expect(searchCourses(courses, typed, portal)).toEqual(wanted))

test('a search knows the names that the cell has given, at once', () => {
  const entries = entriesOf('universities')
  const lists = (university: ListEntry): Lists => ({
    entries: (list) => (list === 'universities' ? [...entries, university] : entriesOf(list)),
    find: (_, code) => [...entries, university].find((entry) => entry.code === code),
  })
  const named = lists({ code: 'own', en: 'A university of its own', mr: 'स्वतःचे विद्यापीठ', alsoKnownAs: ['AUO'] })
  expect(searchCourses(courses, 'auo', portal)).toEqual([])
  expect(searchCourses(courses, 'A.U.O.', { lists: named })).toEqual([own])
  expect(searchCourses(courses, 'auo', portal)).toEqual([])
})

test.each([
  ['School board, Pune (2024)', 'pune board', true],
  ['School board, Pune', 'pune bord', true],
  ['Notice: documents/originals', 'originals documents', true],
  ['Notice', 'x', false],
  ['A & B', 'a and b', true],
  ['राज्य सामाईक प्रवेश', 'प्रवेश राज्य', true],
  ['anything', ' . ', true],
  // As people hear it: long and short, v and w, s and sh, t and th, once or twice, in both scripts.
  ['Latur', 'latoor', true],
  ['Latur', 'Laathur', true],
  ['Latur', 'lattur', true],
  ['लातूर', 'लातुर', true],
  ['लातूर', 'लातुरमध्ये', true],
  ['Beed', 'bid', true],
  ['Beed', 'forbid', false],
  ['बीड', 'बिड', true],
  ['Washim', 'vasim', true],
  ['Thane', 'tane', true],
  ['Dharashiv', 'darasheev', true],
  ['Gondia', 'gondiya', true],
  ['Shindkheda', 'sin', false],
  ['Shirpur', 'sirp', true],
  ['Jalna', 'jalgaon', false],
  ['Latur Institute', 'latoor nashik', false],
])('“%s” is found by “%s”: %s', (text, typed, is) => expect(seek(typed)(saidBy(text))).toBe(is))

test('a name of the list without its town is named in a file too, unless several have it', () => {
  const named = codeFinder(entriesOf('universities'))
  expect(named('Dr. Babasaheb Ambedkar Marathwada University')).toBe('bamu')
  expect(named('शिवाजी विद्यापीठ')).toBe('shivaji')
  expect(named('Maharashtra National Law University')).toBeUndefined()
})

/** Institutes in Nashik and Pune of one university, whose name has "Pune". */
const inNashik = {
  ...sppu,
  choiceCode: '100110110',
  instituteCode: '1001',
  institute: 'A Institute',
  district: 'MH-nashik',
}
const inPune = {
  ...sppu,
  choiceCode: '100210110',
  instituteCode: '1002',
  institute: 'B Institute',
  district: 'MH-pune',
}

test.each([
  ['pune', [inPune, inNashik]],
  ['puna', [inPune, inNashik]],
  ['पुणे', [inPune, inNashik]],
  ['Pune city', [inPune, inNashik]],
  ['in pune', [inPune, inNashik]],
  ['पुणे जिल्हा', [inPune, inNashik]],
  ['पुण्यातील', [inPune, inNashik]],
  ['पुण्यात', [inPune, inNashik]],
  ['near nashik', [inNashik]],
  ['naasheek', [inNashik]],
  ['poone', [inPune, inNashik]],
  ['नाशिकमध्ये', [inNashik]],
  ['नाशिकच्या कॉलेज', []],
  ['Pune university', [inNashik, inPune]],
  ['district', []],
])('a search by place for “%s” gives first what is there', (typed, wanted) =>
  expect(searchCourses([inNashik, inPune], typed, portal)).toEqual(wanted),
)
