import type { Answers } from './application-form/question'

/** What two forms of one person have in common. */
export const markKinds = ['name-and-birth', 'certificate', 'document'] as const
export type MarkKind = (typeof markKinds)[number]

/** `value`: what is compared; it is kept as a hash alone. */
export type Mark = { kind: MarkKind; value: string }

/** What more than this many share says nothing about a person: a blank page, a form that everybody downloads. */
export const mostSharing = 5

/** Case, spaces and signs are written differently by the same person. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** Numbers of certificates that were issued; receipts of applications for one are not yet certificates. */
const isCertificateNumber = (question: string) => /Number$/.test(question) && !/Receipt/.test(question)

/** A number this short is shared by chance. */
const shortestNumber = 5

/** By what a submitted form may turn out to be another one's too. */
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
