import { lastTypeOf } from '#server/domain/allotment/engine/seat-rules.ts'
import { type Offer, type Outlook, outlookOf } from '#server/domain/seats/option-form.ts'
import { seatClaimsOf, usableSeatTypes } from '#server/domain/seats/seat-claims.ts'
import { type CapRound, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { type Claims, claimsOf } from '#server/domain/terms/claims.ts'
import { isAllIndiaSeatType, isSpecialSeatType, isWaiverCode, type SeatType } from '#server/domain/terms/seat-types.ts'
import type { OptionFormDeps } from './deps'
import type { Closings, MeritNumbers, Offered, OfferedCourse } from './store'

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

/** The courses of an edition of the seat matrix in the order of the pages, with and without those of the waiver. */
type Catalogue = Record<'courses' | 'withoutWaivers', readonly OfferedCourse[]>

const catalogues = new WeakMap<Offered, Catalogue>()

/** Sorted once for each edition, because every search asks for it. */
function catalogueOf(offered: Offered): Catalogue {
  const known = catalogues.get(offered)
  if (known) return known
  const courses = [...offered.courses.values()].sort((a, b) => a.course.localeCompare(b.course))
  const made = { courses, withoutWaivers: courses.filter(({ choiceCode }) => !isWaiverCode(choiceCode)) }
  catalogues.set(offered, made)
  return made
}

/** Did the last round have a seat there that this candidate would have got? */
const isReached = ({ closings }: Choice): boolean => closings.some((closing) => closing.isReached)

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

  function offer(candidateId: number): Offer {
    const offered = store.offered()
    return {
      isOffered: (code) => offered?.courses.has(code) ?? false,
      isTfws: claimsOf(answers(candidateId))?.isTfws ?? false,
    }
  }

  /**
   * Every course that this candidate may choose, those of one name together, otherwise in the order of the matrix; the
   * codes of the tuition fee waiver only with that claim.
   */
  function offeredTo(candidateId: number): readonly OfferedCourse[] {
    const offered = store.offered()
    if (!offered) return []
    const { courses, withoutWaivers } = catalogueOf(offered)
    return claimsOf(answers(candidateId))?.isTfws ? courses : withoutWaivers
  }

  function seen(candidateId: number, round: CapRound, courses: readonly OfferedCourse[]): Choice[] {
    const who = chooser(candidateId, round)
    return courses.map((course) => choiceOf(course, who))
  }

  return {
    offer,
    isReached,

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
      for (const { course, choiceCode, seats } of seen(candidateId, round, offeredTo(candidateId))) {
        const own = byName.get(course) ?? { choices: 0, seats: 0, codes: [] }
        own.choices += 1
        own.seats += seats
        own.codes.push(choiceCode)
        byName.set(course, own)
      }
      return [...byName].map(([name, rest]) => ({ name, ...rest })).sort((a, b) => a.name.localeCompare(b.name))
    },

    offeredTo,

    /** Courses on offer as this candidate sees them. */
    seen,

    /** The courses of these choice codes that are on offer, in the order of the codes. */
    offeredAs(choiceCodes: readonly string[]): OfferedCourse[] {
      const offered = store.offered()?.courses
      return choiceCodes.flatMap((code) => offered?.get(code) ?? [])
    },

    /** The name of a code when it was last offered; null if it never was. */
    lastNamed: (choiceCode: string) => store.lastNamed(choiceCode) ?? null,

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
        offered: offeredTo(candidateId).length,
        seats: choices.reduce((sum, { seats }) => sum + seats, 0),
        inReach: store.closings(round) === null ? null : choices.filter(isReached).length,
      })
    },
  }
}

export type Choosing = ReturnType<typeof createChoosing>
