import { districtName } from '#server/domain/application/form/lists.ts'
import type { ChoiceRow, LastRank } from '#server/domain/seats/choice-search.ts'
import { wordsOfCourses } from '#server/domain/seats/course-search.ts'
import { aboutKilometres, townOf } from '#server/domain/seats/distance.ts'
import { addressIn, mapOfInstitute } from '#server/domain/seats/institutes.ts'
import type { Place } from '#server/domain/seats/map.ts'
import type { PastClosing } from '#server/domain/seats/past-closings.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { isAllIndiaSeatType } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Choice } from '#server/features/seats/option-form/choosing.ts'
import { initialsOf } from '#server/kernel/names.ts'
import { beyondIn } from './beyond'
import { closingsOf, knownOf, nearest, type PastOf, pastOf } from './lines'
import { pastOfEach } from './past'

/** Where a candidate lives: the code of the district in their address; null outside Maharashtra. */
export function homeOf({ services, actor }: CandidatePage): { district: string; town: Place } | null {
  const district = services.application.answers(actor.candidateId)['personal-details']?.district ?? ''
  const town = townOf(district)
  return town && { district, town }
}

/** The short form that a name gives in brackets: `व्यवसाय प्रशासन पदव्युत्तर पदवी (एमबीए)`. */
const inBrackets = (name: string) => /\(([\p{L}\p{M}]+)\)/u.exec(name)?.[1]

/**
 * Each course by a short sign, that of its name in the page's language or its initials, where the signs tell the courses
 * apart; null where only one is on offer. `named`: the page's name of a course.
 */
export function courseSigns(
  names: readonly string[],
  named: (name: string) => string,
): Readonly<Record<string, string | null>> | null {
  const distinct = [...new Set(names)]
  const initials = distinct.map((name) => inBrackets(named(name)) ?? initialsOf(name))
  const isClear = initials.every((one) => one !== '') && new Set(initials).size === distinct.length
  return distinct.length > 1
    ? Object.fromEntries(distinct.map((name, place) => [name, isClear ? initials[place]! : null]))
    : null
}

/** Rows of the search for courses on offer: nothing in them that the list does not show. */
export function rowsOf(page: CandidatePage, round: CapRound, choices: readonly Choice[]): ChoiceRow[] {
  const { language, services } = page
  const { directory, course: profile } = services
  const fees = directory.annualFees(choices.map(({ choiceCode }) => choiceCode))
  const sites = directory.sites(choices.map(({ instituteCode }) => instituteCode))
  const past = pastOfEach(page, choices, round)
  const lasts = lastRanks(page, round, choices, past)
  const home = homeOf(page)
  const beyond = beyondIn(page, round, choices, past)
  return choices.map((choice, place) => {
    const { choiceCode, institute, instituteCode, course, district, university, status, isWaiver, seats } = choice
    const site = sites.get(instituteCode)
    return {
      ...{ code: choiceCode, instituteCode, course, district, university, status, isWaiver, seats },
      institute: page.named(institute),
      courseName: page.named(course),
      universityName: page.named(university),
      place: districtName(district, language, profile.form),
      kind: institutionWord(status, language),
      fee: fees.get(choiceCode) ?? null,
      hostel: site?.hostel ?? null,
      last: lasts[place] ?? null,
      isBeyond: beyond.has(choiceCode),
      distance: home && distanceTo(home, district, site?.place ?? null),
    }
  })
}

function distanceTo(home: { district: string; town: Place }, district: string, place: Place | null): number | null {
  if (district === home.district) return 0
  const there = place ?? townOf(district)
  return there && aboutKilometres(home.town, there)
}

/**
 * The last ranks of a list: of this season's last round, or before its first one of the newest earlier season's same
 * round.
 */
function lastRanks(
  page: CandidatePage,
  round: CapRound,
  choices: readonly Choice[],
  past: readonly (readonly PastClosing[])[],
): (LastRank | null)[] {
  const { optionForm, pastSeasons } = page.services
  if (optionForm.closedRound(round) !== null) {
    return choices.map(({ closings }) =>
      lastOf(closings.map((one) => ({ ...one, isAllIndia: isAllIndiaSeatType(one.seatType) }))),
    )
  }
  const newest = pastSeasons.years()[0]
  return past.map((closings) =>
    lastOf(
      closings
        .filter(({ academicYear }) => academicYear === newest)
        .map(({ seatType, merit, vacant }) => ({
          ...{ merit, isLeft: vacant > 0, isReached: false },
          isAllIndia: isAllIndiaSeatType(seatType),
        })),
    ),
  )
}

function lastOf(closings: readonly LastRank[]): LastRank | null {
  const best = nearest(closings)
  return best && { merit: best.merit, isAllIndia: best.isAllIndia, isLeft: best.isLeft, isReached: best.isReached }
}

/** The figures of a choice behind its row: this season's closings and those of earlier ones. */
export type Figures = { closings: ReturnType<typeof closingsOf>; past: PastOf }

/**
 * What the browser needs to search by itself and to open any choice: every row with the words that a search reads, and
 * the figures of all. Asked for at once, so that nobody learns which choice a candidate looks at.
 */
export function everythingOf(page: CandidatePage, round: CapRound) {
  const { optionForm, course } = page.services
  const { candidateId } = page.actor
  const choices = optionForm.seen(candidateId, round, optionForm.offeredTo(candidateId))
  const known = knownOf(page, round, choices)
  const words = wordsOfCourses(course.form)
  return {
    rows: rowsOf(page, round, choices).map((row, place) => ({
      ...row,
      said: words(choices[place]!),
    })),
    figures: Object.fromEntries(
      choices.map((choice): [string, Figures] => [
        choice.choiceCode,
        { closings: closingsOf(choice, page.language), past: pastOf(choice, known, page.language) },
      ]),
    ),
    institutes: reachOf(page, choices),
  }
}

/** How to reach the institute of each choice, by its code. */
function reachOf({ language, services: { directory, course } }: CandidatePage, choices: readonly Choice[]) {
  const known = new Map(directory.institutes().map((facts) => [facts.code, facts]))
  const institutes = new Map(choices.map((choice) => [choice.instituteCode, choice]))
  return Object.fromEntries(
    Array.from(institutes, ([code, { institute, district }]) => {
      const facts = known.get(code) ?? null
      const map = mapOfInstitute(facts, institute, districtName(district, 'en', course.form))
      return [code, { address: facts && addressIn(facts, language), phone: facts?.phone ?? null, map }]
    }),
  )
}

export type Everything = ReturnType<typeof everythingOf>
