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

mkdirSync(fonts, { recursive: true })
copyFileSync(new URL('LICENSE_FONT', poppins), new URL('OFL.txt', fonts))
for (const [weight, file] of Object.entries(weights)) {
  const whole = readFileSync(new URL(file, poppins))
  for (const [name, { characters, ...options }] of Object.entries(cuts)) {
    const dropTables = ['gasp', 'DSIG', 'STAT']
    const woff2 = await subsetFont(whole, characters, {
      ...options,
      targetFormat: 'woff2',
      noHinting: true,
      dropTables,
    })
    writeFileSync(new URL(`poppins-${name}-${weight}.woff2`, fonts), woff2)
    console.log(`poppins-${name}-${weight}.woff2  ${woff2.length} bytes`)
  }
}
