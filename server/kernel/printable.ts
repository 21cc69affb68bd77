/**
 * What the portal's fonts can print. Every text may be printed: in a form, a letter, a list or a report. A sign that would
 * come out as a box is therefore refused where it is typed.
 */

/**
 * The characters that both weights of the fonts have, as pairs of code points; a test compares them with the fonts, and
 * prints what belongs here when these change.
 */
export const coveredSigns: readonly (readonly [number, number])[] = [
  [0x0020, 0x007e],
  [0x00a1, 0x00ac],
  [0x00ae, 0x0107],
  [0x010a, 0x011b],
  [0x011e, 0x0123],
  [0x0128, 0x0131],
  [0x0136, 0x0137],
  [0x0139, 0x0148],
  [0x014c, 0x015b],
  [0x015e, 0x0165],
  [0x0168, 0x017e],
  [0x018f, 0x018f],
  [0x0192, 0x0192],
  [0x01fc, 0x01fd],
  [0x0218, 0x021b],
  [0x0259, 0x0259],
  [0x02bc, 0x02bc],
  [0x02c6, 0x02c7],
  [0x02c9, 0x02c9],
  [0x02d8, 0x02dd],
  [0x03c0, 0x03c0],
  [0x0901, 0x0903],
  [0x0905, 0x090d],
  [0x090f, 0x0911],
  [0x0913, 0x0928],
  [0x092a, 0x0933],
  [0x0935, 0x0939],
  [0x093c, 0x0945],
  [0x0947, 0x0949],
  [0x094b, 0x094d],
  [0x0950, 0x0950],
  [0x0958, 0x095e],
  [0x0960, 0x0970],
  [0x0972, 0x0972],
  [0x1e80, 0x1e85],
  [0x1ebc, 0x1ebd],
  [0x1ef2, 0x1ef3],
  [0x1ef8, 0x1ef9],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x2030],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20a8, 0x20a8],
  [0x20ac, 0x20ac],
  [0x20b9, 0x20ba],
  [0x20bd, 0x20bd],
  [0x2113, 0x2113],
  [0x2122, 0x2122],
  [0x2126, 0x2126],
  [0x212e, 0x212e],
  [0x2202, 0x2202],
  [0x2206, 0x2206],
  [0x220f, 0x220f],
  [0x2211, 0x2212],
  [0x2215, 0x2215],
  [0x2219, 0x221a],
  [0x221e, 0x221e],
  [0x222b, 0x222b],
  [0x2248, 0x2248],
  [0x2260, 0x2260],
  [0x2264, 0x2265],
  [0x25ca, 0x25ca],
  [0x25cc, 0x25cc],
  [0xfb01, 0xfb02],
]

function isCovered(character: string): boolean {
  const codePoint = character.codePointAt(0)!
  return coveredSigns.some(([first, last]) => first <= codePoint && codePoint <= last)
}

const plain =
  /^(?:[\x20-\x7e\u0905-\u090d\u0915-\u0928\u092a-\u0930\u0935-\u0939\n]|[\u093e-\u0945\u0947-\u0949\u094b-\u094d]{1,3}(?![\u093e-\u094d]))*$/
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u
const joiner = /[\u200c\u200d]/
/** Made with the first text that needs it: pages for old browsers, which lack it, load this file too. */
let segmenter: Intl.Segmenter | undefined
function clustersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('mr', { granularity: 'grapheme' })
  return segmenter.segment(text)
}
/** The most marks on one letter; none of our languages needs as many. */
const longestCluster = 12

/**
 * A letter with its marks as the fonts print it; null if they cannot. A letter that they lack may be one that they have with
 * a mark (`ऴ`: `ळ` with a dot). Joiners are spelling in Devanagari ("ऱ्या") and only a disguise elsewhere.
 */
function printed(cluster: string): string | null {
  if (cluster === '\n') return cluster
  if (cluster.length > longestCluster) return null
  let out = ''
  for (const character of cluster) {
    const isJoiner = joiner.test(character)
    if (isJoiner ? !/^[\u0900-\u097f]/.test(out) : unseen.test(character)) return null
    const parts = isJoiner || isCovered(character) ? character : character.normalize('NFD')
    if (!isJoiner && ![...parts].every(isCovered)) return null
    out += parts
  }
  return out
}

/** The text as the fonts print it, with `box` for every letter (with its marks) that they cannot. Source: case 37. */
export function printable(text: string, box: string): string {
  if (plain.test(text)) return text
  let out = ''
  for (const { segment } of clustersOf(text)) out += printed(segment) ?? box
  return out
}

/** The first sign of a text that cannot be printed, as a message shows it; null if all can. */
export function unprintableSign(text: string): string | null {
  if (plain.test(text)) return null
  for (const { segment } of clustersOf(text)) if (printed(segment) === null) return shownSign(segment)
  return null
}

/** A sign as a message shows it: itself, or its code point if nothing would be seen. */
export const shownSign = (cluster: string): string =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(cluster)
    ? [...cluster].slice(0, longestCluster).join('')
    : `U+${cluster.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
