import { headOf, roundOf } from '#pages/parts/option-form/head.ts'
import { lastOf } from '#pages/parts/option-form/mine.ts'
import { courseSigns, everythingOf, homeOf, rowsOf } from '#pages/parts/option-form/rows.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import {
  asksForRows,
  type ChoiceSearch,
  courseFilter,
  inOrder,
  nearestFirst,
  pressedFind,
  readSearch,
  rowFilter,
  withoutChances,
} from '#server/domain/seats/choice-search.ts'
import { asCompared, mostCompared } from '#server/domain/seats/comparison.ts'
import { wordsOfCourses } from '#server/domain/seats/course-search.ts'
import { maxChoices, pressedStar } from '#server/domain/seats/option-form.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import { isChoiceCode } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'

export const texts = ['options'] as const

/** The number of courses on one page of the search. */
const shown = 20

/**
 * The courses that match a search, page by page. `all`: everything on offer with its figures, for a browser that searches
 * by itself from then on; `filters`: the values of the filters, drawn only once they are opened.
 */
export function load(page: CandidatePage) {
  const { services, query } = page
  const { optionForm } = services
  const { candidateId } = page.actor
  const head = headOf(page)
  const search = head.chances ? searchIn(page) : withoutChances(searchIn(page))
  const offered = optionForm.offeredTo(candidateId)
  const mine = optionForm.form(candidateId, head.round).choices
  const wantsAll = query.all === 'true'
  const home = homeOf(page)
  const areFiltersOpen = query.tab === 'filters'
  const isOffered = new Set(offered.map(({ choiceCode }) => choiceCode))
  return {
    head,
    search,
    ...foundIn(page, head.round, offered, search),
    /** The choice codes of the candidate's own list, in its order. */
    mine,
    stars: optionForm.stars(candidateId),
    courseSigns: courseSigns(
      offered.map(({ course }) => course),
      page.named,
    ),
    hasGovernment: offered.some(({ status }) => status === 'Government'),
    lastOf: lastOf(page, head.closedRound, head.round),
    home: home && districtName(home.district, page.language, services.course.form),
    areFiltersOpen,
    filters: areFiltersOpen || wantsAll ? filtersOf(page, offered) : null,
    /** The ticked courses on every page of the result. */
    ticked: tickedIn(query.ticked).filter((code) => !mine.includes(code) && isOffered.has(code)),
    all: wantsAll ? everythingOf(page, head.round) : null,
  }
}

type Offered = ReturnType<CandidatePage['services']['optionForm']['offeredTo']>

/** A page of the result. Only the rows of that page are worked out, unless the search asks for what only rows know. */
function foundIn(page: CandidatePage, round: number, offered: Offered, search: ChoiceSearch) {
  const { optionForm } = page.services
  const { candidateId } = page.actor
  const suits = courseFilter(search)
  const words = wordsOfCourses(page.services.course.form)
  const suiting = offered.filter((course) => suits(course, () => words(course)))
  const found = nearestFirst(suiting, search.q, words)
  const rowsFor = (courses: Offered) => rowsOf(page, round, optionForm.seen(candidateId, round, courses))
  const isWhole = asksForRows(search)
  const stars = optionForm.stars(candidateId)
  const isAsked = rowFilter(search, { isStarred: (code) => stars.includes(code) })
  const rows = isWhole ? inOrder(rowsFor(found).filter(isAsked), search.order) : null
  const count = (rows ?? found).length
  const pages = Math.max(1, Math.ceil(count / shown))
  const number = Math.min(page.query.page ?? 1, pages)
  const [from, to] = [(number - 1) * shown, number * shown]
  return { count, number, pages, rows: rows?.slice(from, to) ?? rowsFor(found.slice(from, to)) }
}

/** The values of the filters: those that the courses on offer have. */
function filtersOf(page: CandidatePage, offered: Offered) {
  const { language, services } = page
  const distinct = (of: (course: Offered[number]) => string) => [...new Set(offered.map(of))].sort()
  return {
    courses: distinct(({ course }) => course).map((value) => ({ value, label: page.named(value) })),
    districts: distinct(({ district }) => district).map((code) => ({
      value: code,
      label: districtName(code, language, services.course.form),
    })),
    universities: distinct(({ university }) => university).map((value) => ({ value, label: page.named(value) })),
    statuses: distinct(({ status }) => status).map((status) => ({
      value: status,
      label: institutionWord(status, language),
    })),
  }
}

const searchIn = ({ query }: CandidatePage): ChoiceSearch => readSearch(query)

/** The search of the address with what was typed and chosen since: without JavaScript every press of the form sends it. */
function writtenIn(page: CandidatePage): ChoiceSearch {
  const written = Object.entries(page.posted).filter(([, value]) => typeof value === 'string')
  return { ...searchIn(page), ...Object.fromEntries(written) }
}

/** The choice codes in a list with commas between them. */
const tickedIn = (list: string | undefined): string[] =>
  [...new Set((list ?? '').split(',').filter(isChoiceCode))].slice(0, maxChoices)

/** Adds the ticked courses to the end of the current list, so that changes made meanwhile are kept. */
export async function action(page: CandidatePage) {
  const { optionForm } = page.services
  const body = page.posted
  const round = roundOf(page)
  const { choices, version } = optionForm.form(page.actor.candidateId, round)
  const onThisPage = Object.keys(body)
    .filter((name) => name.startsWith('code-'))
    .map((name) => name.slice('code-'.length, 20))
  const ticked = [...new Set([...tickedIn(String(body.ticked ?? '')), ...onThisPage])]
    .filter((code) => !choices.includes(code))
    .slice(0, maxChoices + 1)
  // Without JavaScript, the search and the buttons to the other pages send the form, so that no tick is lost.
  const to = writtenNumber(String(body.page ?? ''))
  if (to !== null) return page.redirect(`${resultPage(page, ticked, { page: to })}#found`)
  if (body.find !== undefined) return find(page, ticked)
  if (body.star !== undefined) return star(page, ticked)
  if (body.compare !== undefined) return compare(page, ticked)
  if (!ticked.length)
    return page.invalid({
      code: 'check-answers',
      status: 422,
      fields: [{ field: 'choices', code: 'choices-none-ticked' }],
    })
  const list = { version, choices: [...choices, ...ticked] }
  const saved = await optionForm.saveSoon(page.actor.candidateId, round, list, {
    at: page.arrivedAt,
    sessionId: page.actor.sessionId,
  })
  if (!saved.ok) return saved
  // The same page keeps the scroll position with JavaScript; the fragment keeps the place without it.
  return page.redirect(
    `${href(page.base, 'option-form/select-institutes', undefined, { ...readSearch(writtenIn(page)), round, page: page.query.page })}#found`,
    {
      type: 'success',
      key: 'options:flash.added',
      values: { count: ticked.length, all: saved.value.choices.length },
    },
  )
}

/** The result that a press of the search asks for, from its first page, with the same ticks. */
function find(page: CandidatePage, ticked: readonly string[]) {
  const { search, areFiltersOpen } = pressedFind(String(page.posted.find), writtenIn(page))
  return page.redirect(resultPage(page, ticked, { tab: areFiltersOpen ? 'filters' : null }, search))
}

/** Sets or takes away a star, on the same page of the result with the same ticks. */
function star(page: CandidatePage, ticked: readonly string[]) {
  const pressed = pressedStar(page.posted.star)
  const { code, isStarred } = pressed ?? { code: '', isStarred: true }
  const { optionForm } = page.services
  const done = optionForm.star(page.actor.candidateId, code, isStarred)
  if (!done.ok) return done
  // Without script the browser goes on at the starred row.
  return page.redirect(`${resultPage(page, ticked, { page: page.query.page ?? 1 })}#of-${code}`, {
    type: 'success',
    key: isStarred ? 'options:flash.starred' : 'options:flash.unstarred',
    values: { institute: page.named(optionForm.offeredAs([code])[0]?.institute ?? null) ?? code },
  })
}

/** Leads to the ticked courses side by side, with the search for the way back; one alone, or more than fit, are refused. */
function compare(page: CandidatePage, ticked: readonly string[]) {
  const isFew = ticked.length < 2
  if (!isFew && ticked.length <= mostCompared)
    return page.redirect(
      href(page.base, 'compare', undefined, {
        ...readSearch(writtenIn(page)),
        round: roundOf(page),
        page: page.query.page,
        codes: asCompared(ticked),
      }),
    )
  const code = isFew ? 'compare-too-few' : 'compare-too-many'
  const fault = { field: 'choices', code, params: { most: mostCompared, count: ticked.length } }
  return page.invalid({ code: 'check-answers', status: 422, fields: [fault] })
}

/** A page of a search, by default of the one that is written, with the ticked courses in its address. */
function resultPage(
  page: CandidatePage,
  ticked: readonly string[],
  at: { page?: number; tab?: string | null },
  search = readSearch(writtenIn(page)),
): string {
  const codes = ticked.filter(isChoiceCode)
  return href(page.base, 'option-form/select-institutes', undefined, {
    ...search,
    round: roundOf(page),
    ...at,
    ticked: codes.length ? codes.join(',') : null,
  })
}
