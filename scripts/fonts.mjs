// `npm run fonts`: cuts the web fonts out of Poppins (SIL Open Font License) into pages/ui/fonts. The results are
// committed; run it again when Poppins or the characters below change.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'
import { optionsOfScript } from './options.mjs'

optionsOfScript()

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
}

/** The table of a TrueType font by its tag: where it begins, and its entry in the directory. */
function tableOf(font, tag) {
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8)
  }
  throw new Error(`The font has no table ${tag}.`)
}

/**
 * Gives every glyph of a font of digits the advance of the widest, with its outline in the middle: Poppins has no tabular
 * figures. An outline begins at its left side bearing, so that the metrics alone move it.
 */
function withEqualWidths(font) {
  const hmtx = tableOf(font, 'hmtx')
  const count = font.readUInt16BE(tableOf(font, 'hhea') + 34)
  const glyphs = Array.from({ length: count }, (_, glyph) => hmtx + 4 * glyph)
  const widest = Math.max(...glyphs.slice(1).map((at) => font.readUInt16BE(at)))
  for (const at of glyphs) {
    const added = widest - font.readUInt16BE(at)
    font.writeUInt16BE(widest, at)
    font.writeInt16BE(font.readInt16BE(at + 2) + Math.round(added / 2), at + 2)
  }
  // "Left side bearings are at 0" no longer holds.
  const flags = tableOf(font, 'head') + 16
  font.writeUInt16BE(font.readUInt16BE(flags) & ~2, flags)
  return font
}

const digits = range(0x30, 0x39)
const dropTables = ['gasp', 'DSIG', 'STAT']

mkdirSync(fonts, { recursive: true })
copyFileSync(new URL('LICENSE_FONT', poppins), new URL('OFL.txt', fonts))
for (const [weight, file] of Object.entries(weights)) {
  const whole = readFileSync(new URL(file, poppins))
  const write = (name, woff2) => {
    writeFileSync(new URL(`poppins-${name}-${weight}.woff2`, fonts), woff2)
    console.log(`poppins-${name}-${weight}.woff2  ${woff2.length} bytes`)
  }
  for (const [name, { characters, ...options }] of Object.entries(cuts)) {
    write(name, await subsetFont(whole, characters, { ...options, targetFormat: 'woff2', noHinting: true, dropTables }))
  }
  const plain = { keepFeatures: [], noHinting: true, dropTables }
  const cut = await subsetFont(whole, digits, { ...plain, targetFormat: 'truetype' })
  write('figures', await subsetFont(withEqualWidths(Buffer.from(cut)), digits, { ...plain, targetFormat: 'woff2' }))
}
