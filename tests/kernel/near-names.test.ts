import { describe, expect, test } from 'vitest'
import { entriesOf, knownNames } from '#server/domain/application/form/lists.ts'
import type { ListEntry, ListName } from '#server/domain/terms/question.ts'
import { entryNamed } from '#server/kernel/names.ts'
import { entriesNear, entrySounding, namesWithin } from '#server/kernel/near-names.ts'

const namesIn = (list: ListName) => (entry: ListEntry) => knownNames(list, entry)
const near = (list: ListName, typed: string, group?: string) =>
  entriesNear(typed, entriesOf(list, group), namesIn(list)).map(({ code }) => code)
const taken = (list: ListName, typed: string, group?: string) => {
  const entries = entriesOf(list, group)
  return (entryNamed(typed, entries, namesIn(list), 'in-full') ?? entrySounding(typed, entries, namesIn(list)))?.code
}

test('a name may list several, and say in brackets which of them are meant', () => {
  expect(namesWithin('Mali, Phulmali (outside NT), Jire Mali')).toEqual(['Mali', 'Phulmali', 'Jire Mali'])
  expect(namesWithin('Kaikadi (Akola, Amravati)')).toEqual(['Kaikadi'])
  expect(namesWithin(' , ')).toEqual([])
})

describe('a caste is taken by a name in full, however it is spelled', () => {
  test.each([
    ['माळी', 'OBC', 'OBC-mali'],
    ['माली', 'OBC', 'OBC-mali'],
    ['MALI', 'OBC', 'OBC-mali'],
    ['phool mali', 'OBC', 'OBC-mali'],
    ['कुनबी', 'OBC', 'OBC-kunbi'],
    ['कुम्भार', 'OBC', 'OBC-kumbhar'],
    ['Mahaar', 'SC', 'SC-mahar'],
    ['Kaikadi', 'SC', 'SC-kaikadi-akola'],
    // A breathed letter is another caste.
    ['Katik', 'OBC', 'OBC-katik'],
    ['Khatik', 'OBC', 'OBC-kasai'],
    ['Kohli', 'OBC', 'OBC-kohli'],
    ['Koli', 'OBC', 'OBC-koli-outside-sbc-and-st'],
    // In two entries, a part of a name, another category, nothing.
    ['Tadvi', 'ST', undefined],
    ['maha', 'SC', undefined],
    ['Mahar', 'OBC', undefined],
    ['Akola', 'SC', undefined],
    ['m', 'OBC', undefined],
    ['', 'OBC', undefined],
  ])('“%s” of %s', (typed, group, code) => expect(taken('castes', typed, group)).toBe(code))

  test('every name of every caste finds it, or is offered with the others that have it', () => {
    for (const entry of entriesOf('castes')) {
      for (const name of [...namesWithin(entry.en), ...namesWithin(entry.mr)]) {
        const found = taken('castes', name, entry.group)
        if (found === entry.code) continue
        const offered = entriesNear(name, entriesOf('castes', entry.group), namesIn('castes'), 20)
        expect([name, offered.map(({ code }) => code)]).toEqual([name, expect.arrayContaining([entry.code])])
      }
    }
  })
})

describe('what may be meant is offered, nearest first', () => {
  test.each<[ListName, string, string | undefined, string[]]>([
    ['castes', 'Hindu Mali', 'OBC', ['OBC-mali']],
    ['castes', 'हिंदू माळी', 'OBC', ['OBC-mali']],
    ['castes', 'teli samaj', 'OBC', ['OBC-teli']],
    ['castes', 'तडवी', 'ST', ['ST-bhil', 'ST-dhanka']],
    ['castes', 'महादेव कोळी', 'ST', ['ST-koli-mahadev']],
    ['talukas', 'पुण्यातील', 'MH-pune', ['pune-pune-city']],
    ['talukas', 'Baramti', 'MH-pune', ['pune-baramati']],
    ['universities', 'मुबई विद्यापीठ', undefined, ['mumbai']],
    ['universities', 'xyz', undefined, []],
    ['universities', '', undefined, []],
    ['universities', '<script>', undefined, []],
    ['school-boards', 'Kolhapoor', undefined, ['MH-kolhapur']],
  ])('%s: “%s”', (list, typed, group, codes) => expect(near(list, typed, group)).toEqual(codes))

  test('a slip of the hand comes before other names of the same town', () => {
    expect(near('universities', 'Pune Univercity')[0]).toBe('sppu')
    expect(near('school-boards', 'Maharashtra')).toHaveLength(8)
  })

  test('a text of any length is answered at once', () => {
    const start = performance.now()
    near('universities', 'a b '.repeat(50_000))
    near('castes', 'ळ'.repeat(100_000))
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
