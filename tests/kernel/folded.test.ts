import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded, oneSpelling } from '#server/kernel/folded.ts'
import { saidBy, seek } from '#server/kernel/names.ts'

fc.configureGlobal({ seed: 2024 })

test.each([
  ['eyelash ra', 'कुऱ्हाडेकर', 'कुर्\u200Dहाडेकर'],
  ['a joiner', 'क्षमा', 'क्\u200Dषमा'],
  ['the half of a pair', 'श्रीराम', 'श्\u200Cरीराम'],
  ['a vowel of two signs', 'आशा', 'अाशा'],
  ['the vowel of ऑ', 'ऑबेरॉय', 'आॅबेराॅय'],
  ['the vowel of ॲलन', 'ॲलन', 'अ\u200Dॅलन'],
  ['a nukta, composed and not', 'फ\u093Cातिमा', 'फ़ातिमा'],
  ['an apostrophe', 'D’Souza', 'D‘Souza'],
  ['a dash', 'Anne-Marie', 'Anne–Marie'],
  ['full-width letters', 'Ａｓｈａ', 'Asha'],
  ['spaces', 'Asha \u00A0 Patil', 'Asha Patil'],
  ['digits', 'वॉर्ड १२', 'वॉर्ड 12'],
  ['visarga and colon', 'दुःख', 'दु:ख'],
  ['an accent in two characters', 'José', 'Jose\u0301'],
])('%s: two texts that look alike have one spelling', (_, one, other) => {
  expect(oneSpelling(other)).toBe(oneSpelling(one))
  expect(folded(other)).toBe(folded(one))
})

test.each([
  ['ASHA patil', 'Asha Patil'],
  ['Dvořák', 'dvorak'],
  ['Peña', 'PENA'],
  ['Łukasz Straße', 'lukasz strasse'],
])('%s is found as %s', (one, other) => {
  expect(folded(one)).toBe(folded(other))
})

test.each([
  ['सुनंदा', 'सुनदा'],
  ['शिरीष', 'शिरिष'],
  ['रमा', 'राम'],
  ['Asha', 'Usha'],
])('%s and %s stay two', (one, other) => {
  expect(folded(one)).not.toBe(folded(other))
})

test('folding twice changes nothing more, and a part of a text is found in it', () => {
  const text = fc.string({ unit: fc.constantFrom(..."aÄñ आाॅेँंः़ऱर्\u200D\u200Cक-–’'1१"), maxLength: 10 })
  fc.assert(
    fc.property(text, (some) => {
      expect(folded(folded(some))).toBe(folded(some))
      expect(seek(some)(saidBy(some))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
