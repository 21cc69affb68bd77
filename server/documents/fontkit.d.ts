/** The part of fontkit used here; the package has no types. */
declare module 'fontkit' {
  export type Glyph = { id: number; advanceWidth: number; codePoints: number[] }
  export type GlyphPosition = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
  export type Font = {
    layout(text: string): { glyphs: Glyph[]; positions: GlyphPosition[]; advanceWidth: number }
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function openSync(file: string): Font
}
