import { districtName } from '../../../server/domain/application/form/lists'
import type { CapRound } from '../../../server/domain/seats/cap-rounds'
import type { Hostel } from '../../../server/domain/seats/institutes'
import { institutionWord } from '../../../server/domain/seats/seat-matrix'
import { isAllIndiaSeatType, seatTypeName } from '../../../server/domain/seats/seat-types'
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
  /** Null if it is not known. */
  hostel: Hostel | null
  closings: readonly LineClosing[]
  /** Of `closings`, the one to show in a row. */
  best: LineClosing | null
}

/** `merit`: the last number admitted, in the All India or the State list; null if nobody was. */
type LineClosing = {
  type: string
  name: string
  isAllIndia: boolean
  merit: number | null
  isLeft: boolean
  isReached: boolean
}

/** The closing that came nearest to the candidate: one that reaches them, then the State list, then the last number. */
const nearest = (closings: readonly LineClosing[]): LineClosing | null =>
  [...closings].sort(
    (a, b) =>
      Number(b.isReached) - Number(a.isReached) ||
      Number(a.isAllIndia) - Number(b.isAllIndia) ||
      Number(a.merit === null) - Number(b.merit === null) ||
      (b.merit ?? 0) - (a.merit ?? 0),
  )[0] ?? null

/** What the directory knows: annual fees by choice code, hostels by institute code. */
type Known = { fees: ReadonlyMap<string, Paise>; hostels: ReadonlyMap<string, Hostel> }

/** What the directory knows about these choices. */
export const knownOf = ({ services: { directory } }: CandidatePage, choices: readonly Choice[]): Known => ({
  fees: directory.annualFees(choices.map(({ choiceCode }) => choiceCode)),
  hostels: directory.hostels(choices.map(({ instituteCode }) => instituteCode)),
})

/** The line of a course on offer. */
export function choiceLine(choice: Choice, known: Known, language: Language): Line {
  const closings = choice.closings.map(({ seatType, ...closing }) => ({
    type: seatType,
    name: seatTypeName(seatType)[language],
    isAllIndia: isAllIndiaSeatType(seatType),
    ...closing,
  }))
  return {
    code: choice.choiceCode,
    institute: choice.institute,
    course: choice.course,
    district: districtName(choice.district, language),
    status: institutionWord(choice.status, language),
    isOffered: true,
    isWaiver: choice.isWaiver,
    seats: choice.seats,
    annualFee: feeInWords(known.fees.get(choice.choiceCode)),
    hostel: known.hostels.get(choice.instituteCode) ?? null,
    closings,
    best: nearest(closings),
  }
}

/** The line of a choice in a candidate's list. If the course is no longer offered, only its last known name remains. */
const lineOf = ({ code, course, lastNamed }: ListLine, known: Known, language: Language): Line =>
  course
    ? choiceLine(course, known, language)
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
        hostel: null,
        closings: [],
        best: null,
      }

/** The lines of a list, and its outlook. */
export function listOf(page: CandidatePage, round: CapRound, codes: readonly string[]) {
  const { optionForm } = page.services
  const lines = optionForm.described(page.actor, round, codes)
  const known = knownOf(
    page,
    lines.flatMap(({ course }) => course ?? []),
  )
  return {
    lines: lines.map((line) => lineOf(line, known, page.language)),
    outlook: optionForm.outlook(page.actor, round, lines),
  }
}
