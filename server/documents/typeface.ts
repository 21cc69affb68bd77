import { createRequire } from 'node:module'
import { type Font, type Glyph, type GlyphPosition, openSync } from 'fontkit'
import { printable } from '#server/kernel/printable.ts'

const require = createRequire(import.meta.url)
const files = {
  regular: '@expo-google-fonts/poppins/400Regular/Poppins_400Regular.ttf',
  bold: '@expo-google-fonts/poppins/600SemiBold/Poppins_600SemiBold.ttf',
}

export type Weight = keyof typeof files

/** Replaces characters that cannot be shown. The fonts lack it, so it prints as their box for missing glyphs. */
const missing = '\ufffd'

const devanagari = '\\u0900-\\u097f\\u200c\\u200d\\u25cc'
/**
 * A font shapes a run by the script of its first letter: `MBA/एमबीए` must be two runs, or its vowel signs are
 * misplaced.
 */
const runsOf = new RegExp(`[${devanagari}]+|\\s+|[^\\s${devanagari}]+`, 'g')

/** The most shaped words kept: labels recur on every form, names do not. */
const keptWords = 20_000

/** The most texts kept in their printable form, and the longest: a letter's sentences stand on every letter. */
const [keptTexts, longestKept] = [2000, 500]
const read = new Map<string, string>()

type Shaped = { glyphs: Glyph[]; positions: GlyphPosition[] }

/** Poppins (Latin and Devanagari), parsed once for each thread; shaped words are cached. */
function openTypeface(weight: Weight): Font {
  const font = openSync(require.resolve(files[weight])) as Font
  const shaped = new Map<string, Shaped>()

  function shape(run: string): Shaped {
    const known = shaped.get(run)
    if (known) return known
    const { glyphs, positions } = font.layout(run)
    if (shaped.size >= keptWords) shaped.clear()
    shaped.set(run, { glyphs, positions })
    return { glyphs, positions }
  }

  /** As fontkit's own, by script. Positions are copies, because the caller scales them in place. */
  function layout(text: string) {
    const runs = (text.match(runsOf) ?? []).map(shape)
    const positions = runs.flatMap((run) => run.positions.map((position) => ({ ...position })))
    return {
      glyphs: runs.flatMap((run) => run.glyphs),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  return Object.create(font, { layout: { value: layout } }) as Font
}

let opened: Record<Weight, Font> | undefined

export function typefaces(): Record<Weight, Font> {
  opened ??= { regular: openTypeface('regular'), bold: openTypeface('bold') }
  return opened
}

/**
 * The printable form of a text: any other whitespace becomes a plain space, line breaks are kept, and each character
 * that has no glyph, is invisible, or would reverse its neighbours becomes a visible box. Source: case 37.
 */
export function legible(text: string): string {
  const known = read.get(text)
  if (known !== undefined) return known
  const found = printable(
    text
      .normalize('NFC')
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[^\S\n\ufeff]/g, ' '),
    missing,
  )
  if (read.size >= keptTexts) read.clear()
  if (text.length <= longestKept) read.set(text, found)
  return found
}
