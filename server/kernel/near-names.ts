import { folded } from './folded'
import { fullName, type Names, saidBy, seek } from './names'
import { distance } from './nearest.mjs'

/** Letters and signs that sound alike, or that people write for one another, with the one that stands for all. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/sh/g, 's'],
  [/chh/g, 'ch'],
  [/ee|y/g, 'i'],
  [/oo/g, 'u'],
  [/w/g, 'v'],
  [/z/g, 'j'],
  [/q/g, 'k'],
  [/([a-z])\1+/g, '$1'],
  [/[ीई]/g, 'ि'],
  [/[ूऊ]/g, 'ु'],
  [/इ/g, 'ि'],
  [/उ/g, 'ु'],
  [/ळ/g, 'ल'],
  [/ण/g, 'न'],
  [/[शष]/g, 'स'],
  [/ँ|[नमङञ]्(?=[क-ह])/g, 'ं'],
  [/([क-ह])्\1/g, '$1'],
]

/** A name as it sounds: long and short vowels, ळ and ल, doubled letters make no difference; breathed letters do. */
const soundOf = (name: string): string => alike.reduce((sound, [from, to]) => sound.replace(from, to), fullName(name))

type Spoken = { full: string; sound: string; said: string }
const kept = new Map<string, Spoken>()
/** The name of an entry, for comparison: these are few, and every refusal compares them all. */
function spoken(name: string): Spoken {
  const known = kept.get(name)
  if (known) return known
  const one = { full: fullName(name), sound: soundOf(name), said: saidBy(name) }
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
  const wanted = soundOf(typed)
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
  const wanted = soundOf(text)
  if (wanted.length < leastWord - 1) return []
  const words = new Set(
    folded(text)
      .split(/[\s,()/-]+/)
      .map(soundOf)
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
