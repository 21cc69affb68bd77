import { foldedWords } from '#server/kernel/folded.ts'
import { typedSigns } from '#server/kernel/typed-text.ts'

/** Ways in which one sound is written in Latin letters, in order; the first letter of a word stays what it is otherwise. */
const latinSounds: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'ks'],
  [/ph/g, 'f'],
  [/w/g, 'v'],
  [/[cq](?!h)/g, 'k'],
  [/z/g, 'j'],
  // Within a word, `Vithal` and `Vital`; at its start only `Shruti` and `Sruti`: `Khare` is not `Kare`.
  [/(?<=.)([bcdgjkpt])h|(s)h/g, '$1$2'],
  [/aa/g, 'a'],
  [/ee|ii|iy|ey$|y$/g, 'i'],
  [/oo|uu/g, 'u'],
  [/(.)\1+/g, '$1'],
  [/iy?(?=[aeou])/g, 'i'],
  [/n(?=[bmp])/g, 'm'],
]

/** The same in Devanagari: short and long vowels, and the two ways to write a nasal before a letter. */
const devanagariSounds: readonly (readonly [RegExp, string])[] = [
  [/ी/g, 'ि'],
  [/ू/g, 'ु'],
  [/ई/g, 'इ'],
  [/ऊ/g, 'उ'],
  [/[ङञणनम]्(?=[क-म])|ँ/g, 'ं'],
  [/ष/g, 'श'],
]

const soundOf = (word: string): string =>
  [...latinSounds, ...devanagariSounds].reduce((sound, [written, as]) => sound.replace(written, as), word)

/** The words of a name by sound, in its order. */
const soundsOf = (name: string): string[] =>
  foldedWords(typedSigns(name).replace(/’/g, '').replace(/[.,-]/g, ' ')).map(soundOf)

/**
 * Does a corrected name differ from the one before only in its spelling? The same words, each of which sounds alike: `Pria` and
 * `Priya`, `Vitthal` and `Vithal`, `कुलकर्णी` and `कुलकर्णि`. Their order is the same, but that the first or the last word, taken
 * for the surname, may stand at the other end. Another, a missing or an added word
 * is more, and so is another script: an officer looks at it. Source: rules §8.13.
 */
export function isSameNameSpelled(before: string, after: string): boolean {
  const [one, other] = [soundsOf(before), soundsOf(after)]
  const [first = '', ...rest] = one
  const inOrders = [one, [...rest, first], [...one.slice(-1), ...one.slice(0, -1)]]
  return one.length > 0 && inOrders.some((words) => words.join(' ') === other.join(' '))
}
