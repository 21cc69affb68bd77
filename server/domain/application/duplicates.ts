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

/** `value`: the compared text; only its hash is stored. */
type Mark = { kind: MarkKind; value: string }

/** A mark shared by more forms than this says nothing about a person: a blank page, a form that everybody downloads. */
export const mostSharing = 5

/** Folds it and drops spaces and punctuation, which one person writes in different ways. */
const plain = (text: string) => folded(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** A number of an issued certificate; receipts for applied-for certificates do not count. */
const isCertificateNumber = (question: string) => /Number$/.test(question) && !/Receipt/.test(question)

/** A number this short is shared by chance. */
const shortestNumber = 5

/** The marks by which a submitted form may match another one. */
export function marksOf(form: { fullName: string; answers: Answers; documents: readonly { hash: string }[] }): Mark[] {
  const born = form.answers['personal-details']?.dateOfBirth
  const numbers = [form.answers['type-details'] ?? {}, form.answers['category-details'] ?? {}]
    .flatMap((answers) => Object.entries(answers))
    .filter(([question]) => isCertificateNumber(question))
    .map(([question, value]) => ({ question, number: plain(value) }))
    .filter(({ number }) => number.length >= shortestNumber)
  return [
    ...(born ? [{ kind: 'name-and-birth' as const, value: `${plain(form.fullName)} ${born}` }] : []),
    ...numbers.map(({ question, number }) => ({ kind: 'certificate' as const, value: `${question} ${number}` })),
    ...form.documents.map(({ hash }) => ({ kind: 'document' as const, value: hash })),
  ]
}
