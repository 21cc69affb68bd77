import { lastTypeOf } from '#server/domain/allotment/engine/seat-rules.ts'
import { wordsOfCourse } from '#server/domain/seats/course-search.ts'
import { type Offer, type Outlook, outlookOf } from '#server/domain/seats/option-form.ts'
import { seatClaimsOf, usableSeatTypes } from '#server/domain/seats/seat-claims.ts'
import { type CapRound, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { type Claims, claimsOf } from '#server/domain/terms/claims.ts'
import { isAllIndiaSeatType, isSpecialSeatType, isWaiverCode, type SeatType } from '#server/domain/terms/seat-types.ts'
import { seek } from '#server/kernel/names.ts'
import type { OptionFormDeps } from './deps'
import type { Closings, MeritNumbers, OfferedCourse } from './store'

/**
 * The last round's closing for a type of seat that this candidate could use. The number is from that type's own list,
 * null if nobody was admitted. `isLeft`: some seats stayed empty. `isReached`: this candidate would have got one.
 */
type Closing = { seatType: SeatType; merit: number | null; isLeft: boolean; isReached: boolean }

/** A course on offer, as this candidate sees it. */
export type Choice = Omit<OfferedCourse, 'seats'> & {
  isWaiver: boolean
  /** Seats of the types that this candidate could use. */
  seats: number
  closings: readonly Closing[]
  /** The types of seat that this candidate could use here, in the order in which they are tried. */
  usable: readonly SeatType[]
}

/** A line of a candidate's list. `course`: null if it is no longer offered; its last known name remains, if any. */
export type ListLine = {
  code: string
  course: Choice | null
  lastNamed: { institute: string; course: string } | null
}

/** The search of `courses`; an empty field matches everything. */
type CourseSearch = {
  text?: string
  course?: string
  district?: string
  university?: string
  status?: string
  /** Only where the last round would have reached this candidate. */
  onlyReached?: boolean
}

/** The courses on offer, and a list's prospects. Only reads. Source: rules §8.5. */
export function createChoosing({
  store,
  answers,
  course: profile,
}: Pick<OptionFormDeps, 'store' | 'answers' | 'course'>) {
  type Chooser = { claims: Claims | null; merit: MeritNumbers; closings: Closings | null }

  const chooser = (candidateId: number, round: CapRound): Chooser => ({
    claims: claimsOf(answers(candidateId)),
    merit: store.merit(candidateId),
    closings: store.closings(round),
  })

  function choiceOf({ seats, ...course }: OfferedCourse, { claims, merit, closings }: Chooser): Choice {
    const isWaiver = isWaiverCode(course.choiceCode)
    const usable = claims
      ? usableSeatTypes({ ...seatClaimsOf(claims), stateMerit: merit.state, allIndiaMerit: merit.allIndia }, course)
      : []
    const closed = closings?.byCode.get(course.choiceCode) ?? []
    const left = closings?.leftByCode
      .get(course.choiceCode)
      ?.map((type) => lastTypeOf(type, rulesOf(profile.rounds, closings.round).stages))
    return {
      ...course,
      isWaiver,
      usable,
      seats: usable.reduce((sum, type) => sum + (seats[type] ?? 0), 0),
      closings: usable.flatMap((seatType) => {
        const last = closed.find((one) => one.seatType === seatType)?.merit ?? null
        const isLeft = left?.includes(seatType) ?? false
        if (last === null && !isLeft) return []
        const own = isAllIndiaSeatType(seatType) ? merit.allIndia : merit.state
        return [{ seatType, merit: last, isLeft, isReached: isLeft || (own !== null && last !== null && own <= last) }]
      }),
    }
  }

  const isReached = ({ closings }: Choice) => closings.some((closing) => closing.isReached)

  function offer(candidateId: number): Offer {
    const offered = store.offered()
    return {
      isOffered: (code) => offered?.courses.has(code) ?? false,
      isTfws: claimsOf(answers(candidateId))?.isTfws ?? false,
    }
  }

  /** Every course that this candidate may choose; the codes of the tuition fee waiver only with that claim. */
  function all(candidateId: number, round: CapRound): Choice[] {
    const who = chooser(candidateId, round)
    const offered = [...(store.offered()?.courses.values() ?? [])]
    return offered
      .filter(({ choiceCode }) => !isWaiverCode(choiceCode) || who.claims?.isTfws)
      .map((course) => choiceOf(course, who))
  }

  return {
    offer,

    /** The candidate's numbers in the final merit list in force. */
    merit: (candidateId: number): MeritNumbers => store.merit(candidateId),

    /** The types of seat that this candidate could use at any institute, without those that public tables leave out. */
    publicTypes(candidateId: number): SeatType[] {
      const { claims, merit } = chooser(candidateId, 1)
      if (!claims) return []
      const mine = { ...seatClaimsOf(claims), stateMerit: merit.state, allIndiaMerit: merit.allIndia }
      return usableSeatTypes(mine, { choiceCode: '', minority: null }).filter((type) => !isSpecialSeatType(type))
    },

    /** The round whose closing merits appear beside the choices; null before one is published. */
    closedRound: (round: CapRound): CapRound | null => store.closings(round)?.round ?? null,

    /** The courses on offer by name, with their numbers of institutes and seats. */
    courseNames(
      candidateId: number,
      round: CapRound,
    ): { name: string; choices: number; seats: number; codes: string[] }[] {
      const byName = new Map<string, { choices: number; seats: number; codes: string[] }>()
      for (const { course, choiceCode, seats } of all(candidateId, round)) {
        const own = byName.get(course) ?? { choices: 0, seats: 0, codes: [] }
        own.choices += 1
        own.seats += seats
        own.codes.push(choiceCode)
        byName.set(course, own)
      }
      return [...byName].map(([name, rest]) => ({ name, ...rest })).sort((a, b) => a.name.localeCompare(b.name))
    },

    /** The results of a search, in the order of the matrix, and the values of its filters. */
    courses(candidateId: number, round: CapRound, search: CourseSearch) {
      const offered = all(candidateId, round)
      const isSought = seek(search.text ?? '')
      const isAsked = (wanted: string | undefined, has: string) => !wanted || wanted === has
      const found = offered.filter(
        (choice) =>
          isAsked(search.course, choice.course) &&
          isAsked(search.district, choice.district) &&
          isAsked(search.university, choice.university) &&
          isAsked(search.status, choice.status) &&
          (!search.onlyReached || isReached(choice)) &&
          isSought(wordsOfCourse(store.offered()!.courses.get(choice.choiceCode)!, profile.form)),
      )
      const distinct = (of: (choice: Choice) => string) => [...new Set(offered.map(of))].sort()
      return {
        found,
        filters: {
          courses: distinct(({ course }) => course),
          districts: distinct(({ district }) => district),
          universities: distinct(({ university }) => university),
          statuses: distinct(({ status }) => status),
        },
      }
    },

    /** A list with the details shown beside its choices. */
    described(candidateId: number, round: CapRound, codes: readonly string[]): ListLine[] {
      const who = chooser(candidateId, round)
      const offered = store.offered()
      return codes.map((code) => {
        const course = offered?.courses.get(code)
        return course
          ? { code, course: choiceOf(course, who), lastNamed: null }
          : { code, course: null, lastNamed: store.lastNamed(code) ?? null }
      })
    },

    /** The prospects of a list; null for somebody without a merit number. */
    outlook(candidateId: number, round: CapRound, lines: readonly ListLine[]): Outlook | null {
      const { state, allIndia } = store.merit(candidateId)
      const meritNumber = state ?? allIndia
      if (meritNumber === null) return null
      const choices = lines.flatMap(({ course }) => (course ? [course] : []))
      return outlookOf({
        meritNumber,
        count: choices.length,
        offered: all(candidateId, round).length,
        seats: choices.reduce((sum, { seats }) => sum + seats, 0),
        inReach: store.closings(round) === null ? null : choices.filter(isReached).length,
      })
    },
  }
}

export type Choosing = ReturnType<typeof createChoosing>
