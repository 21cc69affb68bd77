import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legible, typefaces } from '#server/documents/typeface.ts'
import { coveredSigns, printable, unprintableSign } from '#server/kernel/printable.ts'

fc.configureGlobal({ seed: 2024 })

/** What both weights have, as pairs of code points; spaces but the plain one and what takes no room aside. */
function ofTheFonts(): [number, number][] {
  const { regular, bold } = typefaces() as unknown as Record<'regular' | 'bold', { characterSet: number[] }>
  const inBold = new Set(bold.characterSet)
  const aside = new Set([0xa0, 0xad, 0x200c, 0x200d, 0xffff])
  const pairs: [number, number][] = []
  for (const code of [...regular.characterSet].sort((a, b) => a - b)) {
    if (code < 0x20 || aside.has(code) || !inBold.has(code)) continue
    const last = pairs.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else pairs.push([code, code])
  }
  return pairs
}

test('the table of what can be printed is what the fonts have', () => {
  expect(coveredSigns).toEqual(ofTheFonts())
})

test('a text without a refused sign is printed without a box', () => {
  const { regular, bold } = typefaces()
  const sign = fc.oneof(
    fc.constantFrom(...'Aशा ऱ्ऴऩ़कॅ\u200D\u200C—₹½→✓🙂ગàạ\u0301\n'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(
      fc.array(sign).map((signs) => signs.join('').normalize('NFC')),
      (text) => {
        const printed = printable(text, '\uFFFD')
        expect(printed.includes('\uFFFD')).toBe(unprintableSign(text) !== null || text.includes('\uFFFD'))
        if (unprintableSign(text) !== null) return
        for (const character of printed.replace(/[\n\u200C\u200D]/g, ''))
          for (const font of [regular, bold]) expect(font.hasGlyphForCodePoint(character.codePointAt(0)!)).toBe(true)
      },
    ),
    { numRuns: 1000 },
  )
})

test.each([
  ['ગાંધી રોડ', 'ગાં'],
  ['Ward ✓', '✓'],
  ['№ 5', '№'],
  ['🙂', '🙂'],
  ['திரு', 'தி'],
  ['a\u0007', 'U+0007'],
])('%j is refused for %s', (text, sign) => {
  expect(unprintableSign(text)).toBe(sign)
  expect(legible(text)).toContain('\uFFFD')
})

test('a letter that the fonts have only with a mark apart is printed so', () => {
  expect(unprintableSign('तमिऴ')).toBeNull()
  expect(legible('तमिऴ')).toBe('तमिऴ'.normalize('NFD'))
})
