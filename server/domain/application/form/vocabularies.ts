import type { Condition, Vocabulary } from '#server/domain/terms/question.ts'

/** Choices that several questions share. */
export const yesNo: Vocabulary = { vocabulary: 'yes-no', codes: ['yes', 'no'] }
export const selfOrParent: Vocabulary = { vocabulary: 'holder', codes: ['candidate', 'father', 'mother'] }
export const parent: Vocabulary = { vocabulary: 'holder', codes: ['father', 'mother'] }

/** The candidate has it (`have`), has applied and holds a receipt (`applied`), or has not (`not-applied`). */
export const certificateStatus: Vocabulary = {
  vocabulary: 'certificate-status',
  codes: ['have', 'applied', 'not-applied'],
}

/** The answer of the same step to `question` is one of these codes. */
export const answered = (question: string, ...is: readonly string[]): Condition => ({ question, is })

/** The candidate claims to be an orphan, about whose parents there may be no information. Source: rules §3.7. */
export const isOrphan: Condition = { step: 'category-details', question: 'orphan', is: ['yes'] }

/** The parents, where they are a choice: they are none for an orphan. Source: rules §3.7. */
export const withoutParents = { codes: ['father', 'mother'], when: [isOrphan] } as const

/** Everybody else, also those whom the form does not ask. */
export const isNoOrphan: Condition = { ...isOrphan, is: ['', 'no'] }

/** Whose name the papers lack; not answered: nobody's. */
export const parentMissing: Vocabulary = { vocabulary: 'parent-missing', codes: ['none', 'father', 'mother', 'both'] }

/** The claimed type of candidature is one of these. */
export const typeIs = (...types: readonly string[]): Condition => ({
  step: 'type-of-candidature',
  question: 'type',
  is: types,
})
