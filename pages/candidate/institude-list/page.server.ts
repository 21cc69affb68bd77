import { isCandidates, lastOf, publicLasts, standingOn } from '#pages/parts/option-form/mine.ts'
import { rowsOf } from '#pages/parts/option-form/rows.ts'
import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { choicesOf, minorityName, searchIn } from '#pages/parts/seat-matrix/search.ts'
import { pageOf } from '#pages/ui/form/page-of.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { comparedIn, mostCompared } from '#server/domain/seats/comparison.ts'
import { publicSeatTypes } from '#server/domain/seats/public-seats.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['seatlists', 'institutes', 'compare', 'bands'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) => services.seats.inForce()?.at ?? null

/** The institutes in the current seat matrix that match the search in the address. */
export function load(page: Page) {
  const { seats, directory } = page.services
  const all = seats.inForce()?.courses ?? []
  const search = searchIn(page.query)
  const { lines, ...place } = pageOf(seats.institutes(search), page.query.page)
  const codes = lines.flatMap(({ courses }) => courses.map(({ choiceCode }) => choiceCode))
  const fees = directory.annualFees(codes)
  const ranks = lastRanks(page, codes, search.seatType)
  const stars = isCandidates(page) ? page.services.optionForm.stars(page.actor.candidateId) : null
  return {
    ...place,
    head: ranks.head,
    last: ranks.last,
    /** The starred choice codes of a candidate; null for a visitor. */
    stars,
    compared: comparedIn(page.query.codes).slice(0, mostCompared),
    isPublished: all.length > 0,
    search,
    choices: choicesOf(page, all),
    institutes: lines.map(({ instituteCode, institute, university, district, status, minority, courses }) => ({
      code: instituteCode,
      name: page.named(institute),
      university: page.named(university),
      district: districtName(district, page.language, page.services.course.form),
      status: institutionWord(status, page.language),
      minority: minority && minorityName(minority, page),
      courses: courses.map(({ choiceCode, course, seats }) => ({
        choiceCode,
        course: page.named(course),
        annualFee: feeInWords(fees.get(choiceCode)),
        all: seats.reduce((sum, { count }) => sum + count, 0),
        last: ranks.byCode.get(choiceCode) ?? null,
      })),
    })),
  }
}

type Rank = { merit: number | null; isLeft: boolean }

/**
 * How far down each course went: for a candidate with a merit number by the seats open to them, for everybody else by one
 * type of seat, that of the search or else the general one.
 */
function lastRanks(page: Page, codes: readonly string[], asked: string | undefined) {
  const own = standingOn(page)
  if (own) {
    const { head } = own
    const { optionForm } = page.services
    const rows = rowsOf(
      own.page,
      head.round,
      optionForm.seen(own.page.actor.candidateId, head.round, optionForm.offeredAs(codes)),
    )
    const last = lastOf(page, head.closedRound, head.round)
    return {
      head,
      last: last && { ...last, type: null },
      byCode: new Map(rows.flatMap(({ code, last }): [string, Rank][] => (last ? [[code, last]] : []))),
    }
  }
  const type = (publicSeatTypes.find((one) => one === asked) ?? (asked ? null : 'GOPENS')) as SeatType | null
  const lasts = type && publicLasts(page, codes, type)
  return {
    head: null,
    last: lasts && {
      year: lasts.year,
      round: lasts.round,
      type: `${seatTypeName(lasts.seatType)[page.language]} (${lasts.seatType})`,
    },
    byCode: lasts?.byCode ?? new Map<string, Rank>(),
  }
}
