import { districtName } from '../../../server/domain/application/form/lists'
import type { CapRound } from '../../../server/domain/seats/cap-rounds'
import { institutionWord } from '../../../server/domain/seats/seat-matrix'
import { seatTypeName } from '../../../server/domain/seats/seat-types'
import type { Choice, ListLine } from '../../../server/features/option-form/choosing'
import type { Language } from '../../../server/kernel/languages'
import type { Paise } from '../../../server/kernel/money'
import type { CandidatePage } from '../../../server/services'
import { feeInWords } from '../seat-matrix/fee'

/** A choice for display, in the page's language. */
export type Line = {
  code: string
  /** Null if the code is unknown. */
  institute: string | null
  course: string | null
  district: string | null
  status: string | null
  isOffered: boolean
  isWaiver: boolean
  seats: number
  /** Null if it is not known. */
  annualFee: string | null
  closings: readonly { type: string; name: string; merit: number | null; isLeft: boolean; isReached: boolean }[]
}

/** The line of a course on offer. */
export const choiceLine = (choice: Choice, fees: ReadonlyMap<string, Paise>, language: Language): Line => ({
  code: choice.choiceCode,
  institute: choice.institute,
  course: choice.course,
  district: districtName(choice.district, language),
  status: institutionWord(choice.status, language),
  isOffered: true,
  isWaiver: choice.isWaiver,
  seats: choice.seats,
  annualFee: feeInWords(fees.get(choice.choiceCode)),
  closings: choice.closings.map(({ seatType, ...closing }) => ({
    type: seatType,
    name: seatTypeName(seatType)[language],
    ...closing,
  })),
})

/** The line of a choice in a candidate's list. If the course is no longer offered, only its last known name remains. */
const lineOf = ({ code, course, lastNamed }: ListLine, fees: ReadonlyMap<string, Paise>, language: Language): Line =>
  course
    ? choiceLine(course, fees, language)
    : {
        code,
        institute: lastNamed?.institute ?? null,
        course: lastNamed?.course ?? null,
        district: null,
        status: null,
        isOffered: false,
        isWaiver: false,
        seats: 0,
        annualFee: null,
        closings: [],
      }

/** The lines of a list, and its outlook. */
export function listOf(page: CandidatePage, round: CapRound, codes: readonly string[]) {
  const { optionForm, directory } = page.services
  const lines = optionForm.described(page.actor, round, codes)
  const fees = directory.annualFees(codes)
  return {
    lines: lines.map((line) => lineOf(line, fees, page.language)),
    outlook: optionForm.outlook(page.actor, round, lines),
  }
}
