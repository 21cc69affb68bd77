import type { Dossiers } from '#server/adapters/dossiers.ts'
import type { Papers } from '#server/adapters/papers.ts'
import type { Course } from '#server/courses/course.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Notices } from '#server/features/content/notices/service.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ResultsStore } from './published-store'

type Rows = Iterable<readonly (readonly string[])[]>

/** One institute's whole list of a round, course by course, in the words of its PDF. */
export type InstituteSheet = {
  language: Language
  round: CapRound
  code: string
  institute: string
  courses: { choiceCode: string; course: string; rows: string[][] }[]
  publishedAt: Instant
}

export type ResultsDeps = Pick<Notices, 'activity'> &
  Pick<Application, 'answersAt'> & {
    store: ResultsStore
    /** Had the candidate released themselves from a round in its roll-call? */
    isReleased(candidateId: number, round: CapRound): boolean
    /** The portal's clock. */
    now(): Instant
    course: Pick<Course, 'rounds' | 'form'>
    /** Opens a file of a dossier, by the hash of its result; null if there is none. */
    openDossier: Dossiers['read']
    /** Anybody may have the dossiers of published runs. */
    arePublicDossiers: boolean
    /** Where whole lists are kept as PDFs: what is published never changes. */
    papers: Pick<Papers, 'open' | 'prepare' | 'forget' | 'settled' | 'close'>
    /** Typesets a whole list, piece by piece. */
    print(
      list: { round: CapRound; publishedAt: Instant; count: number; language: Language },
      rows: Rows,
      write: (bytes: Uint8Array) => Promise<void>,
    ): Promise<void>
    /** Prints one institute's list; null when the press has no room for another job of this network. */
    printInstitute(sheet: InstituteSheet, network: string): Promise<Uint8Array | null>
  }
