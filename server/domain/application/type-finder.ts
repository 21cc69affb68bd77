import type { CandidatureType } from '#server/domain/terms/claims.ts'
import type { FormRules } from './form/form-rules'

type Shape = Pick<FormRules, 'types' | 'qualification'>

/** A question of the finder: `steps:find.<words>`, its choices `steps:find.<words>.<code>`. */
export type FinderQuestion = { name: 'place' | 'domicile' | 'service'; words: string; options: readonly string[] }

/** The fields of the finder in the form of step 0, which the form itself does not keep. */
export const finderField = (name: string): string => `find-${name}`

const migrants: readonly CandidatureType[] = ['J-1', 'J-2', 'J-3', 'J-4']

/**
 * Three questions that find the type: where the examinations were passed, who is domiciled in Maharashtra, and the
 * parents' service. After a degree the candidate's own birth counts, too. Source: rules §3.4, §18.16.
 */
export function finderQuestions({ types, qualification }: Shape): readonly FinderQuestion[] {
  const isDegree = qualification === 'degree'
  const has = (...some: CandidatureType[]) => some.some((type) => types.includes(type))
  const domicile = isDegree
    ? ['self', 'birth-and-parent', 'birth', 'parent', 'none']
    : has('B')
      ? ['self', 'parent', 'none']
      : []
  const service = [
    'none',
    ...(has('C') ? ['central'] : []),
    ...(has('D') ? ['state'] : []),
    ...(has(...migrants) ? ['jk'] : []),
  ]
  const questions: readonly FinderQuestion[] = [
    {
      name: 'place',
      words: isDegree ? 'place.degree' : 'place.hsc',
      options: ['state', ...(has('E') ? ['border'] : []), 'elsewhere'],
    },
    { name: 'domicile', words: 'domicile', options: domicile },
    { name: 'service', words: 'service', options: service },
  ]
  return questions.filter(({ options }) => options.length > 1)
}

/**
 * The first type that fits these answers, in the order in which types are claimed; for a family of Jammu and Kashmir the
 * four types to choose from. Null until every question has one of its choices, and if no type of the course fits.
 * Source: rules §3.4.
 */
export function proposedTypes(
  form: Shape,
  given: Readonly<Record<string, string | undefined>>,
): readonly CandidatureType[] | null {
  const questions = finderQuestions(form)
  if (!questions.every(({ name, options }) => options.includes(given[name] ?? ''))) return null
  const { place, domicile = 'none', service = 'none' } = given
  const isDegree = form.qualification === 'degree'
  const isTied = !isDegree || ['self', 'birth', 'birth-and-parent'].includes(domicile)
  const fits: readonly (readonly [boolean, readonly CandidatureType[]])[] = [
    [place === 'state' && isTied, ['A']],
    [['self', 'parent', 'birth-and-parent'].includes(domicile), ['B']],
    [service === 'central', ['C']],
    [service === 'state', ['D']],
    [place === 'border', ['E']],
    [service === 'jk', migrants],
    [true, ['OMS']],
  ]
  for (const [isFit, proposed] of fits) {
    const offered = proposed.filter((type) => form.types.includes(type))
    if (isFit && offered.length) return offered
  }
  return null
}
