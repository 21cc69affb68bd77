// JavaScript, because the commands use it before anything is installed or built.

/**
 * The number of letters to add, take away or replace to turn one word into another (Levenshtein). Above `most` it counts no
 * further, which costs little for words that are not alike.
 */
export function distance(from, to, most = Infinity) {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1))
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[to.length]
}

/** A word longer than this is no slip of the hand. */
const longest = 40

export function nearest(written, words) {
  const plain = written.trim().toLowerCase()
  if (!plain || plain.length > longest) return undefined
  let found
  for (const word of words) {
    const by = distance(plain, word.toLowerCase())
    if (by <= Math.max(plain.length, word.length) / 3 && (!found || by < found.by)) found = { word, by }
  }
  return found?.word
}
