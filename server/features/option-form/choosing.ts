import { lastTypeOf } from '../../domain/allotment/seat-rules'
import { type Claims, claimsOf } from '../../domain/application-form/claims'
import type { CapRound } from '../../domain/cap-rounds'
import { type Offer, type Outlook, outlookOf } from '../../domain/option-form'
import { seatClaimsOf, usableSeatTypes } from '../../domain/seat-claims'
import { isAllIndiaSeatType, isWaiverCode, type SeatType } from '../../domain/seat-types'
import type { Actor, OptionFormDeps } from './deps'
import type { Closings, MeritNumbers, OfferedCourse } from './store'

/**
 * How far the last round went at a type of seat that this candidate could use; the number is of that type's own list,
 * null where it took nobody. `isLeft`: there were seats that nobody took. `isReached`: it would have had one for them.
 */
export type Closing = { seatType: SeatType; merit: number | null; isLeft: boolean; isReached: boolean }

/** A course that may be chosen, as this candidate sees it. */
export type Choice = Omit<OfferedCourse, 'seats'> & {
  isWaiver: boolean
  /** Seats of the types that this candidate could use. */
  seats: number
  closings: readonly Closing[]
}

/** A line of somebody's list. `course`: null where it is no longer offered; then it still has its last name, if any. */
export type ListLine = {
  code: string
  course: Choice | null
  lastNamed: { institute: string; course: string } | null
}

/** What `courses` looks for; an empty part asks for nothing. */
export type CourseSearch = {
  text?: string
  course?: string
  district?: string
  university?: string
  status?: string
  /** Only where the last round would have reached this candidate. */
  onlyReached?: boolean
}

/** What may be chosen, and what it promises. Reads alone. Source: decisions §8 "Option form". */
export function createChoosing({
  store,
  answers,
  course: profile,
}: Pick<OptionFormDeps, 'store' | 'answers' | 'course'>) {
  type Chooser = { claims: Claims | null; merit: MeritNumbers; closings: Closings | null }

  const chooser = ({ candidateId }: Actor, round: CapRound): Chooser => ({
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
      ?.map((type) => lastTypeOf(type, profile.allotmentStages[closings.round]))
    return {
      ...course,
      isWaiver,
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

  function offer({ candidateId }: Actor): Offer {
    const offered = store.offered()
    return {
      isOffered: (code) => offered?.courses.has(code) ?? false,
      isTfws: claimsOf(answers(candidateId))?.isTfws ?? false,
    }
  }

  /** Everything that this candidate may choose; the codes of the tuition fee waiver only with that claim. */
  function all(actor: Actor, round: CapRound): Choice[] {
    const who = chooser(actor, round)
    const offered = [...(store.offered()?.courses.values() ?? [])]
    return offered
      .filter(({ choiceCode }) => !isWaiverCode(choiceCode) || who.claims?.isTfws)
      .map((course) => choiceOf(course, who))
  }

  return {
    offer,

    /** The candidate's numbers in the final merit list in force. */
    merit: ({ candidateId }: Actor): MeritNumbers => store.merit(candidateId),

    /** The round whose closing merits stand beside the choices; null before one is published. */
    closedRound: (round: CapRound): CapRound | null => store.closings(round)?.round ?? null,

    /** What is offered, by course: how many institutes and seats. */
    courseNames(actor: Actor, round: CapRound): { name: string; choices: number; seats: number; codes: string[] }[] {
      const byName = new Map<string, { choices: number; seats: number; codes: string[] }>()
      for (const { course, choiceCode, seats } of all(actor, round)) {
        const own = byName.get(course) ?? { choices: 0, seats: 0, codes: [] }
        own.choices += 1
        own.seats += seats
        own.codes.push(choiceCode)
        byName.set(course, own)
      }
      return [...byName].map(([name, rest]) => ({ name, ...rest })).sort((a, b) => a.name.localeCompare(b.name))
    },

    /** What a search finds, in the order of the matrix; and what the filters may ask for. */
    courses(actor: Actor, round: CapRound, search: CourseSearch) {
      const offered = all(actor, round)
      const words = (search.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
      const isAsked = (wanted: string | undefined, has: string) => !wanted || wanted === has
      const found = offered.filter((choice) => {
        const { choiceCode, institute, instituteCode, university, course } = choice
        const said = `${choiceCode} ${instituteCode} ${institute} ${university} ${course}`.toLowerCase()
        return (
          words.every((word) => said.includes(word)) &&
          isAsked(search.course, course) &&
          isAsked(search.district, choice.district) &&
          isAsked(search.university, university) &&
          isAsked(search.status, choice.status) &&
          (!search.onlyReached || isReached(choice))
        )
      })
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

    /** A list with everything that stands beside its choices. */
    described(actor: Actor, round: CapRound, codes: readonly string[]): ListLine[] {
      const who = chooser(actor, round)
      const offered = store.offered()
      return codes.map((code) => {
        const course = offered?.courses.get(code)
        return course
          ? { code, course: choiceOf(course, who), lastNamed: null }
          : { code, course: null, lastNamed: store.lastNamed(code) ?? null }
      })
    },

    /** What a list promises; null for somebody without a merit number. */
    outlook(actor: Actor, round: CapRound, lines: readonly ListLine[]): Outlook | null {
      const { state, allIndia } = store.merit(actor.candidateId)
      const meritNumber = state ?? allIndia
      if (meritNumber === null) return null
      const choices = lines.flatMap(({ course }) => (course ? [course] : []))
      return outlookOf({
        meritNumber,
        count: choices.length,
        offered: all(actor, round).length,
        seats: choices.reduce((sum, { seats }) => sum + seats, 0),
        inReach: store.closings(round) === null ? null : choices.filter(isReached).length,
      })
    },
  }
}

export type Choosing = ReturnType<typeof createChoosing>
