import type { Answers } from '#server/domain/terms/question.ts'
import { folded } from '#server/kernel/folded.ts'

/** The kinds of marks that two forms of one person share. */
export const markKinds = ['name-and-birth', 'certificate', 'document'] as const
export type MarkKind = (typeof markKinds)[number]

/**
 * A suspicion that two forms are of one person. `dismissed`: somebody has judged that the persons differ; another form
 * with the mark opens it again. `settled`: orders have excluded all but one of them. Source: rules §2.14.
 */
export const suspicionStates = ['open', 'dismissed', 'settled'] as const
export type SuspicionState = (typeof suspicionStates)[number]

/**
 * `value`: the compared text; only its hash is stored. `about`: the question or the kind of document that it comes from; null
 * for the name with the birth date.
 */
export type Mark = { kind: MarkKind; value: string; about: string | null }

/** A mark shared by more forms than this says nothing about a person: a blank page, a form that everybody downloads. */
export const mostSharing = 5

/** Folds it and drops spaces and punctuation, which one person writes in different ways. */
const plain = (text: string) => folded(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** A number of an issued certificate; receipts for applied-for certificates do not count. */
const isCertificateNumber = (question: string) => /Number$/.test(question) && !/Receipt/.test(question)

/** A number this short is shared by chance. */
const shortestNumber = 5

/** The marks by which a submitted form may match another one. */
export function marksOf(form: {
  fullName: string
  answers: Answers
  documents: readonly { hash: string; kind?: string }[]
}): Mark[] {
  const born = form.answers['personal-details']?.dateOfBirth
  const numbers = [form.answers['type-details'] ?? {}, form.answers['category-details'] ?? {}]
    .flatMap((answers) => Object.entries(answers))
    .filter(([question]) => isCertificateNumber(question))
    .map(([question, value]) => ({ question, number: plain(value) }))
    .filter(({ number }) => number.length >= shortestNumber)
  return [
    ...(born ? [{ kind: 'name-and-birth' as const, value: `${plain(form.fullName)} ${born}`, about: null }] : []),
    ...numbers.map(({ question, number }) => ({
      kind: 'certificate' as const,
      value: `${question} ${number}`,
      about: question,
    })),
    ...form.documents.map(({ hash, kind = null }) => ({ kind: 'document' as const, value: hash, about: kind })),
  ]
}

/** How a fact of two forms compares. `alone`: only one of them states it. */
export const likenesses = ['same', 'similar', 'different', 'alone'] as const
export type Likeness = (typeof likenesses)[number]

/** A value in three pieces, of which the middle one differs from the other form. */
export type Pieces = readonly [start: string, other: string, end: string]

/** Two words that are one, or of which one is the initial of the other: `P.` and `Prakash`. */
const isSameOrInitial = (one: string, other: string): boolean =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other))

const wordsIn = (text: string): string[] =>
  folded(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

function areInitials(one: string, other: string): boolean {
  const [words, others] = [wordsIn(one), wordsIn(other)]
  return words.length === others.length && words.every((word, place) => isSameOrInitial(word, others[place]!))
}

/** How many signs have to be changed, added or taken away to make the other text; more than `most` counts as that. */
function signsApart(one: readonly string[], other: readonly string[], most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = other.map((_, place) => place + 1)
  row.unshift(0)
  for (const [place, sign] of one.entries()) {
    const next = [place + 1]
    for (const [at, otherSign] of other.entries())
      next.push(Math.min(row[at]! + (sign === otherSign ? 0 : 1), row[at + 1]! + 1, next[at]! + 1))
    row = next
  }
  return row[row.length - 1]!
}

/** Texts this short differ by chance in a sign. */
const shortestSimilar = 5
/** One sign in so many may differ in a text that is still similar, and no more than so many. */
const signsPerSlip = 8
const mostSlips = 2

/**
 * Compares what two forms say. Similar: written in another way, with initials, or a slip of the hand apart. Nothing follows
 * from it by itself: a person judges.
 */
export function likenessOf(one: string | null, other: string | null): Likeness {
  if (one === null || other === null) return 'alone'
  if (one.trim() === other.trim()) return 'same'
  const [left, right] = [[...plain(one)], [...plain(other)]]
  if (left.join('') === right.join('') || areInitials(one, other)) return 'similar'
  const length = Math.min(left.length, right.length)
  const most = Math.min(mostSlips, Math.max(1, Math.floor(length / signsPerSlip)))
  return length >= shortestSimilar && signsApart(left, right, most) <= most ? 'similar' : 'different'
}

/** Two values with what differs between the signs that both begin and end with. */
export function piecesOf(one: string, other: string): [Pieces, Pieces] {
  const [left, right] = [[...one], [...other]]
  const shorter = Math.min(left.length, right.length)
  let start = 0
  while (start < shorter && left[start] === right[start]) start++
  let end = 0
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++
  const cut = (signs: string[]): Pieces => [
    signs.slice(0, start).join(''),
    signs.slice(start, signs.length - end).join(''),
    signs.slice(signs.length - end).join(''),
  ]
  return [cut(left), cut(right)]
}
