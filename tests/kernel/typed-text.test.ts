import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '#server/kernel/languages.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import {
  dayExists,
  typedCode,
  typedDay,
  typedDigits,
  typedInstant,
  typedLine,
  typedLines,
  typedNumber,
  typedSigns,
  typedTime,
} from '#server/kernel/typed-text.ts'
import { writtenDate } from '#server/kernel/written-date.ts'

fc.configureGlobal({ seed: 2024 })

const formatCharacters = [
  0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x202a, 0x202c, 0x202e, 0x2060, 0x2063, 0x2066, 0x2069, 0xfe0f,
  0xfeff, 0xe0041,
].map((code) => String.fromCodePoint(code))

test('a character that takes no room is dropped, wherever it is', () => {
  const place = fc.tuple(fc.constantFrom(...formatCharacters), fc.nat({ max: 10 }))
  fc.assert(
    fc.property(
      fc.constantFrom('Asha Patil', '9876543210', 'आशा पाटील', 'कुऱ्हाडेकर'),
      fc.array(place),
      (text, hidden) => {
        let typed = [...text]
        for (const [sign, at] of hidden) typed = [...typed.slice(0, at), sign, ...typed.slice(at)]
        expect(typedLine(typed.join(''))).toBe(text)
      },
    ),
  )
})

test.each(['૪૧૨', '೪೧೨', '۴۱۲', '௪௧௨'])('%s is 412 in every text, for no font here prints it', (digits) => {
  expect(typedLine(`Lane ${digits}`)).toBe('Lane 412')
  expect(typedLines(digits)).toBe('412')
})

test('Marathi digits stay in a text as they were written', () => expect(typedLine('गल्ली ४१२')).toBe('गल्ली ४१२'))

test.each(
  [...'\u00A0\u1680\u2002\u2003\u2009\u202F\u3000'].map((space) => [space.codePointAt(0)!.toString(16), space]),
)('U+%s is a space', (_, space) => {
  expect(typedLine(`${space}Asha${space}${space}Patil${space}`)).toBe('Asha Patil')
})

test('joiners remain only where Marathi needs them', () => {
  for (const kept of ['कुर्\u200Dहाडेकर', 'क्\u200Cष', 'अ\u200Dॅलन', 'अर्\u200D']) expect(typedLine(kept), kept).toBe(kept)
  expect(typedLine('As\u200Dha')).toBe('Asha')
  expect(typedLine('\u200Dआशा\u200C पाटील\u200D')).toBe('आशा पाटील')
  expect(typedLine('कुर्\u200D\u200D\u200Cहाडेकर')).toBe('कुर्\u200Dहाडेकर')
})

test('every keyboard’s lines end in one way', () => {
  expect(typedLines(' one\r\ntwo\rthree\u2028four\u000Bfive\tsix ')).toBe('one\ntwo\nthree\nfour\nfive six')
})

test('dashes and apostrophes become one of each', () => {
  for (const dash of '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212')
    expect(typedSigns(typedLine(`a${dash}b`))).toBe('a-b')
  for (const sign of "'`´‘’‛′ʼ＇") expect(typedSigns(typedLine(`D${sign}Souza`))).toBe('D’Souza')
})

const zeros = [...'0٠۰०০੦૦୦௦౦೦൦０']
test('the digits of every script are 0 to 9', () => {
  const number = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.constantFrom(...zeros)), { minLength: 1 })
  fc.assert(
    fc.property(number, (digits) => {
      const typed = digits.map(([digit, zero]) => String.fromCharCode(zero.charCodeAt(0) + digit)).join('')
      expect(typedCode(typed)).toBe(digits.map(([digit]) => digit).join(''))
    }),
  )
  expect(typedDigits('आशा १')).toBe('आशा 1')
})

test.each([
  ['1,20,000', '120000'],
  ['120,000.50', '120000.50'],
  ['₹ १,२०,०००/-', '120000'],
  ['Rs. 500', '500'],
  ['45,5', '45,5'],
  ['45,50', '45,50'],
  ['4 32', '432'],
  ['-5', '-5'],
])('the number %s is %s', (typed, meant) => {
  expect(typedNumber(typed)).toBe(meant)
})

test.each([
  ['2024-08-05', '2024-08-05'],
  ['5/8/2024', '2024-08-05'],
  ['०५.०८.२०२४', '2024-08-05'],
  ['05 – 08 – 2024', '2024-08-05'],
  ['2024/8/5', '2024-08-05'],
  ['5 Aug 2024', '2024-08-05'],
  ['5th  August, 2024', '2024-08-05'],
  ['AUGUST 5 2024', '2024-08-05'],
  ['Mon, 5-Aug-2024', '2024-08-05'],
  ['1 sept 2024', '2024-09-01'],
  ['५ ऑगस्ट २०२४', '2024-08-05'],
  ['५ ऑग २०२४', '2024-08-05'],
  ['1 मे 2024', '2024-05-01'],
  ['31 February 2024', '2024-02-31'],
  ['5 Ma 2024', '5 Ma 2024'],
  ['5 Aug 24', '5 Aug 24'],
  ['5 Aug', '5 Aug'],
  ['5 Aug Sep 2024', '5 Aug Sep 2024'],
  ['5 6 Aug 2024', '5 6 Aug 2024'],
  ['5/8/24', '5/8/24'],
  ['soon', 'soon'],
])('the day %s is %s', (typed, meant) => {
  expect(typedDay(typed)).toBe(meant)
})

test('every day that the portal writes is read again, in both languages, and no other day exists', () => {
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10) as CivilDate
    expect(dayExists(day)).toBe(true)
    for (const language of languages) {
      expect(typedDay(writtenDate(day, language))).toBe(day)
      expect(typedInstant(`${writtenDate(day, language)}, 09:05`)).toBe(`${day} 09:05`)
    }
  }
  for (const day of ['2024-02-30', '2023-02-29', '2024-04-31', '2024-13-01', '2024-00-10', '2024-1-1', 'soon', ''])
    expect([day, dayExists(day)]).toEqual([day, false])
})

test.each([
  ['2024-08-05T17:00', '2024-08-05 17:00'],
  ['2024-08-05 17:00', '2024-08-05 17:00'],
  ['5/8/2024 5:00 pm', '2024-08-05 17:00'],
  ['5 August 2024 at 9.05', '2024-08-05 09:05'],
  ['५ ऑगस्ट २०२४, १७:००', '2024-08-05 17:00'],
  ['5 Aug 2024', '5 Aug 2024'],
  ['5 Aug 2024, 25:00', '5 Aug 2024, 25:00'],
  ['17:00', '17:00'],
])('the instant %s is %s', (typed, meant) => {
  expect(typedInstant(typed)).toBe(meant)
})

test.each([
  ['9:05', '09:05'],
  ['०९.०५', '09:05'],
  ['17:00', '17:00'],
  ['9:05:00 AM', '09:05'],
  ['12:30 am', '00:30'],
  ['5:00 p.m.', '17:00'],
  ['13:00 pm', '13:00 pm'],
  ['5 pm', '5 pm'],
])('the time %s is %s', (typed, meant) => {
  expect(typedTime(typed)).toBe(meant)
})

describe('read text is read again, unchanged', () => {
  test.each(Object.entries({ typedLine, typedLines, typedCode, typedNumber, typedDay, typedInstant, typedTime }))(
    '%s',
    (_, read) => {
      const near = fc.string({
        unit: fc.constantFrom(...formatCharacters, ..."\u200C\u200Dर्ऱ़ेॅअ ﬁe\u0301\u00A0\n\r\t-–,.:/’'12१０Ａ"),
        maxLength: 12,
      })
      fc.assert(
        fc.property(fc.oneof(near, fc.string({ unit: 'grapheme' })), (text) => {
          expect(read(read(text))).toBe(read(text))
        }),
        { numRuns: 2000 },
      )
    },
  )
})
