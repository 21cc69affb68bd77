import { folded } from './folded'
import { fullName, type Names, saidBy, seek } from './names'
import { distance } from './nearest.mjs'
import { soundOf } from './sounds'

/** A name as it sounds. */
const nameSound = (name: string): string => soundOf(fullName(name))

type Spoken = { full: string; sound: string; said: string }
const kept = new Map<string, Spoken>()
/** The name of an entry, for comparison: these are few, and every refusal compares them all. */
function spoken(name: string): Spoken {
  const known = kept.get(name)
  if (known) return known
  const one = { full: fullName(name), sound: nameSound(name), said: saidBy(name) }
  kept.set(name, one)
  return one
}

/** The names within a name that lists several: "Mali, Phulmali (outside NT)" names "Mali" and "Phulmali". */
export const namesWithin = (name: string): readonly string[] =>
  name
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** A shorter word would be found by accident. */
const leastWord = 3
/** The slips of the hand that are allowed for a name of so many letters. */
const slipsIn = (length: number): number => (length >= 8 ? 2 : length >= 4 ? 1 : 0)
/** No name is longer. */
const longest = 100

/** The one entry of which a name sounds like what was typed; undefined if several do. */
export function entrySounding<T>(typed: string, entries: readonly T[], namesOf: (entry: T) => Names): T | undefined {
  const wanted = nameSound(typed)
  if (wanted.length < leastWord) return undefined
  const found = entries.filter((entry) => {
    const { own, other = [] } = namesOf(entry)
    return [...own, ...other].some((name) => spoken(name).sound === wanted)
  })
  return found.length === 1 ? found[0] : undefined
}

/**
 * The entries that a person may mean, nearest first: by a name in full; by one that sounds alike; by one with a slip of the
 * hand; by one among the words typed ("Hindu Mali"); by all words that begin, or are part of, its names. At most `most`.
 */
export function entriesNear<T>(typed: string, entries: readonly T[], namesOf: (entry: T) => Names, most = 8): T[] {
  const text = typed.slice(0, longest)
  const full = fullName(text)
  const wanted = nameSound(text)
  if (wanted.length < leastWord - 1) return []
  const words = new Set(
    folded(text)
      .split(/[\s,()/-]+/)
      .map(nameSound)
      .filter((word) => word.length >= leastWord),
  )
  const begins = seek(text, 'beginning')
  const holds = wanted.length >= leastWord ? seek(text) : () => false
  const slips = slipsIn(wanted.length)
  const rankOf = ({ own, other = [] }: Names): number => {
    const names = [...own, ...other].flatMap((name) => [name, ...namesWithin(name)]).map(spoken)
    const sounds = names.map(({ sound }) => sound)
    const said = names.map((name) => name.said).join(' ')
    const ways = [
      () => names.some((name) => name.full === full),
      () => sounds.includes(wanted),
      () => slips > 0 && sounds.some((sound) => distance(wanted, sound, slips) <= slips),
      () => sounds.some((sound) => words.has(sound)),
      () => begins(said),
      () => holds(said),
    ]
    return ways.findIndex((is) => is())
  }
  return entries
    .map((entry) => ({ entry, rank: rankOf(namesOf(entry)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, next) => one.rank - next.rank)
    .slice(0, most)
    .map(({ entry }) => entry)
}
