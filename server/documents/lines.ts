/** The width of a text, in points. */
type Measure = (text: string) => number

const clusters = new Intl.Segmenter('mr', { granularity: 'grapheme' })

/** The parts into which a word may be split; a conjunct (`क्ष`) is not split at its virama. */
function letters(word: string): string[] {
  const found: string[] = []
  for (const { segment } of clusters.segment(word)) {
    const last = found.length - 1
    if (last >= 0 && /\u094d[\u200c\u200d]?$/.test(found[last]!)) found[last] += segment
    else found.push(segment)
  }
  return found
}

/**
 * Breaks a text into lines that fit. Words wrap whole; a word wider than a line is broken between letters. Keeps the
 * text's line breaks. Returns at least one line.
 */
export function linesOf(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => wrap(paragraph, width, measure))
}

function wrap(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    if (measure(word) > width) {
      const pieces = brokenWord(word, width, measure)
      line = pieces.pop()!
      lines.push(...pieces)
    }
  }
  return [...lines, line]
}

function brokenWord(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of letters(word)) {
    if (piece !== '' && measure(piece + letter) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}
