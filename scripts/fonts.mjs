// `npm run fonts`: cuts the web fonts out of Poppins (SIL Open Font License) into pages/ui/fonts. The results are
// committed; run it again when Poppins or the characters below change.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const poppins = new URL('../node_modules/@expo-google-fonts/poppins/', import.meta.url)
const fonts = new URL('../pages/ui/fonts/', import.meta.url)

const weights = { 400: '400Regular/Poppins_400Regular.ttf', 600: '600SemiBold/Poppins_600SemiBold.ttf' }

const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i))

/** The same ranges are in the `unicode-range` of tokens.css. Poppins has no arrows and no tick. */
const cuts = {
  latin: { characters: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…₹`, keepFeatures: [] },
  // Every layout feature is kept, because conjuncts, matras and reph need them. Digits, spaces and the usual
  // punctuation come from the Latin file.
  devanagari: { characters: `${range(0x900, 0x97f)}\u200c\u200d\u25cc` },
  figures: { characters: '0123456789', keepFeatures: [], dropTables: ['GSUB', 'GPOS', 'GDEF'], finish: makeTabular },
}

mkdirSync(fonts, { recursive: true })
copyFileSync(new URL('LICENSE_FONT', poppins), new URL('OFL.txt', fonts))
for (const [weight, file] of Object.entries(weights)) {
  const whole = readFileSync(new URL(file, poppins))
  for (const [name, { characters, finish, dropTables = [], ...options }] of Object.entries(cuts)) {
    const drop = [...dropTables, 'gasp', 'DSIG', 'STAT']
    const cut = await subsetFont(whole, characters, {
      ...options,
      targetFormat: 'sfnt',
      noHinting: true,
      dropTables: drop,
    })
    const woff2 = await subsetFont(finish?.(cut) ?? cut, characters, { targetFormat: 'woff2' })
    writeFileSync(new URL(`poppins-${name}-${weight}.woff2`, fonts), woff2)
    console.log(`poppins-${name}-${weight}.woff2  ${woff2.length} bytes`)
  }
}

/**
 * Poppins has no tabular numerals, so a column of amounts would not line up and a countdown would tremble. This gives
 * the ten digits the width of the widest one and moves each to the middle of it. All other coordinates of an outline
 * are relative to its first point, so moving that one moves the digit.
 */
function makeTabular(font) {
  const table = (tag) => {
    for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
      if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
    }
    throw new Error(`the font has no table ${tag}`)
  }
  const [hmtx, loca, glyf] = ['hmtx', 'loca', 'glyf'].map(table)
  if (font.readUInt16BE(table('head') + 50) !== 0) throw new Error('expected short glyph offsets')
  const digits = Array.from({ length: 10 }, (_, digit) => digit + 1)
  const width = Math.max(...digits.map((glyph) => font.readUInt16BE(hmtx + 4 * glyph)))

  for (const glyph of digits) {
    const metrics = hmtx + 4 * glyph
    const shift = Math.round((width - font.readUInt16BE(metrics)) / 2)
    const outline = glyf + 2 * font.readUInt16BE(loca + 2 * glyph)
    font.writeUInt16BE(width, metrics)
    for (const at of [metrics + 2, outline + 2, outline + 6]) font.writeInt16BE(font.readInt16BE(at) + shift, at)
    moveFirstPoint(font, outline, shift)
  }
  return font
}

/** The offsets within the `outline` of a simple glyph. Source: OpenType specification, "glyf". */
function moveFirstPoint(font, outline, shift) {
  const endPoints = outline + 10 + 2 * font.readInt16BE(outline)
  const points = font.readUInt16BE(endPoints - 2) + 1
  let at = endPoints + 2 + font.readUInt16BE(endPoints)
  const first = font[at]
  for (let point = 0; point < points; point++) {
    const flag = font[at++]
    if (flag & 8) point += font[at++]
  }
  const isByte = first & 2
  const isSame = first & 16
  if (!isByte && !isSame) font.writeInt16BE(font.readInt16BE(at) + shift, at)
  else if (isByte && isSame) font.writeUInt8(font[at] + shift, at)
  else throw new Error('the first point of a digit lies left of its origin')
}
