import { findEntry } from '../../../server/domain/application/form/lists'
import type { CapRound } from '../../../server/domain/seats/cap-rounds'
import { institutionWord } from '../../../server/domain/seats/seat-matrix'
import { seatTypeName } from '../../../server/domain/seats/seat-types'
import type { Choice, ListLine } from '../../../server/features/option-form/choosing'
import type { Language } from '../../../server/kernel/languages'
import type { CandidatePage } from '../../../server/services'

/** A choice as pages show it, in the page's language. */
export type Line = {
  code: string
  /** Null where nothing is known of the code. */
  institute: string | null
  course: string | null
  district: string | null
  status: string | null
  isOffered: boolean
  isWaiver: boolean
  seats: number
  closings: readonly { type: string; name: string; merit: number | null; isLeft: boolean; isReached: boolean }[]
}

/** A course that may be chosen, as a line. */
export const choiceLine = (choice: Choice, language: Language): Line => ({
  code: choice.choiceCode,
  institute: choice.institute,
  course: choice.course,
  district: findEntry('districts', choice.district)?.[language] ?? choice.district,
  status: institutionWord(choice.status, language),
  isOffered: true,
  isWaiver: choice.isWaiver,
  seats: choice.seats,
  closings: choice.closings.map(({ seatType, ...closing }) => ({
    type: seatType,
    name: seatTypeName(seatType)[language],
    ...closing,
  })),
})

/** A line of somebody's list; of a code that is no longer offered only its last name is left. */
const lineOf = ({ code, course, lastNamed }: ListLine, language: Language): Line =>
  course
    ? choiceLine(course, language)
    : {
        code,
        institute: lastNamed?.institute ?? null,
        course: lastNamed?.course ?? null,
        district: null,
        status: null,
        isOffered: false,
        isWaiver: false,
        seats: 0,
        closings: [],
      }

/** A list with everything beside it, and what it promises. */
export function listOf(page: CandidatePage, round: CapRound, codes: readonly string[]) {
  const { optionForm } = page.services
  const lines = optionForm.described(page.actor, round, codes)
  return {
    lines: lines.map((line) => lineOf(line, page.language)),
    outlook: optionForm.outlook(page.actor, round, lines),
  }
}
