import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOf } from '#server/documents/lines.ts'
import { legible } from '#server/documents/typeface.ts'

/** Every letter has a width of one. */
const measure = (text: string) => text.length

describe('breaking a text into lines', () => {
  test('moves whole words to the next line', () => {
    expect(linesOf('one two three', 7, measure)).toEqual(['one two', 'three'])
  })

  test('breaks a word wider than a line between its letters', () => {
    expect(linesOf('a wonderfulword b', 5, measure)).toEqual(['a', 'wonde', 'rfulw', 'ord b'])
  })

  test('never splits a Marathi conjunct', () => {
    expect(linesOf('क्षत्रिय', 4, measure)).toEqual(['क्ष', 'त्रि', 'य'])
  })

  test('keeps the line breaks of the text', () => {
    expect(linesOf('one\n\ntwo', 10, measure)).toEqual(['one', '', 'two'])
    expect(linesOf('', 10, measure)).toEqual([''])
  })

  test('loses nothing and lets nothing overflow, for all texts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'ब', ' ', 'x') }),
        fc.integer({ min: 1, max: 12 }),
        (text, width) => {
          const lines = linesOf(text, width, measure)
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
          for (const line of lines) expect(line.trim().length).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
})

const box = '\ufffd'

describe('case 37: printable text', () => {
  test.each([
    ['plain words', 'Asha D. Deshmukh (ML24) \\ ₹1,200', 'Asha D. Deshmukh (ML24) \\ ₹1,200'],
    ['Marathi with joiners', 'सुऱ्या दर\u094d\u200dयांचे', 'सुऱ्या दर\u094d\u200dयांचे'],
    ['NUL and other control characters', 'a\u0000b\u0007c\u001bd\u0085', `a${box}b${box}c${box}d${box}`],
    ['characters that reverse the direction', '\u202eAHSA\u2066x\u2069', `${box}AHSA${box}x${box}`],
    ['invisible letters', 'As\u200bha\ufeff', `As${box}ha${box}`],
    ['joiners without letters to join', 'A\u200dB', `${box}B`],
    ['emoji that the font lacks, one box each', 'x 😀👨‍👩‍👧 y', `x ${box}${box} y`],
    ['scripts that the font lacks', 'అ', box],
    ['half of a character', 'a\ud83dz', `a${box}z`],
    ['stacks of combining marks', `क${'\u093f'.repeat(40)}`, box],
    ['spaces of every kind', 'a\u00a0b\u2003c\td', 'a b c d'],
    ['line ends of every kind', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['a letter with a combining mark', 'e\u0301', 'é'],
  ])('%s', (_, text, printed) => {
    expect(legible(text)).toBe(printed)
  })
})
