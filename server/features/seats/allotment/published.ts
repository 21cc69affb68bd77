import type { DossierFile } from '#server/adapters/dossiers.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { createListFiles } from './list-files'
import { createOutcomes } from './outcome'
import { createPublicLists } from './public-lists'
import type { ResultsDeps } from './published-deps'
import { createPublishedRuns } from './published-runs'

/**
 * The results of published runs only: a candidate's own, and the public lists, in which the special seats of others
 * read "Special". Source: rules §7.3, §8.10.
 */
export function createResults(deps: ResultsDeps) {
  const runs = createPublishedRuns(deps)
  const { runOf, ...known } = runs
  return {
    ...known,
    ...createOutcomes(deps, runs),
    ...createPublicLists(deps, runs),
    ...createListFiles(deps, runs),

    /** The hashes by which anybody knows the dossier of a published round; null for a round that is not published. */
    dossier(round: CapRound) {
      const run = runOf(round)
      if (!run) return null
      const { inputHash, resultHash, publishedAt } = run
      return { inputHash, resultHash, publishedAt, isPublic: deps.arePublicDossiers }
    },

    /** A file of a published round's dossier; null if there is none, or where dossiers are not public. */
    async openDossier(round: CapRound, file: DossierFile) {
      const run = deps.arePublicDossiers ? runOf(round) : undefined
      return run ? deps.openDossier(run.resultHash, file) : null
    },
  }
}

export type Results = ReturnType<typeof createResults>
