import type { Paper } from '#server/domain/admission/papers.ts'

/** The key of the words for where facts are checked. */
export const paperName = (paper: Paper) =>
  paper === 'none' || paper === 'others'
    ? (`verification:paper.${paper}` as const)
    : (`documents:kind.${paper}` as const)
