import { randomInt } from 'node:crypto'

/** Letters and digits that cannot be confused with one another, on paper or on the telephone. */
const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789'] as const
const all = kinds.join('')

const oneOf = (letters: string) => letters[randomInt(letters.length)]!

/** Twelve characters, each kind among them: for the first login, or after a reset. Its owner must change it at once. */
export function newOneTimePassword(): string {
  const letters = [...kinds.map(oneOf), ...Array.from({ length: 9 }, () => oneOf(all))]
  for (let last = letters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[letters[last], letters[other]] = [letters[other]!, letters[last]!]
  }
  return letters.join('')
}
