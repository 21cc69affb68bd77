import { describe, expect, test } from 'vitest'
import { mbale, scd } from '#server/courses/courses.ts'
import { demoMarathiNames, demoSeatMatrix } from '#server/demo/seat-matrix.ts'
import {
  type CourseSeats,
  changesBetween,
  linesOfCourse,
  mostMatrixRows,
  readSeatMatrix as readRows,
  seatMatrixColumns,
  shareOf,
  sumOfSeats,
} from '#server/domain/seats/seat-matrix.ts'
import { isSpecialSeatType, matrixSeatTypes, seatTypeName, seatTypes } from '#server/domain/terms/seat-types.ts'
import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import { readCsv } from '#server/http/read-csv.ts'

const readSeatMatrix = (text: string) => readRows(readCsv(text, mostMatrixRows))
const fileOf = (courses: Iterable<CourseSeats>) => [...seatMatrixCsv(courses)].join('')
const sample = fileOf(sampleCourses)
/** The sample with some lines replaced or removed (null); line 1 is the header. */
const changed = (lines: Record<number, string | null>) =>
  sample
    .split('\r\n')
    .flatMap((line, place) => (lines[place + 1] === null ? [] : [lines[place + 1] ?? line]))
    .join('\r\n')
const lineOf = (start: string) => sample.split('\r\n').findIndex((line) => line.startsWith(start)) + 1
const mba = 'Sample Institute of Management,Sample University,MH-pune,Un-Aided,Non-Autonomous,,Sample Course'
const total = (name: string, count: number, code = '900110110') => `total,${code},9001,${mba},${name},${count}`
const pool = (name: string, count: number, code = '900110110') => `pool,${code},9001,${mba},${name},${count}`
const rules = (text: string) => readSeatMatrix(text).breaches.map(({ rule, choiceCode }) => `${choiceCode} ${rule}`)

describe('the types of seats', () => {
  test('are listed in the order in which a candidate tries them', () => {
    expect(seatTypes.slice(0, 10)).toEqual('PWDRS PWDOPENS DEFRS DEFOPENS ORPHAN MI LOPENS GOPENS LSCS LSTS'.split(' '))
    expect(seatTypes.slice(-7)).toEqual('SBC VJNT BC EWS AI ALL TFWS'.split(' '))
    expect(matrixSeatTypes).toHaveLength(27)
  })

  test('have distinct names in both languages', () => {
    for (const language of ['en', 'mr'] as const)
      expect(new Set(seatTypes.map((type) => seatTypeName(type)[language])).size).toBe(seatTypes.length)
    expect(seatTypeName('LNT1S').en).toBe('NT-B, ladies')
  })

  test('are left out of public lists if they reveal something about a person', () => {
    expect(seatTypes.filter(isSpecialSeatType)).toEqual('PWDRS PWDOPENS DEFRS DEFOPENS ORPHAN MI EWS TFWS'.split(' '))
  })
})

describe('a file of the cell', () => {
  test('the sample is read correctly, and written again unchanged', () => {
    const read = readSeatMatrix(sample)
    expect([read.faults, read.breaches]).toEqual([[], []])
    expect(read.courses).toEqual(sampleCourses)
    expect(fileOf(read.courses)).toBe(sample)
  })

  test('a byte order mark, either line break and any order of lines make no difference', () => {
    const [header, ...lines] = sample.slice(1).trimEnd().split('\r\n')
    const shuffled = [header, ...lines.reverse()].join('\n')
    expect(readSeatMatrix(shuffled).courses).toEqual(sampleCourses)
  })

  test('a district and a minority are found by name or code in either language', () => {
    for (const name of ['Pune', 'PUNE', 'पुणे', 'MH-pune'])
      expect(readSeatMatrix(sample.replaceAll('MH-pune', name)).courses[0]?.district, name).toBe('MH-pune')
    for (const name of ['Jain', 'religion-jain'])
      expect(readSeatMatrix(sample.replaceAll('religion-jain', name)).courses[2]?.minority, name).toBe('religion-jain')
    expect(readSeatMatrix(sample.replaceAll('MH-pune', 'Dharashiv')).courses[0]?.district).toBe('MH-dharashiv')
    expect(readSeatMatrix(sample.replaceAll('MH-pune', 'Osmanabad')).courses[0]?.district).toBe('MH-dharashiv')
  })

  const gopens = () => lineOf('pool,900110110,9001') + 4
  test.each([
    ['another header', { 1: 'kind,choice_code' }, 1, 'header'],
    ['far too many columns', { 3: total('MS', 42) + ','.repeat(2000) }, 3, 'columns'],
    ['a missing column', { 3: total('MS', 42).replace(',Un-Aided', '') }, 3, 'columns'],
    ['a quote that is not closed', { 3: `"${total('MS', 42)}` }, 3, 'quotes'],
    ['a quote within a cell', { 3: total('MS', 42).replace('Sample U', 'Sample "U') }, 3, 'quotes'],
    ['an unknown kind', { 3: total('MS', 42).replace('total', 'sum') }, 3, 'kind'],
    ['a choice code of eight digits', { 3: total('MS', 42, '90011011') }, 3, 'choice-code'],
    ['an institute code with another sign', { 3: total('MS', 42).replace(',9001,', ',90_1,') }, 3, 'institute-code'],
    ['a course that became a date', { 3: total('MS', 42).replace('Sample Course', '01-Feb') }, 3, 'damaged'],
    ['an institute code that became a date', { 3: total('MS', 42).replace(',9001,', ',1-Feb,') }, 3, 'damaged'],
    ['a name without its letters', { 3: total('MS', 42).replace('Sample University', '?????') }, 3, 'damaged'],
    ['a missing name', { 3: total('MS', 42).replace('Sample University', '') }, 3, 'text'],
    ['a district of another state', { 3: total('MS', 42).replace('MH-pune', 'Belagavi') }, 3, 'district'],
    ['an unknown minority', { 3: total('MS', 42).replace('omous,,', 'omous,Martian,') }, 3, 'minority'],
    ['an unknown total', { 3: total('constructor', 42) }, 3, 'total'],
    ['a type that exists only by conversion', { 7: pool('VJNT', 1) }, 7, 'seat-type'],
    ['an unknown type', { 7: pool('toString', 1) }, 7, 'seat-type'],
    ['a negative count', { 3: total('MS', -1) }, 3, 'count'],
    ['half a seat', { 3: total('MS', 1.5) }, 3, 'count'],
    ['a fee waiver among other seats', { 7: pool('TFWS', 1) }, 7, 'waiver-type'],
    ['a repeated line', { 4: total('MS', 42) }, 4, 'duplicate'],
    ['a course with two names', { 3: total('MS', 42).replace('Sample Course', 'Another') }, 3, 'course-differs'],
    ['a missing intake', { 2: null }, 2, 'intake-missing'],
  ] as const)('%s is reported with its line', (_, lines, line, rule) => {
    const { faults, courses } = readSeatMatrix(changed(lines))
    expect(faults.map((fault) => [fault.line, fault.rule])).toContainEqual([line, rule])
    expect(courses).toEqual([])
    expect(gopens()).toBeGreaterThan(7)
  })

  test('an institute must be the same in all of its courses', () => {
    const other = pool('TFWS', 3, '900110110T').replace('Un-Aided', 'Government')
    const faulty = readSeatMatrix(changed({ [lineOf('total,900110110T')]: null, [lineOf('pool,900110110T')]: other }))
    expect(faulty.faults).toMatchObject([{ rule: 'institute-differs', choiceCode: '900110110T' }])
  })

  test('a fee waiver belongs to a course of the file', () => {
    const alone = fileOf(sampleCourses.slice(1))
    expect(readSeatMatrix(alone).faults).toMatchObject([{ line: 2, choiceCode: '900110110T', rule: 'waiver-alone' }])
  })

  test('all wrong lines are reported, not only the first', () => {
    const text = changed({ 3: total('MS', 42).replace('total', 'x'), 5: total('AI', 9).replace('MH-pune', 'x') })
    expect(readSeatMatrix(text).faults.map(({ line }) => line)).toEqual([3, 5])
  })

  test('an empty file, or only a header, is no seat matrix', () => {
    for (const text of ['', '\uFEFF', seatMatrixColumns.join(), `${seatMatrixColumns.join()}\r\n\r\n`])
      expect(readSeatMatrix(text).faults, JSON.stringify(text)).toMatchObject([{ rule: 'empty' }])
  })

  test('case 29: ten megabytes of quotes, commas or lines are read to their end in good time', () => {
    const size = 10_000_000
    const header = `${seatMatrixColumns.join()}\n`
    for (const text of ['"'.repeat(size), `${header}${','.repeat(size)}`, `${header}${'x\n'.repeat(size / 2)}`]) {
      expect(readSeatMatrix(text).faults.length).toBeGreaterThan(0)
    }
  })

  test('case 36: a text that a spreadsheet would run is refused', () => {
    for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '\u0007evil', 'evil ✓', 'a\u0000b']) {
      const { faults } = readSeatMatrix(sample.replaceAll('Sample Course', name))
      expect(new Set(faults.map(({ rule }) => rule)), name).toEqual(new Set(['text']))
    }
  })
})

describe('the identities of rules §8.2', () => {
  test('halves are rounded up', () => {
    expect([shareOf(10, 15), shareOf(50, 1), shareOf(49, 1), shareOf(60, 51), shareOf(9, 5)]).toEqual([2, 1, 0, 31, 0])
  })

  test.each([
    ['the intake is the sum of its parts', total('SI', 61), 'intake'],
    ['the seats by type add up to the seats for Maharashtra', pool('GOPENS', 14), 'maharashtra'],
    ['All India seats are 15 % of the intake', total('AI', 8), 'all-india-share'],
    ['the seats of type AI equal their total', pool('AI', 8), 'all-india-pool'],
    ['other institutes have no minority seats', total('MINORITY', 1), 'minority-share'],
    ['the seats of type MI equal their total', total('MINORITY', 1), 'minority-pool'],
    ['EWS is 10 % of the intake', pool('EWS', 5), 'ews'],
    ['the fee waiver is 5 % of the intake', pool('TFWS', 2, '900110110T'), 'waiver'],
    ['the intake of a fee waiver equals its seats', total('SI', 4, '900110110T'), 'waiver-intake'],
  ])('%s', (_, line, rule) => {
    const start = line.split(',').slice(0, 2).join()
    const place = sample.split('\r\n').findIndex((one) => one.startsWith(start) && one.includes(line.split(',')[10]!))
    const at = place + 1
    const { breaches } = readSeatMatrix(changed({ [at]: line }))
    const found = breaches.find((breach) => breach.rule === rule)
    expect(found, JSON.stringify(breaches)).toBeDefined()
  })

  test('a breach is reported at the line of its number', () => {
    const at = lineOf('pool,900110110T')
    const { breaches } = readSeatMatrix(
      changed({ [at]: pool('TFWS', 2, '900110110T'), [at - 1]: total('SI', 2, '900110110T') }),
    )
    expect(breaches).toEqual([{ line: at, choiceCode: '900110110', rule: 'waiver', expected: 3, found: 2 }])
  })

  test('an institute without All India seats may leave that share out', () => {
    const [course, waiver] = sampleCourses as [CourseSeats, CourseSeats]
    const without: CourseSeats = {
      ...course,
      allIndia: 0,
      maharashtra: 51,
      seats: course.seats
        .filter(({ seatType }) => seatType !== 'AI')
        .concat({ seatType: 'ORPHAN', count: 1 })
        .map((seats) => (seats.seatType === 'GOPENS' ? { ...seats, count: 21 } : seats)),
    }
    expect(rules(fileOf([without, waiver]))).toEqual([])
  })

  test('orphans have 1 % of the seats for Maharashtra', () => {
    const [course, waiver] = sampleCourses as [CourseSeats, CourseSeats]
    const more = { ...course, seats: course.seats.concat({ seatType: 'ORPHAN', count: 1 }) }
    expect(rules(fileOf([more, waiver]))).toEqual(['900110110 maharashtra', '900110110 orphan'])
  })

  test('a minority institute has 51 % for its community, 15 % of the rest for All India, and otherwise Open seats', () => {
    const course = sampleCourses[2]!
    const of = (change: Partial<CourseSeats>) => rules(fileOf([{ ...course, ...change }]))
    expect(of({})).toEqual([])
    expect(of({ minoritySeats: 30, maharashtra: 18 })).toContain('900210110 minority-share')
    expect(of({ allIndia: 4, maharashtra: 16 })).toContain('900210110 all-india-share')
    const reserved = course.seats.map((seats) => (seats.seatType === 'LOPENS' ? { ...seats, seatType: 'LSCS' } : seats))
    expect(of({ seats: reserved as CourseSeats['seats'] })).toEqual(['900210110 open-only'])
  })
})

test('two editions are compared by choice code', () => {
  const [course, waiver, minority] = sampleCourses as [CourseSeats, CourseSeats, CourseSeats]
  const after = [{ ...course, sanctioned: 61 }, minority, { ...waiver, choiceCode: '900210110T' }]
  expect(changesBetween(sampleCourses, after)).toEqual({
    added: ['900210110T'],
    gone: ['900110110T'],
    changed: ['900110110'],
  })
})

describe('the demo', () => {
  test('has 40 institutes and 60 choice codes with about 500 seats of every type; the other course has 6 institutes', () => {
    const seats = demoSeatMatrix(mbale)
    const { all, byType } = sumOfSeats(seats)
    expect(new Set(seats.map(({ instituteCode }) => instituteCode)).size).toBe(40)
    expect(seats).toHaveLength(60)
    expect(all).toBeGreaterThan(460)
    expect(all).toBeLessThan(540)
    expect(byType.map(({ seatType }) => seatType)).toEqual(matrixSeatTypes)
    expect(new Set(demoSeatMatrix(scd).map(({ instituteCode }) => instituteCode)).size).toBe(6)
  })

  const third = { slug: 'third', courseTitle: { en: 'Third Course', mr: 'तिसरा अभ्यासक्रम' } }
  test.each([mbale, scd, third])('obeys every identity, and is the same every time: $slug', (course) => {
    const read = readSeatMatrix(fileOf(demoSeatMatrix(course)))
    expect([read.faults, read.breaches]).toEqual([[], []])
    expect(demoSeatMatrix(course)).toEqual(demoSeatMatrix(course))
    expect(read.courses.map((course) => [...linesOfCourse(course)].length)).not.toContain(0)
  })

  test.each([mbale, scd, third])('gives no two institutes one name, in either language: $slug', (course) => {
    const english = new Map(demoSeatMatrix(course).map(({ instituteCode, institute }) => [instituteCode, institute]))
    for (const names of [english, demoMarathiNames(course)])
      expect([...names.values()].sort()).toEqual([...new Set(names.values())].sort())
  })
})
