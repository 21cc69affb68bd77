import { beyondIn } from '#pages/parts/option-form/beyond.ts'
import { isCandidates, lastOf, publicLasts, standingOn } from '#pages/parts/option-form/mine.ts'
import { courseSigns, homeOf, rowsOf } from '#pages/parts/option-form/rows.ts'
import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { searchIn } from '#pages/parts/seat-matrix/search.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { readSearch } from '#server/domain/seats/choice-search.ts'
import { comparedIn, mostCompared, onlySmallest } from '#server/domain/seats/comparison.ts'
import { publicSeatTypes } from '#server/domain/seats/public-seats.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['compare', 'institutes', 'bands'] as const

/**
 * Up to four courses side by side: those in the address. For a candidate with a merit number as they stand there, for
 * everybody else as all may see them.
 */
export function load(page: Page) {
  const { services, language, query } = page
  const asked = comparedIn(query.codes)
  const codes = asked.slice(0, mostCompared)
  const offered = services.optionForm.offeredAs(codes)
  const isOffered = (code: string) => offered.some(({ choiceCode }) => choiceCode === code)
  const own = standingOn(page)
  const seatType = (publicSeatTypes.find((type) => type === query.seatType) ?? 'GOPENS') as SeatType
  const columns = own ? ownColumns(own, offered) : publicColumns(page, offered, seatType)
  return {
    codes,
    /** Asked for beyond the four that fit. */
    left: asked.slice(mostCompared),
    /** No longer on offer, or never. */
    gone: codes.filter((code) => !isOffered(code)).map((code) => ({ code, ...lastNamed(page, code) })),
    head: own?.head ?? null,
    ...listOf(page, own),
    mayChange:
      isCandidates(page) && own !== null && services.optionForm.mayChange(page.actor.candidateId, own.head.round).ok,
    mine: own
      ? services.optionForm
          .form(own.page.actor.candidateId, own.head.round)
          .choices.filter((code) => codes.includes(code))
      : [],
    /** Courses by their initials, where these tell them apart. */
    signs: courseSigns(
      offered.map(({ course }) => course),
      page.named,
    ),
    seatType: own ? null : { code: seatType, name: seatTypeName(seatType)[language] },
    home: own ? homeInWords(own.page) : null,
    ...columns,
  }
}

/**
 * The list from which the courses were picked, with what its address asks for, so that the way back finds it as it was:
 * the option form's, whose address has a round, or everybody's.
 */
function listOf({ query }: Page, own: ReturnType<typeof standingOn>) {
  const isOptionForm = own !== null && query.round !== undefined
  return {
    isOptionForm,
    list: { ...(isOptionForm ? { ...readSearch(query), round: own.head.round } : searchIn(query)), page: query.page },
  }
}

function lastNamed(page: Page, code: string) {
  const found = page.services.optionForm.lastNamed(code)
  return found && { institute: page.named(found.institute), course: page.named(found.course) }
}

type Own = NonNullable<ReturnType<typeof standingOn>>
type Offered = ReturnType<Page['services']['optionForm']['offeredAs']>

const homeInWords = (page: Own['page']): string | null => {
  const home = homeOf(page)
  return home && districtName(home.district, page.language, page.services.course.form)
}

function ownColumns({ page, head: { round, closedRound } }: Own, offered: Offered) {
  const choices = page.services.optionForm.seen(page.actor.candidateId, round, offered)
  const rows = rowsOf(page, round, choices)
  const beyond = beyondIn(page, round, choices)
  return {
    last: lastOf(page, closedRound, round),
    columns: rows.map(({ last, fee, ...row }) => ({
      ...row,
      isBeyond: beyond.has(row.code),
      fee: feeInWords(fee),
      last: last && { merit: last.merit, isLeft: last.isLeft, isAllIndia: last.isAllIndia },
    })),
    cheapest: onlySmallest(rows.map(({ fee, seats }) => ({ value: fee, seats }))),
    nearest: onlySmallest(rows.map(({ distance, seats }) => ({ value: distance, seats }))),
  }
}

function publicColumns(page: Page, offered: Offered, seatType: SeatType) {
  const { services, language } = page
  const codes = offered.map(({ choiceCode }) => choiceCode)
  const fees = services.directory.annualFees(codes)
  const sites = services.directory.sites(offered.map(({ instituteCode }) => instituteCode))
  const lasts = publicLasts(page, codes, seatType)
  const seatsOf = (seats: Offered[number]['seats']) => Object.values(seats).reduce((sum, count) => sum + count, 0)
  return {
    last: lasts && { year: lasts.year, round: lasts.round },
    columns: offered.map(
      ({ choiceCode: code, institute, instituteCode, course, district, university, status, seats }) => {
        const last = lasts?.byCode.get(code)
        return {
          ...{ code, instituteCode, course, district, status },
          institute: page.named(institute),
          courseName: page.named(course),
          universityName: page.named(university),
          place: districtName(district, language, services.course.form),
          kind: institutionWord(status, language),
          fee: feeInWords(fees.get(code)),
          hostel: sites.get(instituteCode)?.hostel ?? null,
          seats: seatsOf(seats),
          last: last ? { ...last, isAllIndia: false } : null,
          distance: null as number | null,
          isBeyond: false,
        }
      },
    ),
    cheapest: onlySmallest(
      offered.map(({ choiceCode, seats }) => ({ value: fees.get(choiceCode) ?? null, seats: seatsOf(seats) })),
    ),
    nearest: null as number | null,
  }
}

/** A comparison is as public as what it shows, but its addresses are many. */
export const title = ({ t }: Page): string => t('compare:title')
