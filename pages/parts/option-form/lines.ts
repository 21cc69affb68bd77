import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { namesIn } from '#server/domain/application/form/seat-names.ts'
import type { Hostel, Site } from '#server/domain/seats/institutes.ts'
import type { PastClosing } from '#server/domain/seats/past-closings.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import { isAllIndiaSeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Choice, ListLine } from '#server/features/seats/option-form/choosing.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import { beyondIn } from './beyond'

/** A choice for display, in the page's language. */
export type Line = {
  code: string
  /** Null if the code is unknown. */
  institute: string | null
  /** The code of its page; null if the choice is not on offer. */
  instituteCode: string | null
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
  /** Without a band of its own: the candidate is beyond every last number known, so the chance is small. */
  isBeyond: boolean
  closings: readonly LineClosing[]
  /** Of `closings`, the one to show in a row. */
  best: LineClosing | null
  /** Earlier seasons' closings of the same round, in the order of `pastYears` of the head. */
  past: PastOf
}

/** A row for each type of seat. */
export type PastOf = readonly { type: string; name: string; years: readonly (PastFigure | null)[] }[]

/** `merit`: null if nobody was admitted. */
type PastFigure = { merit: number | null; isLeft: boolean }

/** `merit`: the last number admitted, in the All India or the State list; null if nobody was. */
export type LineClosing = {
  type: string
  name: string
  isAllIndia: boolean
  merit: number | null
  isLeft: boolean
  isReached: boolean
}

/** The closing that came nearest to the candidate: one that reaches them, then the State list, then the last number. */
export const nearest = <C extends Omit<LineClosing, 'type' | 'name'>>(closings: readonly C[]): C | null =>
  [...closings].sort(
    (a, b) =>
      Number(b.isReached) - Number(a.isReached) ||
      Number(a.isAllIndia) - Number(b.isAllIndia) ||
      Number(a.merit === null) - Number(b.merit === null) ||
      (b.merit ?? 0) - (a.merit ?? 0),
  )[0] ?? null

/**
 * What else is known of choices: annual fees by choice code, hostels and places by institute code, and how the same round closed in
 * earlier seasons.
 */
type Known = {
  fees: ReadonlyMap<string, Paise>
  sites: ReadonlyMap<string, Site>
  years: readonly string[]
  past: ReadonlyMap<string, PastClosing>
  beyond: ReadonlySet<string>
  /** Has the portal's lists, and its names of institutes and courses. */
  portal: { lists?: Lists }
}

const pastKey = ({
  choiceCode,
  seatType,
  academicYear,
}: Pick<PastClosing, 'choiceCode' | 'seatType' | 'academicYear'>) => `${choiceCode} ${seatType} ${academicYear}`

/** What else is known of these choices in a round. */
export function knownOf(page: CandidatePage, round: CapRound, choices: readonly Choice[]): Known {
  const { directory, pastSeasons, course } = page.services
  const codes = choices.map(({ choiceCode }) => choiceCode)
  const types = [...new Set(choices.flatMap(({ usable }) => usable))]
  const past = pastSeasons.figuresAt(codes, types, round)
  return {
    fees: directory.annualFees(codes),
    sites: directory.sites(choices.map(({ instituteCode }) => instituteCode)),
    years: pastSeasons.years(),
    past: new Map(past.map((one) => [pastKey(one), one])),
    beyond: beyondIn(page, round, choices),
    portal: course.form,
  }
}

/** Earlier seasons' closings of the types of seat that the candidate could use. */
export function pastOf({ choiceCode, usable }: Choice, { years, past }: Known, language: Language): PastOf {
  return usable.flatMap((type) => {
    const figures = years.map((academicYear) => {
      const found = past.get(pastKey({ choiceCode, seatType: type, academicYear }))
      return found ? { merit: found.merit, isLeft: found.vacant > 0 } : null
    })
    return figures.some(Boolean) ? [{ type, name: seatTypeName(type)[language], years: figures }] : []
  })
}

/** This season's closings of a course, in words. */
export const closingsOf = ({ closings }: Choice, language: Language): LineClosing[] =>
  closings.map(({ seatType, ...closing }) => ({
    type: seatType,
    name: seatTypeName(seatType)[language],
    isAllIndia: isAllIndiaSeatType(seatType),
    ...closing,
  }))

/** The line of a course on offer. */
function choiceLine(choice: Choice, known: Known, language: Language): Line {
  const named = namesIn(language, known.portal)
  const closings = closingsOf(choice, language)
  return {
    code: choice.choiceCode,
    institute: named(choice.institute),
    instituteCode: choice.instituteCode,
    course: named(choice.course),
    district: districtName(choice.district, language, known.portal),
    status: institutionWord(choice.status, language),
    isOffered: true,
    isWaiver: choice.isWaiver,
    seats: choice.seats,
    annualFee: feeInWords(known.fees.get(choice.choiceCode)),
    hostel: known.sites.get(choice.instituteCode)?.hostel ?? null,
    isBeyond: known.beyond.has(choice.choiceCode),
    closings,
    best: nearest(closings),
    past: pastOf(choice, known, language),
  }
}

/** The line of a choice in a candidate's list. If the course is no longer offered, only its last known name remains. */
function lineOf({ code, course, lastNamed }: ListLine, known: Known, language: Language): Line {
  if (course) return choiceLine(course, known, language)
  const named = namesIn(language, known.portal)
  return {
    code,
    institute: named(lastNamed?.institute ?? null),
    instituteCode: null,
    course: named(lastNamed?.course ?? null),
    district: null,
    status: null,
    isOffered: false,
    isWaiver: false,
    seats: 0,
    annualFee: null,
    hostel: null,
    isBeyond: false,
    closings: [],
    best: null,
    past: [],
  }
}

/** The lines of a list, and its outlook. */
export function listOf(page: CandidatePage, round: CapRound, codes: readonly string[]) {
  const { optionForm } = page.services
  const lines = optionForm.described(page.actor.candidateId, round, codes)
  const known = knownOf(
    page,
    round,
    lines.flatMap(({ course }) => course ?? []),
  )
  return {
    lines: lines.map((line) => lineOf(line, known, page.language)),
    outlook: optionForm.outlook(page.actor.candidateId, round, lines),
  }
}
